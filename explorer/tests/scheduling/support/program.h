// A tiny deterministic multi-threaded machine: the system under schedule in tests of strategies.
//
// All threads exist from the beginning. It asks a strategy exactly what the runtime would ask and
// reports the events the runtime would report, without any real thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scheduling/strategy.h"

namespace explorer::test {

struct Instruction {
  enum class Code : std::uint8_t {
    load,        // Notes the value of variable `object`.
    store,       // Sets it to `value`.
    add,         // Adds `value` to it and notes the old value, as one step.
    lock,        // Mutex `object`.
    try_lock,    // Notes 1 if it got it, else 0.
    unlock,      // If held by this thread; else nothing.
    wait,        // On condvar `object` with mutex `value`.
    notify_one,  // Condvar `object`.
    notify_all,
    choose,   // Notes a value below `value`.
    post,     // Adds a permit to semaphore `object`.
    acquire,  // Takes one, when there is one.
    await,    // Spins until variable `object` is `value`.
  };
  Code code = Code::load;
  unsigned object = 0;
  int value = 0;
};

using ThreadCode = std::vector<Instruction>;
using Program = std::vector<ThreadCode>;

struct RunResult {
  // What each thread noted, and the variables at the end: "0:1,0 1:0 | 2 0".
  std::string outcome;
  bool deadlock = false;
  bool endless = false;  // Ran into the step limit.
  Trace trace;
  unsigned choices_of_threads = 0;
};

// One execution. `strategy` has been told to begin it; run() tells it the end.
[[nodiscard]] RunResult run(const Program& program, Strategy& strategy,
                            unsigned step_limit = 2'000);

// Shorthand for writing programs.
inline Instruction load(unsigned x) { return {Instruction::Code::load, x, 0}; }
inline Instruction store(unsigned x, int value) { return {Instruction::Code::store, x, value}; }
inline Instruction add(unsigned x, int value) { return {Instruction::Code::add, x, value}; }
inline Instruction lock(unsigned m) { return {Instruction::Code::lock, m, 0}; }
inline Instruction try_lock(unsigned m) { return {Instruction::Code::try_lock, m, 0}; }
inline Instruction unlock(unsigned m) { return {Instruction::Code::unlock, m, 0}; }
inline Instruction wait(unsigned c, int m) { return {Instruction::Code::wait, c, m}; }
inline Instruction notify_one(unsigned c) { return {Instruction::Code::notify_one, c, 0}; }
inline Instruction notify_all(unsigned c) { return {Instruction::Code::notify_all, c, 0}; }
inline Instruction choose(int count) { return {Instruction::Code::choose, 0, count}; }
inline Instruction post(unsigned s) { return {Instruction::Code::post, s, 0}; }
inline Instruction acquire(unsigned s) { return {Instruction::Code::acquire, s, 0}; }
inline Instruction await(unsigned x, int value) { return {Instruction::Code::await, x, value}; }

}  // namespace explorer::test
