#include "report/telling/decisive.h"

#include <algorithm>
#include <vector>

#include "report/facts/holdings.h"
#include "report/facts/notifies.h"

namespace explorer {
namespace {

// For each position the operation that its thread did next, or stands before at the end.
std::vector<const Operation*> next_operations(const ExecutionRecord& record) {
  std::vector<const Operation*> upcoming(record.threads.size(), nullptr);
  for (std::size_t i = 0; i < record.threads.size(); ++i) {
    if (record.threads[i].state != ThreadState::finished) {
      upcoming[i] = &record.threads[i].pending;
    }
  }
  const std::vector<Event>& events = record.trace.events;
  std::vector<const Operation*> next(events.size(), nullptr);
  for (std::size_t i = events.size(); i-- > 0;) {
    const ThreadIndex thread = events[i].thread;
    if (thread < upcoming.size()) {
      next[i] = upcoming[thread];
      upcoming[thread] = &events[i].operation;
    }
  }
  return next;
}

// Follows a trace and says at each step whether its thread could have gone on.
class Progress {
 public:
  explicit Progress(const ExecutionRecord& record)
      : record_(record), next_(next_operations(record)), holdings_(record) {}

  void follow(std::size_t position) {
    holdings_.follow(position);
    if (record_.trace.events[position].operation.kind == OperationKind::thread_exit) {
      ended_.push_back(record_.trace.events[position].thread);
    }
  }

  // Requires: followed up to and including `position`.
  bool could_go_on(std::size_t position) const {
    const Event& event = record_.trace.events[position];
    const Operation* next = next_[position];
    using enum OperationKind;
    if (next == nullptr || event.outcome == Outcome::blocked || event.operation.kind == yield ||
        next->kind == condvar_wake) {
      return false;
    }
    if (next->kind == thread_join || next->kind == await_ends) {
      return std::find(ended_.begin(), ended_.end(), next->peer) != ended_.end();
    }
    if (next->kind == mutex_lock || next->kind == rwlock_write_lock ||
        next->kind == rwlock_read_lock) {
      const std::vector<Holding> holders = holdings_.of_object(next->object);
      return std::all_of(holders.begin(), holders.end(),
                         [&](const Holding& holding) { return holding.thread == event.thread; });
    }
    return true;
  }

 private:
  const ExecutionRecord& record_;
  std::vector<const Operation*> next_;
  Holdings holdings_;
  std::vector<ThreadIndex> ended_;
};

// A wait is chosen to end early when it begins; what that changed is its end.
std::size_t end_of_wait(const Trace& trace, std::size_t begin, Outcome outcome) {
  for (std::size_t i = begin; i < trace.events.size(); ++i) {
    if (trace.events[i].outcome == outcome &&
        trace.events[i].thread == trace.events[begin].thread) {
      return i;
    }
  }
  return begin;
}

// The last choice of a waiter to wake that left out a thread which still waits at the end.
std::optional<std::size_t> misdirected_notify(const ExecutionRecord& record) {
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < record.threads.size(); ++i) {
    const ThreadRecord& thread = record.threads[i];
    if (thread.state != ThreadState::blocked || thread.pending.object == 0) {
      continue;
    }
    const NotifyMiss miss =
        missed_notify(record.trace, static_cast<ThreadIndex>(i), thread.pending.object);
    const bool was_a_choice = std::any_of(record.trace.choices.begin(), record.trace.choices.end(),
                                          [&](const Choice& choice) {
                                            return choice.kind == ChoiceKind::notified_waiter &&
                                                   choice.count > 1 && choice.step == miss.notify;
                                          });
    if (miss.how == MissedNotify::went_elsewhere && was_a_choice) {
      last = std::max(last.value_or(0), miss.notify);
    }
  }
  return last;
}

}  // namespace

std::optional<std::size_t> decisive_position(const ExecutionRecord& record, FindingKind kind) {
  if (kind == FindingKind::lost_wakeup) {
    if (const std::optional<std::size_t> notify = misdirected_notify(record)) {
      return notify;
    }
  }
  const std::vector<Event>& events = record.trace.events;
  Progress progress(record);
  std::size_t followed = 0;
  std::optional<std::size_t> last;
  std::optional<std::size_t> last_spurious;
  for (const Choice& choice : record.trace.choices) {
    while (followed < choice.step && followed < events.size()) {
      progress.follow(followed++);
    }
    if (choice.kind == ChoiceKind::thread) {
      const bool switched = choice.step > 0 && choice.step <= events.size() &&
                            events[choice.step - 1].thread != choice.value;
      if (switched && progress.could_go_on(choice.step - 1)) {
        last = choice.step;
      }
    } else if (choice.kind != ChoiceKind::body_choice && choice.value != 0) {
      last = choice.step;
      if (choice.kind == ChoiceKind::spurious_wake) {
        last = last_spurious = end_of_wait(record.trace, choice.step, Outcome::spurious);
      } else if (choice.kind == ChoiceKind::timeout_first) {
        last = end_of_wait(record.trace, choice.step, Outcome::timed_out);
      }
    }
  }
  return kind == FindingKind::unguarded_wait && last_spurious ? last_spurious : last;
}

}  // namespace explorer
