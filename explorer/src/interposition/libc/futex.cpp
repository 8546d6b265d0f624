#include "interposition/libc/futex.h"

#include <linux/futex.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "interposition/deadline.h"

namespace explorer {
namespace {

struct Wait {
  std::uint32_t* word;
  std::uint32_t expected;
  std::uint32_t bits;
  std::optional<std::int64_t> deadline;
};

SyncObject& futex_at(Execution& x, const std::uint32_t* word) {
  bool created = false;
  return x.objects().hashed(reinterpret_cast<std::uintptr_t>(word), ObjectKind::memory, created);
}

// std::counting_semaphore of libstdc++ before version 13 may wait for a value to change that is
// older than the one it has seen last, or that it has only seen when somebody was quicker to take a
// permit, and so sleep for ever beside a free one (its bug 104928). The program under test is not
// to blame: such a wait returns at once. Who goes on to wait for what refused it means to do so.
bool is_not_meant(const ControlledThread& self, const Wait& wait) {
  constexpr std::uint32_t kLooksOfALoop = 3;
  if (self.seen.address != reinterpret_cast<std::uintptr_t>(wait.word)) return false;
  return self.seen.value != wait.expected ||
         (self.seen.refused && self.idle_rounds < kLooksOfALoop);
}

long wait(Execution& x, ControlledThread& self, const Wait& wait, std::uintptr_t site) {
  SyncObject& object = futex_at(x, wait.word);
  const Operation operation{
      .kind = wait.deadline ? OperationKind::futex_timed_wait : OperationKind::futex_wait,
      .access = Access::write,
      .size = sizeof(std::uint32_t),
      .object = object.index,
      .value = wait.deadline ? static_cast<std::uint64_t>(*wait.deadline) : 0,
      .call_site = site};
  x.announce(self, operation);
  x.wait_for_turn(self);
  if (__atomic_load_n(wait.word, __ATOMIC_SEQ_CST) != wait.expected || is_not_meant(self, wait)) {
    x.done(self, Outcome::refused);
    return -EAGAIN;
  }
  WakeReason at_once = WakeReason::none;
  if (wait.deadline && (*wait.deadline <= x.clock().now() || x.timeout_first(self))) {
    at_once = WakeReason::timed_out;
  } else if (x.spurious(ChoiceKind::spurious_wake, self)) {
    at_once = WakeReason::spurious;
  }
  self.futex_bits = wait.bits;
  wait.deadline ? x.park_until(self, *wait.deadline) : x.park(self);
  x.done(self, Outcome::blocked);

  x.announce(self, operation);
  if (at_once == WakeReason::none) {
    object.waiters.append(self);
  } else {
    x.wake(self, at_once);
    x.make_runnable(self);
  }
  x.wait_for_turn(self);
  if (self.wake_reason == WakeReason::timed_out) {
    x.reach(*wait.deadline);
    x.done(self, Outcome::timed_out);
    return -ETIMEDOUT;
  }
  x.done(self, self.wake_reason == WakeReason::spurious ? Outcome::spurious : Outcome::proceeded);
  return 0;
}

// The waiters that a wake with these bits concerns, by position among themselves.
ControlledThread* concerned(const SyncObject& object, std::uint32_t bits, std::uint32_t position) {
  for (ControlledThread* t = object.waiters.first; t != nullptr; t = t->next) {
    if ((t->futex_bits & bits) != 0 && position-- == 0) return t;
  }
  return nullptr;
}

std::uint32_t count_concerned(const SyncObject& object, std::uint32_t bits) {
  std::uint32_t count = 0;
  for (ControlledThread* t = object.waiters.first; t != nullptr; t = t->next) {
    count += (t->futex_bits & bits) != 0 ? 1U : 0U;
  }
  return count;
}

long wake(Execution& x, ControlledThread& self, const std::uint32_t* word, std::uint32_t limit,
          std::uint32_t bits, std::uintptr_t site) {
  SyncObject& object = futex_at(x, word);
  x.announce(self, {.kind = OperationKind::futex_wake,
                    .access = Access::write,
                    .size = sizeof(std::uint32_t),
                    .object = object.index,
                    .call_site = site});
  x.wait_for_turn(self);
  const std::uint32_t waiting = count_concerned(object, bits);
  const std::uint32_t count = std::min(limit, waiting);
  for (std::uint32_t i = 0; i < count; ++i) {
    // Where all are woken, there is nothing to choose.
    const std::uint32_t which =
        limit >= waiting ? 0 : x.choose(ChoiceKind::notified_waiter, self, waiting - i);
    ControlledThread& waiter = *concerned(object, bits, which);
    x.wake(waiter, WakeReason::notified);
    x.make_runnable(waiter);
    x.pending(self).peer = waiter.index;
  }
  x.pending(self).value = count;
  if (count > 0) x.made_progress();
  x.done(self, Outcome::proceeded);
  return static_cast<long>(count);
}

}  // namespace

long controlled_futex(ControlledThread& self, const FutexCall& call, std::uintptr_t site) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  const int command = call.operation & FUTEX_CMD_MASK;
  const clockid_t clock =
      (call.operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  Wait request{call.word, call.value, FUTEX_BITSET_MATCH_ANY, std::nullopt};
  switch (command) {
    case FUTEX_WAIT:
      if (call.timeout != nullptr) {
        if (!is_valid(*call.timeout)) return -EINVAL;
        request.deadline = x.clock().now() + nanoseconds(*call.timeout);
      }
      return wait(x, self, request, site);
    case FUTEX_WAIT_BITSET:
      if (call.timeout != nullptr) {
        if (!is_valid(*call.timeout)) return -EINVAL;
        request.deadline = virtual_deadline(clock, *call.timeout);
      }
      request.bits = call.bits;
      return wait(x, self, request, site);
    case FUTEX_WAKE:
      return wake(x, self, call.word, call.value, FUTEX_BITSET_MATCH_ANY, site);
    case FUTEX_WAKE_BITSET:
      return wake(x, self, call.word, call.value, call.bits, site);
    default:
      x.fail(self, FindingKind::unsupported,
             "futex operation " + std::to_string(command) + " is not controlled");
  }
}

}  // namespace explorer
