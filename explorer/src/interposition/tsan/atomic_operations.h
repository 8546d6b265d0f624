// Atomic operations of controlled threads: each is a scheduling point, performed here exactly once.
//
// Outside an exploration they are the processor's own, sequentially consistent.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>

#include "runtime/execution.h"

namespace explorer {

__extension__ typedef unsigned __int128 Uint128;

inline std::memory_order order_of(int order) { return static_cast<std::memory_order>(order); }

// Where and how an operation was asked for.
struct AtomicCall {
  std::uintptr_t address;
  std::uint8_t size;
  std::memory_order order;
  std::uintptr_t site;
};

// Scheduling and race detection, independent of the operand's type.
class AtomicStep {
 public:
  AtomicStep(ControlledThread& self, const AtomicCall& call, OperationKind kind, Access access);
  ~AtomicStep() { current_user = &self_; }
  AtomicStep(const AtomicStep&) = delete;
  AtomicStep& operator=(const AtomicStep&) = delete;

  // Exactly one of these, after the operation has been performed.
  void loaded(std::uint64_t value);
  void stored(bool changed);
  void modified(bool changed, std::uint64_t value);
  void refused(std::memory_order failure_order, std::uint64_t value);

  // Whether a weak compare-exchange should fail although it could succeed.
  bool fails_spuriously() { return x_.spurious(ChoiceKind::weak_failure, self_); }

 private:
  void note_read(std::memory_order order);
  void note_look(std::uint64_t value);

  ControlledThread& self_;
  Execution& x_;
  AtomicCall call_;
  SyncObject& object_;
};

// Whether the thread repeats a load that just gave `value`; then it need not be a step.
inline bool is_free_look(ControlledThread& self, std::uintptr_t site, std::uintptr_t address,
                         std::uint64_t value) {
  SpinMemory& spin = self.spin;
  if (spin.call_site != site || spin.address != address || spin.value != value) return false;
  return ++spin.repeats <= SpinMemory::kFreeLooks;
}

template <typename T>
std::uint64_t digest(T value) {
  if constexpr (sizeof(T) > sizeof(std::uint64_t)) {
    return static_cast<std::uint64_t>(value) ^ static_cast<std::uint64_t>(value >> 64);
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

template <typename T>
AtomicCall atomic_call(const volatile T* object, int order, std::uintptr_t site) {
  return {reinterpret_cast<std::uintptr_t>(object), sizeof(T), order_of(order), site};
}

// Controlled threads run one at a time: while one performs an atomic operation, plain accesses to
// the object are as good. Uncontrolled ones need the real thing.
template <typename T>
struct Memory {
  static T load(const volatile T* object) { return __atomic_load_n(object, __ATOMIC_SEQ_CST); }
  static void store(volatile T* object, T value) {
    __atomic_store_n(object, value, __ATOMIC_SEQ_CST);
  }
  static bool exchange_if(volatile T* object, T& expected, T desired) {
    return __atomic_compare_exchange_n(object, &expected, desired, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
  }
};

template <>
struct Memory<Uint128> {
  static Uint128 load(const volatile Uint128* object) {
    Uint128 expected = 0;
    exchange_if(const_cast<volatile Uint128*>(object), expected, 0);
    return expected;
  }
  static void store(volatile Uint128* object, Uint128 value) {
    Uint128 expected = *object;
    while (!exchange_if(object, expected, value)) {
    }
  }
  static bool exchange_if(volatile Uint128* object, Uint128& expected, Uint128 desired) {
    const Uint128 found = __sync_val_compare_and_swap(object, expected, desired);
    const bool equal = found == expected;
    expected = found;
    return equal;
  }
};

template <typename T>
T atomic_load(const volatile T* object, int order, std::uintptr_t site) {
  ControlledThread* self = current_user;
  if (self == nullptr) return Memory<T>::load(object);
  const AtomicCall call = atomic_call(object, order, site);
  if (self->spin.call_site != 0) {
    const T value = Memory<T>::load(object);
    if (is_free_look(*self, site, call.address, digest(value))) return value;
  }
  AtomicStep step(*self, call, OperationKind::atomic_load, Access::read);
  const T value = Memory<T>::load(object);
  step.loaded(digest(value));
  return value;
}

template <typename T>
void atomic_store(volatile T* object, T value, int order, std::uintptr_t site) {
  ControlledThread* self = current_user;
  if (self == nullptr) return Memory<T>::store(object, value);
  AtomicStep step(*self, atomic_call(object, order, site), OperationKind::atomic_store,
                  Access::write);
  const bool changed = Memory<T>::load(object) != value;
  Memory<T>::store(object, value);
  step.stored(changed);
}

// `update` maps the old value to the new one.
template <typename T, typename Update>
T atomic_modify(volatile T* object, int order, std::uintptr_t site, Update update) {
  ControlledThread* self = current_user;
  if (self == nullptr) {
    T old = Memory<T>::load(object);
    while (!Memory<T>::exchange_if(object, old, update(old))) {
    }
    return old;
  }
  AtomicStep step(*self, atomic_call(object, order, site), OperationKind::atomic_read_modify_write,
                  Access::write);
  const T old = Memory<T>::load(object);
  const T updated = update(old);
  Memory<T>::store(object, updated);
  step.modified(updated != old, digest(old));
  return old;
}

// Leaves in `expected` what was found.
template <typename T>
bool atomic_compare_exchange(volatile T* object, T& expected, T desired, int order,
                             int failure_order, bool weak, std::uintptr_t site) {
  ControlledThread* self = current_user;
  if (self == nullptr) return Memory<T>::exchange_if(object, expected, desired);
  AtomicStep step(*self, atomic_call(object, order, site), OperationKind::atomic_compare_exchange,
                  Access::write);
  const T found = Memory<T>::load(object);
  const bool equal = found == expected;
  expected = found;
  if (!equal || (weak && step.fails_spuriously())) {
    step.refused(order_of(failure_order), digest(found));
    return false;
  }
  Memory<T>::store(object, desired);
  step.modified(desired != found, digest(found));
  return true;
}

void atomic_fence(int order, std::uintptr_t site);

}  // namespace explorer
