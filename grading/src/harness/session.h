// What the harness knows about the run of this process: the behaviours that exist, the one that
// runs, and how it went so far.
//
// Thread-safety: the registry is filled before main(); the counters may be used from any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

#include "grading/behaviour.h"
#include "grading/finding.h"

namespace grading::harness {

[[nodiscard]] const std::vector<const Behaviour*>& behaviours();
void add_behaviour(const Behaviour& behaviour);
[[nodiscard]] const Behaviour* find_behaviour(std::string_view name);

// Nothing in here orders one thread's accesses before another's: all of it is relaxed, since an
// ordering by the harness would hide races of the code under test from the sanitizer.
struct Counters {
  std::atomic<std::uint64_t> runs{0};
  std::atomic<int> failures{0};
  std::atomic<int> not_implemented{0};  // Failures of that kind; counted in `failures`, too.
};

// Of the behaviour that is running, or ran last.
[[nodiscard]] Counters& counters();

// Which finding the next GoogleTest failure of this thread stands for.
class FindingScope {
 public:
  explicit FindingScope(Finding finding);
  ~FindingScope();
  FindingScope(const FindingScope&) = delete;
  FindingScope& operator=(const FindingScope&) = delete;
};
[[nodiscard]] Finding current_finding();

// The seed of `--kata-seed`; 1 by default.
[[nodiscard]] std::uint64_t seed();
void set_seed(std::uint64_t value);

void report_begin(const Behaviour& behaviour);
// Sends the `end` message of the running behaviour, if one is running.
void report_end();

// The explorer ends a schedule wherever it fails: destructors do not run, and what they would have
// put back is left for the next one. `put_back` is called before each schedule.
// Requires: called before main().
void before_each_schedule(void (*put_back)());
void put_all_back();

// Ends the process at once, with the running behaviour failed: for when threads remain that will
// never return.
[[noreturn]] void end_process_failed();

}  // namespace grading::harness
