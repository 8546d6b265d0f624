#include "report/telling/words.h"

#include <array>

#include "report/telling/numbers.h"

namespace explorer {
namespace {

// True where the verb is followed by the object's name.
struct Verb {
  const char* text;
  bool with_object;
};

Verb verb_for(OperationKind kind) {
  using enum OperationKind;
  switch (kind) {
    case thread_start:
      return {"begins", false};
    case thread_exit:
      return {"ends", false};
    case thread_create:
      return {"start", false};
    case thread_join:
      return {"join", false};
    case thread_detach:
      return {"detach", false};
    case yield:
      return {"yield", false};
    case mutex_lock:
    case mutex_timed_lock:
      return {"lock", true};
    case mutex_try_lock:
      return {"try to lock", true};
    case mutex_unlock:
    case rwlock_unlock:
      return {"unlock", true};
    case mutex_init:
      return {"initialise", true};
    case mutex_destroy:
    case rwlock_destroy:
    case condvar_destroy:
      return {"destroy", true};
    case rwlock_read_lock:
    case rwlock_timed_read_lock:
      return {"lock for reading", true};
    case rwlock_write_lock:
    case rwlock_timed_write_lock:
      return {"lock for writing", true};
    case rwlock_try_read_lock:
      return {"try to lock for reading", true};
    case rwlock_try_write_lock:
      return {"try to lock for writing", true};
    case condvar_wait:
    case condvar_timed_wait:
    case semaphore_wait:
    case semaphore_timed_wait:
    case futex_wait:
    case futex_timed_wait:
    case barrier_wait:
      return {"wait on", true};
    case condvar_wake:
      return {"wakes from", true};
    case condvar_notify_one:
      return {"notify_one", true};
    case condvar_notify_all:
      return {"notify_all", true};
    case futex_wake:
      return {"wake waiters of", true};
    case semaphore_try_wait:
      return {"try to take", true};
    case semaphore_post:
      return {"post", true};
    case once_begin:
      return {"enter", true};
    case once_end:
      return {"leave", true};
    case atomic_load:
      return {"load", true};
    case atomic_store:
      return {"store", true};
    case atomic_read_modify_write:
      return {"modify", true};
    case atomic_compare_exchange:
      return {"compare-exchange", true};
    case fence:
      return {"fence", false};
    case plain_read:
      return {"read", false};
    case plain_write:
      return {"write", false};
    case clock_read:
      return {"read the clock", false};
    case clock_set:
      return {"set the system clock", false};
    case sleep:
      return {"sleep", false};
    case choose:
      return {"choose", false};
    case label:
      return {"says", false};
    case await_quiet:
      return {"let the others settle", false};
    case await_ends:
      return {"wait for the end of", false};
    case look:
      return {"look at", false};
  }
  return {"step", false};
}

// What the standard lets fail although nobody holds the lock.
bool tries_a_lock(OperationKind kind) {
  using enum OperationKind;
  return kind == mutex_try_lock || kind == rwlock_try_read_lock || kind == rwlock_try_write_lock;
}

bool waits_for_a_lock(OperationKind kind) {
  using enum OperationKind;
  return kind == mutex_lock || kind == mutex_timed_lock || kind == rwlock_read_lock ||
         kind == rwlock_write_lock || kind == rwlock_timed_read_lock ||
         kind == rwlock_timed_write_lock;
}

bool enters_condvar_wait(OperationKind kind) {
  return kind == OperationKind::condvar_wait || kind == OperationKind::condvar_timed_wait;
}

std::string held_by(const Operation& operation, const Names& names, const Holdings& before) {
  const std::vector<Holding> holders = before.of_object(operation.object);
  return holders.empty() ? std::string() : "held by " + holder_names(holders, names);
}

std::string note_for(const Event& event, const Names& names, const Holdings& before) {
  const Operation& operation = event.operation;
  if (enters_condvar_wait(operation.kind)) {
    return operation.second_object != 0 ? "releases " + names.object(operation.second_object)
                                        : std::string();
  }
  switch (event.outcome) {
    case Outcome::blocked: {
      const std::string holder =
          waits_for_a_lock(operation.kind) ? held_by(operation, names, before) : std::string();
      return holder.empty() ? "waits" : "waits: " + holder;
    }
    case Outcome::refused: {
      const std::string holder = held_by(operation, names, before);
      if (!holder.empty()) return "fails: " + holder;
      return tries_a_lock(operation.kind) ? "fails for no reason: it may" : "fails";
    }
    case Outcome::timed_out:
      return "timed out";
    case Outcome::spurious:
      return "spurious wake-up";
    case Outcome::proceeded:
      break;
  }
  return {};
}

}  // namespace

std::string request_words(const Operation& operation, const Names& names) {
  const Verb verb = verb_for(operation.kind);
  std::string text = verb.text;
  if (verb.with_object) {
    text += " " + names.object(operation.object);
  }
  using enum OperationKind;
  const bool names_peer = operation.kind == thread_create || operation.kind == thread_join ||
                          operation.kind == thread_detach || operation.kind == await_ends ||
                          operation.kind == look;
  if (names_peer && operation.peer != kNoThread) {
    text += " " + names.thread(operation.peer);
  } else if (operation.kind == sleep && operation.value != 0) {
    text += " " + duration_words(static_cast<std::int64_t>(operation.value));
  } else if (operation.kind == clock_set) {
    const auto by = static_cast<std::int64_t>(operation.value);
    text += (by < 0 ? " back by " : " forward by ") + duration_words(by < 0 ? -by : by);
  } else if ((operation.kind == plain_read || operation.kind == plain_write) &&
             operation.size != 0) {
    text += " " + counted(operation.size, "byte");
  }
  return text;
}

StepWords words_for(const Event& event, const Names& names, const Holdings& before,
                    const ExecutionRecord& record) {
  const Operation& operation = event.operation;
  StepWords words{request_words(operation, names), note_for(event, names, before)};
  using enum OperationKind;
  if (operation.kind == label && operation.value < record.labels.size()) {
    words.action = "\"" + record.labels[operation.value] + "\"";
  } else if (operation.kind == choose) {
    words.action += " " + std::to_string(operation.value);
  } else if (operation.kind == condvar_notify_one || operation.kind == futex_wake ||
             operation.kind == semaphore_post) {
    if (operation.peer != kNoThread) {
      words.action += " -> " + names.thread(operation.peer);
    } else if (operation.kind == condvar_notify_one) {
      words.note = "nobody waits";
    }
  }
  return words;
}

std::string enumerate(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) {
      text += i + 1 == words.size() ? " and " : ", ";
    }
    text += words[i];
  }
  return text;
}

