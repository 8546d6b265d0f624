#include "grading/src/harness/session.h"

#include <chrono>
#include <cstdio>

#include "grading/src/channel/channel.h"
#include "grading/src/channel/message.h"
#include "grading/src/harness/exit_codes.h"
#include "grading/src/harness/stage.h"
#include "grading/src/raw_syscall.h"

namespace grading {

const char* name(Tier tier) {
  switch (tier) {
    case Tier::core:
      return "core";
    case Tier::robust:
      return "robust";
    case Tier::senior:
      return "senior";
  }
  return "core";
}

namespace harness {
namespace {

std::vector<const Behaviour*>& registry() {
  static std::vector<const Behaviour*> all;
  return all;
}

std::vector<void (*)()>& to_put_back() {
  static std::vector<void (*)()> all;
  return all;
}

Counters the_counters;
thread_local Finding the_finding = Finding::wrong_result;
std::atomic<std::uint64_t> the_seed{1};
std::atomic<const Behaviour*> running{nullptr};
std::atomic<std::int64_t> started_at{0};  // Nanoseconds on the steady clock.

std::int64_t now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

}  // namespace

const std::vector<const Behaviour*>& behaviours() { return registry(); }
void add_behaviour(const Behaviour& behaviour) { registry().push_back(&behaviour); }

const Behaviour* find_behaviour(std::string_view wanted) {
  for (const Behaviour* behaviour : registry()) {
    if (behaviour->name == wanted) return behaviour;
  }
  return nullptr;
}

void before_each_schedule(void (*put_back)()) { to_put_back().push_back(put_back); }
void put_all_back() {
  for (void (*put_back)() : to_put_back()) put_back();
}

Counters& counters() { return the_counters; }

FindingScope::FindingScope(Finding finding) { the_finding = finding; }
FindingScope::~FindingScope() { the_finding = Finding::wrong_result; }
Finding current_finding() { return the_finding; }

std::uint64_t seed() { return the_seed.load(std::memory_order_relaxed); }
void set_seed(std::uint64_t value) { the_seed.store(value, std::memory_order_relaxed); }

void report_begin(const Behaviour& behaviour) {
  report_end();  // Of the one before, where several run in one process.
  the_counters.runs.store(0, std::memory_order_relaxed);
  the_counters.failures.store(0, std::memory_order_relaxed);
  the_counters.not_implemented.store(0, std::memory_order_relaxed);
  stage::forget_problems();
  started_at.store(now(), std::memory_order_relaxed);
  running.store(&behaviour, std::memory_order_relaxed);
  channel::Message("begin").text("name", behaviour.name).send();
}

void report_end() {
  const Behaviour* behaviour = running.exchange(nullptr, std::memory_order_relaxed);
  if (behaviour == nullptr) return;
  const std::int64_t elapsed = now() - started_at.load(std::memory_order_relaxed);
  const std::uint64_t runs = the_counters.runs.load(std::memory_order_relaxed);
  const bool clean =
      the_counters.failures.load(std::memory_order_relaxed) == 0 && stage::problems() == 0;
  channel::Message("end")
      .text("name", behaviour->name)
      .text("status", clean ? "pass" : "fail")
      .number("runs", static_cast<std::int64_t>(runs == 0 ? 1 : runs))
      .number("milliseconds", elapsed / 1'000'000)
      .send();
}

void end_process_failed() {
  report_end();
  const int failures = the_counters.failures.load(std::memory_order_relaxed);
  const bool only_missing =
      failures > 0 && failures == the_counters.not_implemented.load(std::memory_order_relaxed);
  std::fflush(stdout);
  std::fflush(stderr);
  const int status = only_missing && !channel::connected() ? kNotImplemented : kFailed;
  // Not even _exit(): the sanitizer would complain of the threads that are left.
  for (;;) raw_syscall(SYS_exit_group, status);
}

}  // namespace harness

}  // namespace grading
