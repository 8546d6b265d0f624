#include <algorithm>

#include "report/facts/notifies.h"
#include "report/facts/places.h"
#include "report/facts/waits.h"
#include "report/findings/details.h"
#include "report/telling/endings.h"
#include "report/telling/words.h"

namespace explorer {
namespace {

// Longer cycles are named by their threads only.
constexpr std::size_t kMostClauses = 3;

class StuckText {
 public:
  StuckText(const ExecutionRecord& record, const Names& names, Symbols& symbols)
      : record_(record), names_(names), symbols_(symbols), holdings_(record) {
    holdings_.follow_to_end();
    waits_ = waits_at_end(record, holdings_, symbols);
  }

  const std::vector<Wait>& waits() const { return waits_; }

  std::vector<SourceLocation> own_stack_of(const Wait& wait) const {
    return own_frames(frames_of(symbols_, stack_of(wait, record_)));
  }

  // "T1 waits for mutex #2 held by T2"
  std::string wait_clause(const Wait& wait) const {
    if (!wait.call.empty()) {
      return names_.thread(wait.thread) + " waits in " + wait.call;
    }
    const std::string who = names_.thread(wait.thread) + " waits for ";
    switch (wait.reason) {
      case WaitReason::lock:
        if (wait.holders.empty()) {
          return who + names_.object(wait.operation.object);
        }
        if (wait.holders.size() == 1 && wait.holders[0].thread == wait.thread) {
          return who + names_.object(wait.operation.object) + ", which it holds itself";
        }
        return who + names_.object(wait.operation.object) + " held by " +
               holder_names(wait.holders, names_);
      case WaitReason::join:
        return who + names_.thread(wait.joined) + " to end";
      default:
        return who + names_.object(wait.operation.object);
    }
  }

  // "4 threads wait for each other: T1 -> T2 -> T3 -> T4 -> T1"
  std::string cycle_clause(const std::vector<ThreadIndex>& cycle) const {
    std::string text = std::to_string(cycle.size()) + " threads wait for each other: ";
    for (const ThreadIndex thread : cycle) {
      text += names_.thread(thread) + " -> ";
    }
    return text + names_.thread(cycle.front());
  }

  // wait_clause() with places: where it waits, where the lock was taken, what it holds meanwhile.
  std::string wait_sentence(const Wait& wait) const {
    std::string text = wait_clause(wait);
    const std::vector<SourceLocation> stack = own_stack_of(wait);
    if (!stack.empty()) {
      text += " " + place_words(stack.front());
    }
    for (const Holding& holding : wait.holders) {
      const Place taken = place_of(symbols_, record_, holding.since);
      text += "; " + names_.thread(holding.thread) + " locked it " + place_words(taken.where);
      if (record_.threads[holding.thread].state == ThreadState::finished) {
        text += " and ended without unlocking it";
      }
    }
    std::vector<std::string> held;
    for (const Holding& holding : holdings_.of_thread(wait.thread)) {
      held.push_back(names_.object(holding.object));
    }
    return held.empty() ? text : text + "; meanwhile it holds " + enumerate(held);
  }

  // Which notify this waiter missed, as a sentence.
  std::string missed_sentence(const Wait& wait) const {
    const NotifyMiss miss = missed_notify(record_.trace, wait.thread, wait.operation.object);
    const std::string object = names_.object(wait.operation.object);
    const std::string waiter = names_.thread(wait.thread);
    if (miss.how == MissedNotify::none) {
      return "nobody ever notified " + object;
    }
    const Event& notify = record_.trace.events[miss.notify];
    const std::string sender = names_.thread(notify.thread) + "'s " +
                               verb_of(notify.operation.kind) + " " +
                               place_words(place_of(symbols_, record_, miss.notify).where);
    if (miss.how == MissedNotify::came_too_early) {
      return sender + " came before " + waiter + " waited, and notifies are not remembered";
    }
    return notify.operation.peer == kNoThread
               ? sender + " did not reach it"
               : sender + " woke " + names_.thread(notify.operation.peer) + " instead";
  }

