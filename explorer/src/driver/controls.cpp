#include "explorer/controls.h"

#include <string>
#include <utility>

#include "crashes/child.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

[[gnu::always_inline]] inline std::uintptr_t caller() {
  return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
}

Standing standing_of(Execution& x, const ControlledThread& thread) {
  if (thread.finished) return Standing::ended;
  if (x.is_runnable(thread)) return Standing::runnable;
  return x.pending(thread).kind == OperationKind::sleep ? Standing::sleeping : Standing::blocked;
}

ThreadView view_of(Execution& x, ThreadIndex index) {
  const ControlledThread& thread = x.thread(index);
  ThreadView view;
  view.standing = standing_of(x, thread);
  view.restless = thread.restless && x.is_runnable(thread);
  view.steps = thread.steps;
  view.wake_ups = thread.wake_ups;
  return view;
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

void set_system_clock(std::chrono::nanoseconds by) {
  ControlledThread* self = current_user;
  if (self == nullptr) return;
  const InsideExplorer inside(*self);
  Execution& x = *Execution::current;
  x.announce(*self, {.kind = OperationKind::clock_set,
                     .access = Access::write,
                     .value = static_cast<std::uint64_t>(by.count()),
                     .call_site = caller()});
  x.wait_for_turn(*self);
  x.clock().set_realtime(by.count());
  x.done(*self, Outcome::proceeded);
  x.time_passed();
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

bool decided() { return current_user != nullptr && Execution::current->rescuing(); }

ThreadNumber this_thread() {
  const ControlledThread* self = current_user;
  return self == nullptr ? ThreadNumber{0} : self->index;
}

ThreadNumber number_of(pthread_t handle) {
  const ControlledThread* self = current_user;
  const ControlledThread* thread =
      self == nullptr ? nullptr : Execution::current->find_thread(handle);
  return thread == nullptr ? ThreadNumber{0} : thread->index;
}

std::size_t threads() { return current_user == nullptr ? 0 : Execution::current->thread_count(); }

ThreadView look_at(ThreadNumber thread) {
  ControlledThread* self = current_user;
  if (self == nullptr) return {};
  const InsideExplorer inside(*self);
  Execution& x = *Execution::current;
  x.announce(*self, {.kind = OperationKind::look, .peer = thread, .call_site = caller()});
  x.wait_for_turn(*self);
  const ThreadView view = view_of(x, thread);
  x.done(*self, Outcome::proceeded);
  return view;
}

bool await_quiet(std::uint32_t max_steps) {
  ControlledThread* self = current_user;
  if (self == nullptr) return true;
  const InsideExplorer inside(*self);
  Execution& x = *Execution::current;
  x.announce(*self, {.kind = OperationKind::await_quiet, .call_site = caller()});
  const bool quiet = x.await_quiet(*self, max_steps);
  x.done(*self, Outcome::proceeded);
  return quiet;
}

void await_ends(std::span<const ThreadNumber> threads, std::size_t count) {
  ControlledThread* self = current_user;
  if (self == nullptr) return;
  const InsideExplorer inside(*self);
  Execution& x = *Execution::current;
  x.announce(*self, {.kind = OperationKind::await_ends, .call_site = caller()});
  x.await_ends(*self, {threads, count});
  x.done(*self, Outcome::proceeded);
}

Uncontrolled::Uncontrolled() : thread_(std::exchange(current_user, nullptr)) {}
Uncontrolled::~Uncontrolled() {
  if (thread_ != nullptr) current_user = static_cast<ControlledThread*>(thread_);
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
