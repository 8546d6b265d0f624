#include "explorer/controls.h"

#include <string>

#include "crashes/child.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

[[gnu::always_inline]] inline std::uintptr_t caller() {
  return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
}

}  // namespace

bool active() { return current_user != nullptr; }

std::uint32_t choose(std::uint32_t count) {
  ControlledThread* self = current_user;
  if (self == nullptr || count < 2) return 0;
  const InsideExplorer inside(*self);
  Execution& x = *Execution::current;
  x.announce(*self, {.kind = OperationKind::choose, .value = count, .call_site = caller()});
  x.wait_for_turn(*self);
  const std::uint32_t value = x.choose(ChoiceKind::body_choice, *self, count);
  x.pending(*self).value = value;
  x.done(*self, Outcome::proceeded);
  return value;
}

unsigned holding_locks() {
  const ControlledThread* self = current_user;
  return self == nullptr ? 0 : self->locks_held;
}

std::chrono::nanoseconds now() {
  ControlledThread* self = current_user;
  if (self == nullptr) return std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::nanoseconds(Execution::current->clock().now());
}

void label(std::string_view text) {
  ControlledThread* self = current_user;
  if (self == nullptr) return;
  const InsideExplorer inside(*self);
  Execution& x = *Execution::current;
  x.announce(*self, {.kind = OperationKind::label, .call_site = caller()});
  x.wait_for_turn(*self);
  // The words matter only where a schedule is told.
  if (x.told()) {
    x.pending(*self).value = x.labels().size();
    x.labels().emplace_back(text);
  }
  x.done(*self, Outcome::proceeded);
}

void name_thread(std::string_view name) {
  ControlledThread* self = current_user;
  if (self == nullptr) return;
  const InsideExplorer inside(*self);
  self->name = name;
}

void fail(std::string_view message) {
  ControlledThread* self = current_user;
  if (self == nullptr) {
    crashes::fail_child(message);  // Returns, unless explore_crashes() runs this process.
    return;
  }
  current_user = nullptr;
  Execution::current->fail(*self, FindingKind::wrong_result, std::string(message));
}

}  // namespace explorer
