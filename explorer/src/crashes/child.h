// One forked child: a function run to its end, its failure or its death.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "crashes/blackboard.h"

namespace explorer::crashes {

enum class ChildEnd {
  returned,
  killed_at_call,  // As the blackboard ordered.
  failed,          // Threw or called fail().
  exited,          // By exit() or the like, whatever the status.
  signalled,
  took_too_long,
};

struct ChildResult {
  ChildEnd end = ChildEnd::returned;
  std::string words;   // "threw: no such table", "died of SIGSEGV", ... empty if it returned.
  std::string output;  // The last kilobytes of its stdout and stderr.
};

// Runs `function` in a child with `directory` as working directory. `count_calls`: durable calls
// are counted, and fatal, as `board` says. Whatever processes the child leaves in its process group
// are killed. Throws std::system_error when there is no child to be had.
[[nodiscard]] ChildResult run_child(const std::function<void()>& function,
                                    const std::string& directory, Blackboard& board,
                                    bool count_calls, std::chrono::milliseconds limit);

// In a child of run_child(): ends it as failed. Elsewhere: returns. What explorer::fail() calls
// when no exploration of schedules is active.
void fail_child(std::string_view message);

}  // namespace explorer::crashes
