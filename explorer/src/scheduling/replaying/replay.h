// Repeats a recorded schedule and notices when the program no longer follows it.
//
// After a divergence it answers with the usual choices, so that the execution comes to an end.
// Thread-safety: that of Strategy.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scheduling/strategy.h"
#include "trace/schedule.h"

namespace explorer {

// Where a replay first departed from its recording.
struct Divergence {
  std::uint32_t step = 0;      // Of the trace being replayed.
  std::uint32_t position = 0;  // Number of the choice, from 0.
  std::string expected;
  std::string actual;
  // "replay diverged at step 12 (choice 7): expected thread 3, but threads 0 and 1 can run"
  [[nodiscard]] std::string describe() const;
};

class Replay final : public Strategy {
 public:
  // From a token: departures are noticed where the recorded answer is impossible, at the next
  // checkpoint, or at the end.
  explicit Replay(Schedule schedule);
  // From a full recording: they are noticed at the first choice that differs.
  explicit Replay(std::vector<Choice> recording);

  // One execution only.
  bool begin_execution(std::uint64_t execution) override;
  ThreadIndex choose_thread(const SchedulingPoint& point) override;
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override;
  void executed(const Event& event) override { step_ = event.step + 1; }
  void thread_created(ThreadIndex, ThreadIndex) override {}
  void end_execution(bool failed) override;

  [[nodiscard]] const std::optional<Divergence>& divergence() const { return divergence_; }

 private:
  // The recorded answer to the question at hand; nothing where the usual one is recorded.
  [[nodiscard]] std::optional<std::uint16_t> recorded();
  // Compares the question with the recording, counts the answer. False if they differ.
  void settle(const Choice& choice);
  void diverge(std::string expected, std::string actual);

  Schedule schedule_;
  std::vector<Choice> recording_;  // Empty when replaying from a token.
  std::uint32_t distance_ = 0;
  std::size_t next_deviation_ = 0;
  std::size_t next_checkpoint_ = 0;
  std::uint32_t position_ = 0;
  std::uint32_t step_ = 0;
  ChoiceDigest digest_;
  std::optional<Divergence> divergence_;
};

}  // namespace explorer
