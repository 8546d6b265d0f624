#include "report/facts/waits.h"

#include <algorithm>

#include "report/facts/places.h"

namespace explorer {
namespace {

WaitReason reason_of(OperationKind kind) {
  using enum OperationKind;
  switch (kind) {
    case mutex_lock:
    case mutex_timed_lock:
    case rwlock_read_lock:
    case rwlock_write_lock:
    case rwlock_timed_read_lock:
    case rwlock_timed_write_lock:
      return WaitReason::lock;
    case condvar_wait:
    case condvar_timed_wait:
    case condvar_wake:
      return WaitReason::notification;
    case futex_wait:
    case futex_timed_wait:
    case semaphore_wait:
    case semaphore_timed_wait:
      return WaitReason::value;
    case thread_join:
    case await_ends:
      return WaitReason::join;
    case sleep:
      return WaitReason::time;
    default:
      return WaitReason::other;
  }
}

const Wait* wait_of(const std::vector<Wait>& waits, ThreadIndex thread) {
  const auto found = std::find_if(waits.begin(), waits.end(),
                                  [&](const Wait& wait) { return wait.thread == thread; });
  return found != waits.end() ? &*found : nullptr;
}

std::vector<ThreadIndex> waited_for(const Wait& wait) {
  std::vector<ThreadIndex> threads;
  if (wait.joined != kNoThread) {
    threads.push_back(wait.joined);
  }
  for (const Holding& holding : wait.holders) {
    threads.push_back(holding.thread);
  }
  return threads;
}

// A thread in a wait that has been notified since it began only waits for the mutex.
bool waits_for_the_mutex(const Trace& trace, ThreadIndex thread, ObjectIndex condvar) {
  for (std::size_t i = trace.events.size(); i-- > 0;) {
    const Event& event = trace.events[i];
    if (event.thread == thread) {
      return false;
    }
    using enum OperationKind;
    if (event.operation.object == condvar &&
        (event.operation.kind == condvar_notify_all ||
         (event.operation.kind == condvar_notify_one && event.operation.peer == thread))) {
      return true;
    }
  }
  return false;
}

// Depth-first from the end of `path`; true when it got back to the start of the path.
bool close_cycle(const std::vector<Wait>& waits, std::vector<ThreadIndex>& path) {
  const Wait* last = wait_of(waits, path.back());
  if (last == nullptr) {
    return false;
  }
  for (const ThreadIndex next : waited_for(*last)) {
    if (next == path.front()) {
      return true;
    }
    if (std::find(path.begin(), path.end(), next) != path.end()) {
      continue;
    }
    path.push_back(next);
    if (close_cycle(waits, path)) {
      return true;
    }
    path.pop_back();
  }
  return false;
}

}  // namespace

ReturnAddresses stack_of(const Wait& wait, const ExecutionRecord& record) {
  const ReturnAddresses& stack = record.threads[wait.thread].stack;
  return stack.empty() && wait.operation.call_site != 0 ? ReturnAddresses{wait.operation.call_site}
                                                        : stack;
}

std::vector<Wait> waits_at_end(const ExecutionRecord& record, const Holdings& holdings,
                               Symbols& symbols) {
  std::vector<Wait> waits;
  for (std::size_t index = 0; index < record.threads.size(); ++index) {
    const ThreadRecord& thread = record.threads[index];
    if (thread.state != ThreadState::blocked) {
      continue;
    }
    Wait wait;
    wait.thread = static_cast<ThreadIndex>(index);
    wait.operation = thread.pending;
    wait.reason = reason_of(thread.pending.kind);
    if (wait.reason == WaitReason::notification && thread.pending.second_object != 0 &&
        waits_for_the_mutex(record.trace, wait.thread, thread.pending.object)) {
      wait.reason = WaitReason::lock;
      wait.operation.kind = OperationKind::mutex_lock;
      wait.operation.object = thread.pending.second_object;
    }
    if (wait.reason == WaitReason::lock) {
      wait.holders = holdings.of_object(wait.operation.object);
    } else if (wait.reason == WaitReason::join) {
      wait.joined = thread.pending.peer;
    }
    const std::string called = place_of(symbols, stack_of(wait, record)).library_call;
    wait.call = tells_as_one_call(called) ? call_words(called) : "";
    waits.push_back(wait);
  }
  return waits;
}

std::vector<ThreadIndex> waiting_cycle(const std::vector<Wait>& waits) {
  for (const Wait& wait : waits) {
    std::vector<ThreadIndex> path{wait.thread};
    if (close_cycle(waits, path)) {
      return path;
    }
  }
  return {};
}

}  // namespace explorer
