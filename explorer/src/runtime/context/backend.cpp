#include "runtime/context/backend.h"

namespace explorer {

ContextBackend::ContextBackend(Kind kind) : kind_(kind) {
  carrier_.context.thread_base = current_thread_base();
}

void ContextBackend::pass_baton(PooledThread& from, PooledThread& to) const {
  give_baton(to);
  await_baton(from);
  if (from.abandoned) explorer_jump_stack(&from.parked);
}

void ContextBackend::leave(PooledThread& from, PooledThread& to) const {
  if (kind_ == Kind::fibers) explorer_jump_context(&to.context);
  // The stack must be left before another thread may use it: the parking loop hands the baton on.
  from.successor = &to;
  explorer_jump_stack(&from.parked);
}

void ContextBackend::abandon(PooledThread& thread) {
  if (kind_ == Kind::fibers) return;
  thread.abandoned = true;
  thread.successor = &carrier_;
  give_baton(thread);
  await_baton(carrier_);
}

}  // namespace explorer
