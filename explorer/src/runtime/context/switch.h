// Saving and resuming a flow of control: a stack pointer plus the base of its thread-local storage.
//
// One implementation file per processor (switch_<processor>.S); everything else is portable.
#pragma once

#include <cstdint>

namespace explorer {

struct SavedContext {
  void* stack_pointer = nullptr;
  std::uintptr_t thread_base = 0;  // FS base on x86-64, TPIDR_EL0 on aarch64.
};

using ContextEntry = void (*)(void*);

// True where user space may set the thread base itself, which fibers need.
[[nodiscard]] bool can_set_thread_base();

// The calling thread's base, as its SavedContext needs it.
[[nodiscard]] std::uintptr_t current_thread_base();

// Makes `context` start entry(argument) on the stack that ends at `stack_top` when first resumed.
// `entry` must not return.
void prepare_context(SavedContext& context, void* stack_top, ContextEntry entry, void* argument);

extern "C" {
// Saves the caller in `from` and resumes `to`; returns when something resumes `from`.
void explorer_switch_context(SavedContext* from, const SavedContext* to);
// Saves the caller in `from` and starts entry(argument) as a prepared context would, on the same
// addresses, but without anything written there before: Valgrind follows a growing stack.
void explorer_run_on_stack(SavedContext* from, void* stack_top, ContextEntry entry, void* argument);
// Resumes `to` and forgets the caller.
[[noreturn]] void explorer_jump_context(const SavedContext* to);
[[noreturn]] void explorer_jump_stack(const SavedContext* to);
// Where a prepared context begins.
void explorer_context_entry();
}

}  // namespace explorer
