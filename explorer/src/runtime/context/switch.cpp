#include "runtime/context/switch.h"

#include <sys/auxv.h>

#include <algorithm>

namespace explorer {

#if defined(__x86_64__)

bool can_set_thread_base() {
  constexpr unsigned long kFsGsBase = 1UL << 1;  // HWCAP2_FSGSBASE of <asm/hwcap2.h>.
  return (getauxval(AT_HWCAP2) & kFsGsBase) != 0;
}

std::uintptr_t current_thread_base() {
  std::uintptr_t base = 0;
  // The ABI keeps the thread base in the first word of the thread control block.
  asm("movq %%fs:0, %0" : "=r"(base));
  return base;
}

void prepare_context(SavedContext& context, void* stack_top, ContextEntry entry, void* argument) {
  auto top = reinterpret_cast<std::uintptr_t>(stack_top) & ~std::uintptr_t{15};
  auto* slot = reinterpret_cast<std::uintptr_t*>(top);
  // A call pushes a return address onto a 16-byte aligned stack; the slots below mirror what
  // explorer_switch_context saves.
  *--slot = 0;
  *--slot = 0;
  *--slot = reinterpret_cast<std::uintptr_t>(&explorer_context_entry);
  *--slot = 0;                                           // rbp
  *--slot = reinterpret_cast<std::uintptr_t>(entry);     // rbx
  *--slot = reinterpret_cast<std::uintptr_t>(argument);  // r12
  *--slot = 0;                                           // r13
  *--slot = 0;                                           // r14
  *--slot = 0;                                           // r15
  constexpr std::uintptr_t kDefaultMxcsr = 0x1F80;
  constexpr std::uintptr_t kDefaultX87Control = 0x037F;
  *--slot = kDefaultMxcsr | (kDefaultX87Control << 32);
  context.stack_pointer = slot;
}

#elif defined(__aarch64__)

bool can_set_thread_base() { return true; }

std::uintptr_t current_thread_base() {
  std::uintptr_t base = 0;
  asm("mrs %0, tpidr_el0" : "=r"(base));
  return base;
}

void prepare_context(SavedContext& context, void* stack_top, ContextEntry entry, void* argument) {
  // Mirrors what explorer_switch_context saves; all the rest is zero.
  constexpr std::size_t kFrameSize = 176;
  constexpr std::size_t kReturnAddress = 11;  // x30
  const auto top = reinterpret_cast<std::uintptr_t>(stack_top) & ~std::uintptr_t{15};
  auto* frame = reinterpret_cast<std::uintptr_t*>(top - 16 - kFrameSize);
  std::fill_n(frame, kFrameSize / sizeof(std::uintptr_t), std::uintptr_t{0});
  frame[0] = reinterpret_cast<std::uintptr_t>(entry);     // x19
  frame[1] = reinterpret_cast<std::uintptr_t>(argument);  // x20
  frame[kReturnAddress] = reinterpret_cast<std::uintptr_t>(&explorer_context_entry);
  context.stack_pointer = frame;
}

#else
#error \
    "No context switch for this processor: add switch_<processor>.S and its prepare_context here."
#endif

}  // namespace explorer
