#include "report/telling/narrator.h"

#include <limits>
#include <utility>

#include "report/facts/holdings.h"
#include "report/facts/lock_use.h"
#include "report/facts/places.h"
#include "report/telling/decisive.h"
#include "report/telling/endings.h"
#include "report/telling/repetition.h"
#include "report/telling/words.h"

namespace explorer {
namespace {

bool is_atomic(OperationKind kind) {
  using enum OperationKind;
  return kind == atomic_load || kind == atomic_store || kind == atomic_read_modify_write ||
         kind == atomic_compare_exchange || kind == fence;
}

bool same_line(const SourceLocation& a, const SourceLocation& b) {
  return a.line == b.line && a.file == b.file && a.function == b.function;
}

// "load atomic #1" and "compare-exchange atomic #1" -> "load, compare-exchange atomic #1". What
// has been said already is not said again.
std::string joined_actions(const std::string& first, const std::string& second) {
  const std::string verb = second.substr(0, second.find(' '));
  if (first.substr(0, verb.size() + 1) == verb + "," ||
      first.find(" " + verb) != std::string::npos) {
    return first;
  }
  const auto first_object = first.find(" atomic ");
  const auto second_object = second.find(" atomic ");
  if (first_object != std::string::npos && second_object != std::string::npos &&
      first.substr(first_object) == second.substr(second_object)) {
    return first.substr(0, first_object) + ", " + second;
  }
  return first + ", " + second;
}

class Narrator {
 public:
  Narrator(const ExecutionRecord& record, const Evidence& evidence, const Names& names,
           Symbols& symbols)
      : record_(record),
        evidence_(evidence),
        names_(names),
        symbols_(symbols),
        holdings_(record),
        places_(record, symbols),
        open_calls_(record.threads.size()) {}

  std::vector<StoryStep> tell() {
    const std::optional<std::size_t> decisive = decisive_position(record_, evidence_.kind);
    for (std::size_t i = 0; i < record_.trace.events.size(); ++i) {
      tell_previous_access_before(record_.trace.events[i].step);
      awaiting_decisive_ = awaiting_decisive_ || decisive == i;
      tell_event(i);
      holdings_.follow(i);
    }
    tell_previous_access_before(std::numeric_limits<std::uint32_t>::max());
    for (StoryStep& step : ending_steps(record_, evidence_, names_, symbols_)) {
      emit(std::move(step));
    }
    if (awaiting_decisive_ && !steps_.empty()) {
      steps_.back().decisive = true;
    }
    return shortened(without_repetition(std::move(steps_)), kMostStorySteps);
  }

 private:
  // A library call that a thread is inside of, told when it began.
  struct OpenCall {
    std::string key;
    bool waits = false;
  };

  void tell_event(std::size_t position) {
    const Event& event = record_.trace.events[position];
    const OperationKind kind = event.operation.kind;
    // Threads begin where their first step is told; and to look at one changes nothing.
    if (kind == OperationKind::thread_start || kind == OperationKind::look ||
        event.thread >= open_calls_.size()) {
      return;
    }
    const Place& place = places_.at(position);
    if (tells_as_one_call(place.library_call)) {
      tell_call(event, place);
      return;
    }
    open_calls_[event.thread] = {};
    if (is_relock_after_wake(position)) {
      return;
    }
    StepWords words = words_for(event, names_, holdings_, record_);
    if (kind == OperationKind::condvar_wake && event.outcome == Outcome::proceeded) {
      words.note = notifier_words(position);
    }
    StoryStep step = step_of(event, place.where);
    step.action = std::move(words.action);
    step.note = std::move(words.note);
    if (is_atomic(kind) && last_was_atomic_ && !awaiting_decisive_ && !steps_.empty() &&
        steps_.back().thread == step.thread && same_line(steps_.back().where, step.where) &&
        steps_.back().action != step.action) {
      steps_.back().action = joined_actions(steps_.back().action, step.action);
      return;
    }
    emit(std::move(step));
    last_was_atomic_ = is_atomic(kind);
  }

