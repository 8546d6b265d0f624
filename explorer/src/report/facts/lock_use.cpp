#include "report/facts/lock_use.h"

namespace explorer {
namespace {

bool lies_at(const ExecutionRecord& record, ObjectIndex object, std::uintptr_t address) {
  return object != 0 && object < record.objects.size() && record.objects[object].address == address;
}

bool is_on_memory(OperationKind kind) {
  using enum OperationKind;
  return kind == atomic_load || kind == atomic_store || kind == atomic_read_modify_write ||
         kind == atomic_compare_exchange || kind == plain_read || kind == plain_write;
}

// What the thread did in that step, or was about to do when the execution ended.
const Operation* operation_in(const ExecutionRecord& record, const AccessSite& access) {
  const std::vector<Event>& events = record.trace.events;
  if (access.step < events.size()) {
    const Event& event = events[access.step];
    return event.thread == access.thread ? &event.operation : nullptr;
  }
  return access.thread < record.threads.size() ? &record.threads[access.thread].pending : nullptr;
}

}  // namespace

std::optional<Operation> lock_use(const ExecutionRecord& record, const AccessSite& access) {
  if (!access.is_atomic || access.is_write) {
    return std::nullopt;
  }
  const Operation* operation = operation_in(record, access);
  if (operation == nullptr || is_on_memory(operation->kind)) {
    return std::nullopt;
  }
  if (!lies_at(record, operation->object, access.address) &&
      !lies_at(record, operation->second_object, access.address)) {
    return std::nullopt;
  }
  return *operation;
}

}  // namespace explorer
