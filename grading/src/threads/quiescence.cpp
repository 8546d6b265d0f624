#include "grading/src/threads/quiescence.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include "grading/src/perturbation/perturbation.h"
#include "grading/src/raw_syscall.h"
#include "grading/src/threads/process_view.h"
#include "grading/time.h"

namespace grading::quiescence {
namespace {

using process_view::ThreadView;

std::vector<int>& restless() {
  static std::vector<int> threads;
  return threads;
}

// Everyone's view if all but `except` are asleep, else nothing.
std::optional<std::vector<ThreadView>> look_at_sleepers(const std::vector<int>& except) {
  // A thread that this library delays sleeps, too, but wakes up by itself.
  if (perturbation::delaying()) return std::nullopt;
  std::vector<ThreadView> views;
  for (const int thread : process_view::threads()) {
    // The channel's thread counts, too: somebody may be waiting for it to take a message.
    if (thread == process_view::this_thread()) continue;
    if (std::find(except.begin(), except.end(), thread) != except.end()) continue;
    const auto view = process_view::look_at(thread);
    if (!view || !view->asleep) return std::nullopt;
    views.push_back(*view);
  }
  return views;
}

}  // namespace

// Two rounds of looks. Whoever runs in between either is seen running by the second round or has
// gone to sleep again, which its kernel counters show; so equal rounds mean that all of them slept
// through the moment between the rounds.
std::optional<process_view::WaitsIn> how_it_sleeps(int thread) {
  const auto before = look_at_sleepers(restless());
  if (!before) return std::nullopt;
  const auto waits_in = process_view::waits_in(thread);
  const auto after = look_at_sleepers(restless());
  if (!after || *before != *after || waits_in == process_view::WaitsIn::running) {
    return std::nullopt;
  }
  return waits_in;
}

void note_restless(int thread) { restless().push_back(thread); }
void forget_restless(int thread) { std::erase(restless(), thread); }
bool anyone_is_restless() { return !restless().empty(); }

bool everyone_is_stuck() {
  const auto before = look_at_sleepers({});
  if (!before) return false;
  for (const ThreadView& view : *before) {
    const auto waits_in = process_view::waits_in(view.thread);
    if (waits_in == process_view::WaitsIn::futex) continue;
    // The sanitizer's housekeeper naps for ever and wakes nobody.
    if (process_view::is_runtime_thread(view.thread)) continue;
    return false;
  }
  const auto after = look_at_sleepers({});
  return after && *before == *after;
}

void Patience::pause() {
  ++pauses_;
  if (pauses_ <= 4) {
    raw_syscall(SYS_sched_yield);
    return;
  }
  const auto time = std::min<long>(50'000L * static_cast<long>(pauses_), 2'000'000L);
  const timespec nap{0, time};
  raw_syscall(SYS_nanosleep, as_argument(&nap), 0);
}

}  // namespace grading::quiescence
