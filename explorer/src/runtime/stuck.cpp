// Executions that cannot end by themselves: everybody blocked, or nobody ever done.
#include <algorithm>

#include "runtime/execution.h"

namespace explorer {
namespace {

bool waits_for_a_wake(OperationKind kind) {
  return kind == OperationKind::condvar_wake || kind == OperationKind::futex_wait ||
         kind == OperationKind::futex_timed_wait;
}

}  // namespace

void Execution::stuck(ControlledThread& self) {
  if (!rescuing_) {
    Evidence evidence;
    // Once the body has returned, whoever still waits was left behind by it.
    evidence.kind = threads_[0]->finished ? FindingKind::leak : FindingKind::deadlock;
    evidence.thread = kNoThread;
    evidence_ = std::move(evidence);
    keep_final_states();
    if (evidence_.kind == FindingKind::leak) end(self);
    rescuing_ = true;
    is_plain_ = false;
    briefs_room_ = 0;  // What is done from now on is not written down.
    detects_races_ = only_detects_races_ = false;
    detector_.pause();
  }
  // A waiter whose condition holds already will leave by itself once it looks again. Waking all
  // of them a few times lets each pass the news on to the next.
  const std::uint32_t limit = 4 + 2 * static_cast<std::uint32_t>(thread_count_);
  if (++rescue_rounds_ > limit || !wake_all_waiters()) end(self);
}

bool Execution::wake_all_waiters() {
  bool woke = false;
  for (std::size_t i = 0; i < thread_count_; ++i) {
    ControlledThread& thread = *threads_[i];
    if (thread.finished || runnable_.contains(thread.index)) continue;
    if (!waits_for_a_wake(pending_[i].kind)) continue;
    if (thread.wake_reason != WakeReason::none) continue;  // Contends for its mutex already.
    fire(thread);
    thread.wake_reason = WakeReason::spurious;
    woke = true;
  }
  return woke;
}

void Execution::never_ends(ControlledThread& self) {
  if (rescuing_) end(self);
  // Where for so long nothing has changed but the time, threads only look; where things keep
  // changing, threads undo what they or others did.
  const bool looking = progress_step_ < step_limit_ / 2 && !give_way_to_each_other();
  fail(self, looking ? FindingKind::busy_wait : FindingKind::livelock,
       "the execution did not end within " + std::to_string(step_limit_) + " steps");
}

// Whether at least two threads, since anything changed, were refused a lock while they held another
// one, and not by somebody who gives way to nobody. Those who poll under a lock do not ask for
// more.
bool Execution::give_way_to_each_other() const {
  const auto gave_way = [this](const ControlledThread& thread) {
    return thread.gave_way_step > progress_step_;
  };
  const auto end = threads_.begin() + static_cast<std::ptrdiff_t>(thread_count_);
  return std::count_if(threads_.begin(), end, [&](const auto& thread) {
           const ControlledThread* const other = thread->gave_way_to;
           return gave_way(*thread) && (other == nullptr || gave_way(*other));
         }) >= 2;
}

void Execution::check_for_leaks(ControlledThread& self) {
  if (failed()) return;
  for (std::size_t i = 1; i < thread_count_; ++i) {
    if (threads_[i]->joined || threads_[i]->detached) continue;
    fail(self, FindingKind::leak, "a thread has ended and was neither joined nor detached");
  }
}

void Execution::keep_final_states() {
  record_.threads.resize(thread_count_);
  for (std::size_t i = 0; i < thread_count_; ++i) {
    const ControlledThread& thread = *threads_[i];
    ThreadRecord& record = record_.threads[i];
    record.name = thread.name;
    record.pending = pending_[i];
    record.state = thread.finished                    ? ThreadState::finished
                   : runnable_.contains(thread.index) ? ThreadState::runnable
                                                      : ThreadState::blocked;
    if (settings_.told) record.stack = pending_stacks_[i];
  }
  record_.objects.resize(objects_.size());
  for (std::size_t i = 1; i < objects_.size(); ++i) {
    const SyncObject& object = objects_[static_cast<ObjectIndex>(i)];
    if (objects_.is_current(object)) record_.objects[i].address = object.address;
  }
}

}  // namespace explorer
