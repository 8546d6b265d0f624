// A simulated service that code under test calls: it takes its time, fails when it is told to, and
// remembers how it was called.
//
//   Downstream mail("mail", 10ms);
//   mail.fail_call(3);
//   ... the code under test: mail.call(); ...
//   expect_equal(mail.most_at_once(), 4, "the number of calls at a time");
//
// Under the explorer latency is virtual time, so how long work takes is exact: see Makespan.
//
// Thread-safety: call() may be called from any thread, and nothing in here orders those threads,
// which would hide races. The answers are final once all callers are known to have returned.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "grading/time.h"

namespace grading {

// What a call that is scripted to fail throws.
class DownstreamError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Downstream {
 public:
  // `latency`: how long a call takes; as the scene writes it, so pass scaled(5s) where it matters.
  explicit Downstream(std::string name, std::chrono::nanoseconds latency = {});
  Downstream(const Downstream&) = delete;
  Downstream& operator=(const Downstream&) = delete;

  // Blocks for the latency. Throws DownstreamError if this call is to fail, after that time.
  void call();

  // The `number`-th call (from 1) fails. Requires: 1 <= number <= 64, and that it has not begun.
  void fail_call(unsigned number);
  // Every call that begins from now on fails, or no longer does.
  void set_outage(bool out);
  // For calls that begin from now on.
  void set_latency(std::chrono::nanoseconds latency);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] int calls() const;     // Begun so far.
  [[nodiscard]] int failures() const;  // Thrown so far.
  [[nodiscard]] int at_once() const;   // In progress.
  [[nodiscard]] int most_at_once() const;
  // Calls whose thread held a lock. Known under the explorer; 0 on real threads (see locks.h).
  [[nodiscard]] int calls_under_lock() const;

  // Fails with lock_held_while_blocking if a call was made with a lock held.
  bool expect_no_lock_held() const;
  // Fails with serialized unless at least `calls` were in progress at the same time.
  bool expect_at_once(int calls) const;
  // Fails with unbounded if more than `calls` were.
  bool expect_at_most_at_once(int calls) const;

 private:
  [[nodiscard]] bool is_to_fail(int number) const;

  std::string name_;
  std::atomic<std::int64_t> latency_;
  std::atomic<std::uint64_t> failing_{0};  // Bit n - 1: the n-th call.
  std::atomic<bool> out_{false};
  std::atomic<int> begun_{0};
  std::atomic<int> failed_{0};
  std::atomic<int> now_{0};
  std::atomic<int> most_{0};
  std::atomic<int> under_lock_{0};
};

// How long a scene takes. In virtual time that is exact: 8 workers on 80 tasks of 10 ms take 100
// ms, and 800 ms if something makes them take turns.
class Makespan {
 public:
  // Fails with serialized if more than `longest` has passed since this was made. Under the explorer
  // only: on real threads, where no upper bound on time is fair, nothing happens.
  bool expect_at_most(std::chrono::nanoseconds longest, const std::string& what) const;
  // Fails if less has passed: what takes that long can't have been done.
  bool expect_at_least(std::chrono::nanoseconds shortest, const std::string& what) const;

 private:
  Stopwatch watch_;
};

}  // namespace grading