std::string holder_names(const std::vector<Holding>& holders, const Names& names) {
  std::vector<std::string> threads;
  threads.reserve(holders.size());
  for (const Holding& holding : holders) {
    threads.push_back(names.thread(holding.thread));
  }
  return enumerate(threads);
}

std::string duration_words(std::int64_t nanoseconds) {
  struct Unit {
    const char* name;
    std::int64_t length;
  };
  constexpr std::int64_t kSecond = 1'000'000'000;
  constexpr std::array<Unit, 6> kUnits{{{"h", 3600 * kSecond},
                                        {"min", 60 * kSecond},
                                        {"s", kSecond},
                                        {"ms", 1'000'000},
                                        {"us", 1'000},
                                        {"ns", 1}}};
  for (const Unit& unit : kUnits) {
    if (nanoseconds < unit.length && unit.length > 1) {
      continue;
    }
    const std::int64_t whole = nanoseconds / unit.length;
    const std::int64_t thousandths = nanoseconds % unit.length * 1'000 / unit.length;
    std::string text = std::to_string(whole);
    if (thousandths != 0) {
      std::string digits = std::to_string(1'000 + thousandths).substr(1);
      digits.erase(digits.find_last_not_of('0') + 1);
      text += "." + digits;
    }
    return text + " " + unit.name;
  }
  return {};
}

}  // namespace explorer
