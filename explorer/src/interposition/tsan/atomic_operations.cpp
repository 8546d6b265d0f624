#include "interposition/tsan/atomic_operations.h"

#include "interposition/tsan/pointer_lock.h"

namespace explorer {
namespace {

SyncObject& object_at(std::uintptr_t address) {
  bool created = false;
  return Execution::current->objects().hashed(address, ObjectKind::memory, created);
}

std::memory_order acquiring_part(std::memory_order order) {
  return order == std::memory_order_relaxed || order == std::memory_order_release
             ? std::memory_order_relaxed
             : std::memory_order_acquire;
}

}  // namespace

AtomicStep::AtomicStep(ControlledThread& self, const AtomicCall& call, OperationKind kind,
                       Access access)
    : self_(self),
      x_((current_user = nullptr, *Execution::current)),
      call_(call),
      object_(object_at(call.address)) {
  x_.announce(self, {.kind = kind,
                     .access = access,
                     .size = call.size,
                     .object = object_.index,
                     .call_site = call.site});
  x_.wait_for_turn(self);
  if (x_.told()) x_.watch_access(self, call.address, call.size);
}

void AtomicStep::note_read(std::memory_order order) {
  if (!x_.detects_races()) return;
  x_.order().atomic_load(self_.index, object_.clock, order);
  const Site site{.pc = call_.site, .step = x_.step()};
  if (!x_.detector().on_atomic_read(self_.index, call_.address, call_.size, site)) {
    x_.memory_fault(self_);
  }
}

void AtomicStep::note_look(std::uint64_t value) {
  SpinMemory& spin = self_.spin;
  if (spin.call_site == call_.site && spin.address == call_.address && spin.value == value) {
    ++spin.repeats;
    x_.spun(self_);
  } else {
    spin = {call_.site, call_.address, value, 0};
  }
}

void AtomicStep::loaded(std::uint64_t value) {
  x_.pending(self_).value = value;
  note_read(call_.order);
  x_.done(self_, Outcome::proceeded);
  self_.seen = {call_.address, value, false};
  note_look(value);
}

void AtomicStep::refused(std::memory_order failure_order, std::uint64_t value) {
  x_.pending(self_).value = value;
  note_read(failure_order);
  x_.done(self_, Outcome::refused);
  self_.seen = {call_.address, value, true};
  x_.spun(self_);
}

void AtomicStep::stored(bool changed) {
  if (x_.detects_races()) {
    const Site site{.pc = call_.site, .step = x_.step()};
    if (!x_.detector().on_atomic_write(self_.index, call_.address, call_.size, site)) {
      x_.memory_fault(self_);
    }
    x_.order().atomic_store(self_.index, object_.clock, call_.order);
  }
  if (changed) x_.made_progress();
  x_.done(self_, Outcome::proceeded);
}

void AtomicStep::modified(bool changed, std::uint64_t value) {
  x_.pending(self_).value = value;
  if (x_.detects_races()) {
    const Site site{.pc = call_.site, .step = x_.step()};
    // What it reads from comes before the access, and the access before what it publishes.
    x_.order().atomic_load(self_.index, object_.clock, acquiring_part(call_.order));
    if (!x_.detector().on_atomic_write(self_.index, call_.address, call_.size, site)) {
      x_.memory_fault(self_);
    }
    x_.order().atomic_read_modify_write(self_.index, object_.clock, call_.order);
    if (changed && call_.size == sizeof(void*)) note_pointer_lock(x_, self_, object_, value);
  }
  x_.done(self_, Outcome::proceeded);
  if (changed) {
    x_.made_progress();
  } else {
    x_.spun(self_);
  }
}

void atomic_fence(int order, std::uintptr_t site) {
  ControlledThread* self = current_user;
  if (self == nullptr) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return;
  }
  const InsideExplorer inside(*self);
  Execution& x = *Execution::current;
  // Only the clocks notice a fence: under a controlled schedule memory is sequentially consistent.
  x.announce(*self, {.kind = OperationKind::fence, .call_site = site});
  x.wait_for_turn(*self);
  if (x.detects_races()) x.order().fence(self->index, order_of(order));
  x.done(*self, Outcome::proceeded);
}

}  // namespace explorer
