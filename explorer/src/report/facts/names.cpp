#include "report/facts/names.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace explorer {
namespace {

std::vector<std::string> thread_names(const std::vector<ThreadRecord>& records) {
  std::map<std::string, int> uses;
  for (const ThreadRecord& record : records) {
    ++uses[record.name];
  }
  std::vector<std::string> names;
  for (std::size_t index = 0; index < records.size(); ++index) {
    const std::string plain = index == 0 ? "main" : "T" + std::to_string(index);
    std::string name = records[index].name;
    if (name.empty()) {
      name = plain;
    } else if (uses[name] > 1) {
      name.append(" (").append(plain).append(")");
    }
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

const char* object_kind(OperationKind kind) {
  using enum OperationKind;
  switch (kind) {
    case mutex_lock:
    case mutex_try_lock:
    case mutex_timed_lock:
    case mutex_unlock:
    case mutex_init:
    case mutex_destroy:
      return "mutex";
    case rwlock_read_lock:
    case rwlock_write_lock:
    case rwlock_try_read_lock:
    case rwlock_try_write_lock:
    case rwlock_timed_read_lock:
    case rwlock_timed_write_lock:
    case rwlock_unlock:
    case rwlock_destroy:
      return "rwlock";
    case condvar_wait:
    case condvar_timed_wait:
    case condvar_wake:
    case condvar_notify_one:
    case condvar_notify_all:
    case condvar_destroy:
      return "condvar";
    case futex_wait:
    case futex_timed_wait:
    case futex_wake:
      return "futex";
    case semaphore_wait:
    case semaphore_try_wait:
    case semaphore_timed_wait:
    case semaphore_post:
      return "semaphore";
    case barrier_wait:
      return "barrier";
    case once_begin:
    case once_end:
      return "once";
    case atomic_load:
    case atomic_store:
    case atomic_read_modify_write:
    case atomic_compare_exchange:
      return "atomic";
    default:
      return "object";
  }
}

Names::Names(const ExecutionRecord& record, Symbols& symbols)
    : threads_(thread_names(record.threads)) {
  const auto meet_both = [&](const Operation& operation) {
    meet(operation.object, object_kind(operation.kind), record, symbols);
    // Only waits on condition variables have two objects.
    meet(operation.second_object, "mutex", record, symbols);
  };
  for (const Event& event : record.trace.events) {
    meet_both(event.operation);
  }
  for (const ThreadRecord& thread : record.threads) {
    if (thread.state != ThreadState::finished) {
      meet_both(thread.pending);
    }
  }
}

void Names::meet(ObjectIndex index, const char* kind, const ExecutionRecord& record,
                 Symbols& symbols) {
  if (index == 0) {
    return;
  }
  if (index >= objects_.size()) {
    objects_.resize(index + 1);
  }
  if (!objects_[index].empty()) {
    return;
  }
  const std::uintptr_t address =
      index < record.objects.size() ? record.objects[index].address : std::uintptr_t{0};
  const std::string variable = address != 0 ? symbols.variable(address) : std::string();
  if (!variable.empty()) {
    objects_[index] = std::string(kind) + " " + variable;
    return;
  }
  const std::string numbered = std::string(kind) + " #";
  const auto same_kind = std::count_if(
      objects_.begin(), objects_.end(),
      [&](const std::string& name) { return name.substr(0, numbered.size()) == numbered; });
  objects_[index] = numbered + std::to_string(same_kind + 1);
}

std::string Names::thread(ThreadIndex index) const {
  if (index < threads_.size()) {
    return threads_[index];
  }
  if (index == kNoThread) {
    return "nobody";
  }
  return index == 0 ? "main" : "T" + std::to_string(index);
}

std::string Names::object(ObjectIndex index) const {
  return index < objects_.size() && !objects_[index].empty() ? objects_[index] : "an object";
}

}  // namespace explorer
