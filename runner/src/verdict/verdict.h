// What one grading of one kata found out. Plain data: stages fill it, outputs render it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace runner {

enum class Tier : std::uint8_t { core, robust, senior };
inline constexpr Tier kTiers[] = {Tier::core, Tier::robust, Tier::senior};

enum class Status : std::uint8_t {
  pass,
  fail,     // The learner's code is wrong, incomplete, or does not compile.
  error,    // It could not be graded; not the learner's fault.
  skipped,  // Not run, because an earlier result made it pointless.
};

// A way of running a grader's behaviours, in the order in which they are asked.
enum class Stage : std::uint8_t { explorer, tsan, plain };
inline constexpr Stage kStages[] = {Stage::explorer, Stage::tsan, Stage::plain};

// A place in a source file that a learner may be shown.
struct Place {
  std::string function;
  std::filesystem::path file;
  int line = 0;
};

// One access of a data race, or one thread of a hang: who, what, and where in the learner's code.
struct ThreadView {
  std::string thread;         // "main", "T1", ...
  std::string doing;          // "writes 4 bytes", "waits in pthread_cond_wait", ...
  std::vector<Place> places;  // Innermost first; only the learner's frames unless there are none.
};

struct BehaviourResult {
  std::string name;      // snake_case, unique within the kata.
  std::string sentence;  // What the learner reads.
  Tier tier = Tier::core;
  Status status = Status::skipped;
  std::string finding;                      // From the closed list in docs/findings; empty on pass.
  std::vector<std::string> other_findings;  // Seen in the same run, less grave.
  std::string message;              // One or more lines of text for a person; empty on pass.
  std::vector<ThreadView> threads;  // The stacks behind the message; may be empty.
  Stage stage = Stage::tsan;        // Whose word this is.
  std::vector<Stage> stages;        // All that ran it.
  std::uint64_t runs = 0;           // Executions of the body: schedules, where the explorer ran it.
  std::int64_t milliseconds = 0;
  std::string note;  // Why a stage could not judge it and another one's word counts; may be empty.

  // The explorer's only.
  bool proved = false;                 // It holds in every schedule there is, not in a sample.
  std::uint64_t failing_schedule = 0;  // From 1; 0 when none failed.
  std::string token;                   // Replays the failing schedule: "<name>:<schedule>".
  std::string story;                   // The failing schedule, step by step, laid out as text.
};

struct TierCount {
  int passed = 0;
  int total = 0;
};

// The first error of a failed compilation, cut down to what a person needs.
struct CompileError {
  std::filesystem::path file;
  int line = 0;
  int column = 0;
  std::string message;
  std::vector<std::string> context;  // Source lines and caret, as the compiler shows them.
  bool in_learners_file = true;
  int further_errors = 0;
};

// One stage of a grading, as far as it came.
struct StageReport {
  Stage stage = Stage::tsan;
  Status status = Status::error;
  std::int64_t milliseconds = 0;
};

struct Verdict {
  static constexpr int kVersion = 1;
  std::string kata;
  std::filesystem::path workspace;
  std::optional<std::string> header_text;  // What was graded; nothing when nobody has read it.
  Status status = Status::error;           // pass, fail or error.
  // One sentence for a person when `status` is not explained by behaviours alone: compile error,
  // not implemented, why it could not be graded.
  std::string summary;
  bool interrupted = false;  // By a signal: that it could not be graded is nobody's fault.
  std::string note;          // What its reader has to know of how it was graded; may be empty.
  std::vector<StageReport> stages;           // In the order in which they were run.
  std::vector<CompileError> compile_errors;  // Empty or one.
  std::vector<BehaviourResult> behaviours;   // In the grader's order.
  std::string learner_output;                // What the code printed, capped; may be empty.
  std::string toolchain;                     // "clang 19.1.7, explorer, ThreadSanitizer"
  std::uint64_t seed = 0;
  std::int64_t milliseconds = 0;

  [[nodiscard]] TierCount count(Tier tier) const;
  // 0 passed, 1 graded and not passed, 2 could not grade.
  [[nodiscard]] int exit_code() const;
};

[[nodiscard]] const char* name(Tier tier);
[[nodiscard]] const char* name(Status status);
[[nodiscard]] const char* name(Stage stage);
// As a sentence names it: "ThreadSanitizer".
[[nodiscard]] const char* title(Stage stage);

}  // namespace runner