  void tell_call(const Event& event, const Place& place) {
    OpenCall& open = open_calls_[event.thread];
    const std::string key = place.where.file + ":" + std::to_string(place.where.line) + ":" +
                            place.where.function + ":" + place.library_call;
    const std::string action = call_words(place.library_call);
    const bool parks = event.outcome == Outcome::blocked;
    StoryStep step = step_of(event, place.where);
    step.action = action;
    if (open.key != key) {
      open = {key, parks};
      step.note = parks ? "waits" : "";
      emit(std::move(step));
      return;
    }
    if (parks && !open.waits) {
      open.waits = true;
      if (steps_.back().thread == event.thread && steps_.back().action == action) {
        steps_.back().note = "waits";
      } else {
        step.note = "waits";
        emit(std::move(step));
      }
    } else if (!parks && open.waits) {
      open.waits = false;
      step.note = event.outcome == Outcome::timed_out  ? "timed out"
                  : event.outcome == Outcome::spurious ? "wakes up spuriously"
                                                       : "wakes up";
      emit(std::move(step));
    }
  }

  // A lock step that only completes a wait on a condition variable.
  bool is_relock_after_wake(std::size_t position) const {
    const std::vector<Event>& events = record_.trace.events;
    const Event& event = events[position];
    if (event.operation.kind != OperationKind::mutex_lock) {
      return false;
    }
    for (std::size_t i = position; i-- > 0;) {
      if (events[i].thread == event.thread) {
        const Operation& before = events[i].operation;
        return before.kind == OperationKind::condvar_wake &&
               before.second_object == event.operation.object &&
               before.call_site == event.operation.call_site;
      }
    }
    return false;
  }

  std::string notifier_words(std::size_t wake) const {
    const std::vector<Event>& events = record_.trace.events;
    for (std::size_t i = wake; i-- > 0;) {
      const Operation& operation = events[i].operation;
      if (operation.object != events[wake].operation.object) {
        continue;
      }
      const bool mine = operation.kind == OperationKind::condvar_notify_one &&
                        operation.peer == events[wake].thread;
      if (mine || operation.kind == OperationKind::condvar_notify_all) {
        return "notified by " + names_.thread(events[i].thread);
      }
    }
    return {};
  }

  // An access belongs to the step that its thread takes next, so it comes before that event.
  void tell_previous_access_before(std::uint32_t step) {
    if (!evidence_.fault || previous_access_told_ || evidence_.fault->previous.step > step) {
      return;
    }
    previous_access_told_ = true;
    // A use of a lock is an event, told as such.
    if (evidence_.fault->previous.thread != kNoThread &&
        !lock_use(record_, evidence_.fault->previous)) {
      emit(access_step(record_, evidence_, evidence_.fault->previous, names_, symbols_));
    }
  }

  static StoryStep step_of(const Event& event, const SourceLocation& where) {
    StoryStep step;
    step.step = event.step;
    step.thread = event.thread;
    step.where = where;
    step.virtual_nanoseconds = event.virtual_nanoseconds;
    step.peer = event.operation.peer == kNoThread ? kNoPeer : event.operation.peer;
    return step;
  }

  void emit(StoryStep step) {
    if (awaiting_decisive_) {
      step.decisive = true;
      awaiting_decisive_ = false;
    }
    last_was_atomic_ = false;
    steps_.push_back(std::move(step));
  }

  const ExecutionRecord& record_;
  const Evidence& evidence_;
  const Names& names_;
  Symbols& symbols_;
  Holdings holdings_;
  Places places_;
  std::vector<OpenCall> open_calls_;
  std::vector<StoryStep> steps_;
  bool previous_access_told_ = false;
  bool awaiting_decisive_ = false;
  bool last_was_atomic_ = false;
};

}  // namespace

std::vector<StoryStep> narrate(const ExecutionRecord& record, const Evidence& evidence,
                               const Names& names, Symbols& symbols) {
  return Narrator(record, evidence, names, symbols).tell();
}

}  // namespace explorer
