// What a right solution has to pass under: other backends, one processor, a machine that is busy
// with something else.
#pragma once

#include <sched.h>

#include <string>
#include <thread>
#include <vector>

#include "verdict/verdict.h"

namespace runner {

struct Circumstances {
  std::string name = {};  // "ThreadSanitizer, one processor"
  Stage stage = Stage::explorer;
  std::string backend = {};  // Of the explorer; empty: its own choice.
  // Of the toolkit, as a folder beside the usual one: "gcc". Empty: the usual one.
  std::string compiler = {};
  bool one_processor = false;
  bool pressure = false;
};

[[nodiscard]] const std::vector<Circumstances>& all_circumstances();

// As long as it lives, the calling thread and all threads and processes that it starts share one
// processor. Thread-safety: one owner, which stays in its thread.
class OneProcessor {
 public:
  explicit OneProcessor(bool wanted);
  ~OneProcessor();
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  bool bound_ = false;
  cpu_set_t before_{};
};

// As long as it lives, every processor has two threads that compute, and a quarter of the memory
// that was free is kept in use. Thread-safety: one owner.
class Pressure {
 public:
  explicit Pressure(bool wanted);

 private:
  std::vector<std::jthread> threads_;
};

}  // namespace runner
