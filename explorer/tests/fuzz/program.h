// Small random concurrent programs that always end and have no data race, as plain data: run by
// real threads under the explorer on one side, by a naive interpreter on the other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace explorer::fuzz {

inline constexpr unsigned kPlaces = 2;  // Of each kind: atomics, mutexes, flags, semaphores.
inline constexpr unsigned kNoteBase = 16;

struct Instruction {
  enum class Code : std::uint8_t {
    load,              // Note the atomic.
    store,             // Set it to `value`.
    add,               // Add `value` to it, note what it was.
    compare_exchange,  // From 0 to `value`; note whether it worked.
    locked_add,        // Under the mutex: add `value` to what it guards, note what it was.
    try_locked_add,    // The same if try_lock succeeds; note whether it did.
    raise_flag,        // Under the mutex: set the flag and notify all.
    await_flag,        // Under the mutex: wait for the flag; then note what the mutex guards.
    post,              // Release the semaphore once.
    acquire,           // Acquire it.
  };
  Code code = Code::load;
  unsigned place = 0;
  unsigned value = 0;
};

using ThreadCode = std::vector<Instruction>;
using Program = std::vector<ThreadCode>;

// What a program did: every note of every thread in order, then atomics and guarded values, packed
// into digits.
using Outcome = std::uint64_t;

class OutcomeWriter {
 public:
  void add(unsigned digit) { outcome_ = outcome_ * kNoteBase + digit % kNoteBase; }
  [[nodiscard]] Outcome outcome() const { return outcome_; }

 private:
  Outcome outcome_ = 0;
};

// Same seed, same program. At most `max_instructions` a thread.
[[nodiscard]] Program random_program(std::uint64_t seed, unsigned threads,
                                     unsigned max_instructions);
// As C++-like lines, for failure messages.
[[nodiscard]] std::string to_string(const Program& program);

}  // namespace explorer::fuzz
