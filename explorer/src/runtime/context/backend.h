// How control passes from one controlled thread to another.
//
// Fibers: one kernel thread, the carrier, takes over the stack and the thread base of the pooled
// thread that is to run; a switch costs some nanoseconds. Kernel threads: every pooled thread runs
// itself, one at a time, handing on a baton; a switch costs microseconds, and debuggers and
// Valgrind see ordinary threads. Both run a thread's code on the same stack at the same addresses.
#pragma once

#include "runtime/context/thread_pool.h"

namespace explorer {

class ContextBackend {
 public:
  enum class Kind : std::uint8_t { fibers, kernel_threads };

  [[nodiscard]] static bool available(Kind kind) {
    return kind == Kind::kernel_threads || can_set_thread_base();
  }

  explicit ContextBackend(Kind kind);

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] const char* name() const {
    return kind_ == Kind::fibers ? "fibers" : "kernel threads";
  }

  // The context of whoever called run(); controlled threads return to it at the end.
  [[nodiscard]] PooledThread& carrier() { return carrier_; }

  // Makes `thread` begin at entry(argument) when control first passes to it.
  void prepare(PooledThread& thread, ContextEntry entry, void* argument) const {
    thread.entry = entry;
    thread.argument = argument;
    if (kind_ == Kind::fibers) {
      prepare_context(thread.context, thread.run_stack_top, entry, argument);
    }
  }

  // Passes control; returns when control comes back to `from`.
  void switch_to(PooledThread& from, PooledThread& to) const {
    if (kind_ == Kind::fibers) [[likely]] {
      explorer_switch_context(&from.context, &to.context);
    } else {
      pass_baton(from, to);
    }
  }

  // Passes control for the last time: `from` is finished and may be prepared again.
  [[noreturn]] void leave(PooledThread& from, PooledThread& to) const;

  // Called by the carrier: makes a thread that will never be resumed ready to be prepared again.
  // Its stack is forgotten, not unwound.
  void abandon(PooledThread& thread);

 private:
  void pass_baton(PooledThread& from, PooledThread& to) const;

  Kind kind_;
  PooledThread carrier_;
};

}  // namespace explorer
