#include "grading/props/downstream.h"

#include <utility>

#include "grading/expect.h"
#include "grading/locks.h"
#include "grading/stage.h"

namespace grading {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

void raise_to(std::atomic<int>& most, int value) {
  int seen = most.load(kRelaxed);
  while (seen < value && !most.compare_exchange_weak(seen, value, kRelaxed)) {
  }
}

std::string milliseconds(std::chrono::nanoseconds time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(time).count()) +
         " ms";
}

}  // namespace

Downstream::Downstream(std::string name, std::chrono::nanoseconds latency)
    : name_(std::move(name)), latency_(latency.count()) {}

void Downstream::call() {
  const int number = begun_.fetch_add(1, kRelaxed) + 1;
  const bool fails = out_.load(kRelaxed) || is_to_fail(number);
  if (holding_locks() > 0) under_lock_.fetch_add(1, kRelaxed);
  raise_to(most_, now_.fetch_add(1, kRelaxed) + 1);
  let_pass(std::chrono::nanoseconds(latency_.load(kRelaxed)));
  now_.fetch_sub(1, kRelaxed);
  if (!fails) return;
  failed_.fetch_add(1, kRelaxed);
  throw DownstreamError(name_ + " is unavailable");
}

bool Downstream::is_to_fail(int number) const {
  return number <= 64 &&
         (failing_.load(kRelaxed) >> (static_cast<unsigned>(number) - 1U) & 1U) != 0;
}

void Downstream::fail_call(unsigned number) {
  failing_.fetch_or(std::uint64_t{1} << (number - 1U), kRelaxed);
}

void Downstream::set_outage(bool out) { out_.store(out, kRelaxed); }

void Downstream::set_latency(std::chrono::nanoseconds latency) {
  latency_.store(latency.count(), kRelaxed);
}

int Downstream::calls() const { return begun_.load(kRelaxed); }
int Downstream::failures() const { return failed_.load(kRelaxed); }
int Downstream::at_once() const { return now_.load(kRelaxed); }
int Downstream::most_at_once() const { return most_.load(kRelaxed); }
int Downstream::calls_under_lock() const { return under_lock_.load(kRelaxed); }

bool Downstream::expect_no_lock_held() const {
  return expect(calls_under_lock() == 0, name_ + " was called by a thread that held a lock",
                Finding::lock_held_while_blocking);
}

bool Downstream::expect_at_once(int calls) const {
  return expect(most_at_once() >= calls,
                "never more than " + std::to_string(most_at_once()) + " call(s) to " + name_ +
                    " were in progress at a time, where " + std::to_string(calls) + " could be",
                Finding::serialized);
}

bool Downstream::expect_at_most_at_once(int calls) const {
  return expect(most_at_once() <= calls,
                std::to_string(most_at_once()) + " calls to " + name_ +
                    " were in progress at a time, where at most " + std::to_string(calls) +
                    " may be",
                Finding::unbounded);
}

bool Makespan::expect_at_most(std::chrono::nanoseconds longest, const std::string& what) const {
  if (!explored()) return true;
  const std::chrono::nanoseconds time = watch_.elapsed();
  return expect(
      time <= longest,
      what + " took " + milliseconds(time) + ", where " + milliseconds(longest) + " are enough",
      Finding::serialized);
}

bool Makespan::expect_at_least(std::chrono::nanoseconds shortest, const std::string& what) const {
  const std::chrono::nanoseconds time = watch_.elapsed();
  return expect(time >= shortest, what + " took " + milliseconds(time) +
                                      ", which is less than the " + milliseconds(shortest) +
                                      " that it takes");
}

}  // namespace grading
