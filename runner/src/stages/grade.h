// Grades one kata: builds the grader with the learner's header and runs every behaviour in a child
// process of its own, in one stage after the other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "build/grader_build.h"
#include "catalog/catalog.h"
#include "verdict/verdict.h"

namespace runner {

struct GradeRequest {
  Kata kata;
  Layout layout;
  std::filesystem::path header;     // The file under test, <workspace>/<slug>/<slug>.h.
  std::filesystem::path workspace;  // As the user named it, for reports.
  std::uint64_t seed = 1;
  // One, or the explorer and then ThreadSanitizer as the second witness.
  std::vector<Stage> stages = {Stage::explorer, Stage::tsan};
  std::string behaviour;  // Only this one; all when empty.
  // Of the explorer alone, with `behaviour`: the one schedule to run, and the form of its story.
  std::string token;
  std::string story = "text";
  std::string backend;  // Of the explorer: "fibers", "kernel_threads"; its own choice when empty.
  // Processors to use for behaviours. Verdicts do not depend on it, waiting times do.
  int processors = 1;
  // Of grade_by_each(): held while a stage runs on real threads, so that of several gradings at a
  // time only one does. May be empty.
  std::mutex* real_threads = nullptr;
  // For those who only want to know whether it fails: these behaviours are run before the others,
  // in this order; after the first failure the rest is skipped.
  std::vector<std::string> ask_first;
  bool stop_at_first_failure = false;
  // Keep the program that was built, in case the same header is graded again.
  bool keep_program = true;
  // Called from the grading thread whenever there is news worth showing: "building", a behaviour's
  // name, "3 of 18". May be empty.
  std::function<void(const std::string&)> progress;
  // Called from the grading thread with the verdict so far when what comes next takes seconds:
  // after core under the explorer, and before another stage. May be empty.
  std::function<void(const Verdict&)> on_verdict_so_far;
};

// How the grader of a request is built, using `scratch`.
[[nodiscard]] BuildRequest build_request(const GradeRequest& request,
                                         const std::filesystem::path& scratch);

// Blocks until the verdict is there, seconds to a minute. Survives whatever the learner's code
// does. Never throws for the learner's code; throws UserError when the toolchain is missing.
// Interruptible: after request_stop() (process/stop.h) children are killed and the verdict says
// `error`.
//
// A second stage runs where the first found nothing to fail the code for: all behaviours when they
// all hold, else those that the first could not judge. A behaviour's result is the worst of what
// its stages say.
[[nodiscard]] Verdict grade(const GradeRequest& request);

// What each of the stages says by itself, all of them asked: for those who prove graders. Compiles
// once. Otherwise as grade().
[[nodiscard]] std::vector<Verdict> grade_by_each(const GradeRequest& request);

}  // namespace runner
