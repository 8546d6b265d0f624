#include "interposition/tsan/pointer_lock.h"

#include <algorithm>
#include <vector>

namespace explorer {
namespace {

constexpr std::uint64_t kLockBit = 1;
constexpr std::uint32_t kStillHeld = 0xFFFF'FFFF;

struct Hold {
  std::uintptr_t word;
  ThreadIndex thread;
  std::uint32_t from;  // The steps that took the lock and gave it back.
  std::uint32_t to;
};

std::vector<Hold> holds;
std::uint32_t execution_of_holds = 0;

std::uint64_t value_at(std::uintptr_t word) {
  return *reinterpret_cast<const std::uint64_t*>(word);
}

bool covers(const Hold& hold, std::uintptr_t word, const AccessSite& access) {
  return hold.word == word && hold.thread == access.thread && hold.from < access.step &&
         access.step <= hold.to;
}

bool is_access_to_pointer(const AccessSite& access) {
  return access.size == sizeof(void*) && !access.is_atomic;
}

bool is_under_pointer_lock(Execution& x, const MemoryFault& fault) {
  if (fault.kind != MemoryFault::Kind::data_race || !is_access_to_pointer(fault.current) ||
      !is_access_to_pointer(fault.previous) || fault.current.address != fault.previous.address) {
    return false;
  }
  const std::uintptr_t word = fault.current.address + sizeof(void*);
  bool created = false;
  const SyncObject& lock = x.objects().hashed(word, ObjectKind::memory, created);
  if (created || lock.execution != execution_of_holds) return false;
  const auto was_held_by = [&](const AccessSite& access) {
    return std::any_of(holds.begin(), holds.end(),
                       [&](const Hold& hold) { return covers(hold, word, access); });
  };
  return was_held_by(fault.current) && was_held_by(fault.previous);
}

}  // namespace

void note_pointer_lock(Execution& x, const ControlledThread& self, const SyncObject& word,
                       std::uint64_t old_value) {
  const std::uint64_t value = value_at(word.address);
  const bool is_exchange = x.pending(self).kind == OperationKind::atomic_compare_exchange;
  const bool was_locked = (old_value & kLockBit) != 0;
  if (is_exchange && !was_locked && value == (old_value | kLockBit)) {
    if (execution_of_holds != word.execution) holds.clear();
    execution_of_holds = word.execution;
    holds.push_back({word.address, self.index, x.step(), kStillHeld});
  } else if (!is_exchange && was_locked && (value & kLockBit) == 0 &&
             execution_of_holds == word.execution) {
    const auto open = std::find_if(holds.rbegin(), holds.rend(), [&](const Hold& hold) {
      return hold.word == word.address && hold.thread == self.index && hold.to == kStillHeld;
    });
    if (open != holds.rend()) open->to = x.step();
  }
}

void report_fault(ControlledThread& self) {
  const InsideExplorer inside(self);
  Execution& x = *Execution::current;
  if (!is_under_pointer_lock(x, *x.detector().fault())) x.memory_fault(self);
}

}  // namespace explorer