 private:
  static std::string verb_of(OperationKind kind) {
    switch (kind) {
      case OperationKind::condvar_notify_one:
        return "notify_one";
      case OperationKind::condvar_notify_all:
        return "notify_all";
      case OperationKind::semaphore_post:
        return "post";
      default:
        return "wake-up";
    }
  }

  const ExecutionRecord& record_;
  const Names& names_;
  Symbols& symbols_;
  Holdings holdings_;
  std::vector<Wait> waits_;
};

const Wait* find_wait(const std::vector<Wait>& waits, ThreadIndex thread) {
  const auto found = std::find_if(waits.begin(), waits.end(),
                                  [&](const Wait& wait) { return wait.thread == thread; });
  return found != waits.end() ? &*found : nullptr;
}

bool can_miss_a_notify(const Wait& wait) {
  return wait.reason == WaitReason::notification || wait.reason == WaitReason::value;
}

// The wait that the summary begins with: the one a notify was missed by, else one for a lock, else
// any; joins follow from other threads' waits.
const Wait* leading_wait(const std::vector<Wait>& waits, FindingKind kind) {
  const auto rank = [&](const Wait& wait) {
    if (can_miss_a_notify(wait)) {
      return kind == FindingKind::lost_wakeup ? 0 : 2;
    }
    return wait.reason == WaitReason::lock ? 1 : wait.reason == WaitReason::join ? 4 : 3;
  };
  const auto first = std::min_element(
      waits.begin(), waits.end(), [&](const Wait& a, const Wait& b) { return rank(a) < rank(b); });
  return first != waits.end() ? &*first : nullptr;
}

std::string summary_of(const StuckText& text, FindingKind kind, const Wait& leading) {
  if (kind == FindingKind::lost_wakeup) {
    return text.wait_clause(leading) + " for ever: " + text.missed_sentence(leading);
  }
  const std::vector<ThreadIndex> cycle = waiting_cycle(text.waits());
  if (cycle.size() > kMostClauses) {
    return text.cycle_clause(cycle);
  }
  std::vector<std::string> clauses;
  for (const ThreadIndex thread : cycle) {
    if (const Wait* wait = find_wait(text.waits(), thread)) {
      clauses.push_back(text.wait_clause(*wait));
    }
  }
  if (!clauses.empty()) {
    return enumerate(clauses);
  }
  return can_miss_a_notify(leading) ? text.wait_clause(leading) + " and nobody is left to wake it"
                                    : text.wait_sentence(leading);
}

}  // namespace

void describe_stuck(Finding& finding, const ExecutionRecord& record, const Names& names,
                    Symbols& symbols) {
  const StuckText text(record, names, symbols);
  finding.summary = std::string(name(finding.kind)) + ": ";
  const Wait* leading = leading_wait(text.waits(), finding.kind);
  if (leading == nullptr) {
    std::vector<std::string> left;
    for (std::size_t i = 0; i < record.threads.size(); ++i) {
      if (record.threads[i].state != ThreadState::finished) {
        left.push_back(names.thread(static_cast<ThreadIndex>(i)));
      }
    }
    finding.summary += left.empty() ? "a thread was neither joined nor detached"
                                    : enumerate(left) + " left behind when the body returned";
    return;
  }
  finding.summary += summary_of(text, finding.kind, *leading);
  if (finding.stack.empty()) {
    finding.stack = text.own_stack_of(*leading);
  }
  for (const Wait& wait : text.waits()) {
    finding.details.push_back(text.wait_sentence(wait));
    if (finding.kind == FindingKind::lost_wakeup && can_miss_a_notify(wait) &&
        wait.thread != leading->thread) {
      finding.details.push_back(text.missed_sentence(wait));
    }
  }
}

}  // namespace explorer
