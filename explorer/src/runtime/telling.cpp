// What is recorded of an execution: little while searching, and everything, stacks included, when a
// schedule is run again in order to be told.
//
// Replaying is exact, so nothing but the schedule has to be kept while searching.
#include <unwind.h>

#include <span>

#include "runtime/execution.h"

namespace explorer {
namespace {

constexpr std::size_t kMaxDepth = 64;

_Unwind_Reason_Code keep_frame(_Unwind_Context* context, void* argument) {
  auto& stack = *static_cast<ReturnAddresses*>(argument);
  int is_exact = 0;  // Where a signal came, rather than where a call returns to.
  const std::uintptr_t address = _Unwind_GetIPInfo(context, &is_exact);
  if (address != 0) stack.push_back(is_exact != 0 ? address + 1 : address);
  return stack.size() < kMaxDepth ? _URC_NO_REASON : _URC_END_OF_STACK;
}

void capture(ReturnAddresses& stack) {
  stack.clear();
  _Unwind_Backtrace(&keep_frame, &stack);
}

}  // namespace

void Execution::capture_pending_stack(const ControlledThread& self) {
  // A thread starts and ends in the explorer's own code: there is nothing to show.
  const OperationKind kind = self.pending->kind;
  pending_stacks_[self.index].clear();
  if (kind == OperationKind::thread_start || kind == OperationKind::thread_exit) return;
  capture(pending_stacks_[self.index]);
}

void Execution::capture_stack_here(const ControlledThread& self) {
  capture(pending_stacks_[self.index]);
}

Event Execution::event_of(const ControlledThread& self, Outcome outcome) const {
  Event event;
  event.step = step_;
  event.thread = self.index;
  event.outcome = outcome;
  copy_operation(event.operation, *self.pending);
  event.virtual_nanoseconds = clock_.now();
  return event;
}

void Execution::keep_event(const ControlledThread& self, Outcome outcome) {
  record_.trace.events.push_back(event_of(self, outcome));
  if (settings_.told) keep_pending_stack(self);
  if (settings_.strategy->wants_events()) {
    settings_.strategy->executed(record_.trace.events.back());
  }
}

void Execution::keep_in_full(const ControlledThread& self, Outcome outcome) {
  if (keeps_events_) return keep_event(self, outcome);
  if (step_ == briefs_.size()) briefs_.resize(briefs_.size() * 2);
  briefs_[step_] = {self.index, outcome, self.pending->kind};
  if (settings_.strategy->wants_events()) settings_.strategy->executed(event_of(self, outcome));
  // It wants further ones, or none before it has been asked again.
  const bool wants_more = settings_.strategy->wants_events();
  briefs_room_ = wants_more ? 0 : static_cast<std::uint32_t>(briefs_.size());
}

void Execution::keep_choices() {
  record_.trace.choices.clear();
  const std::span<const BriefChoice> made(choices_.data(), next_choice_);
  for (const BriefChoice& choice : made) record_.trace.choices.push_back(in_full(choice));
}

void Execution::expand_brief_events() {
  for (std::uint32_t step = 0; step < step_; ++step) {
    Event& event = record_.trace.events.emplace_back();
    event.step = step;
    event.thread = briefs_[step].thread;
    event.outcome = briefs_[step].outcome;
    event.operation.kind = briefs_[step].kind;
  }
}

void Execution::keep_pending_stack(const ControlledThread& self) {
  record_.stacks.resize(record_.trace.events.size());
  record_.stacks.back() = pending_stacks_[self.index];
}

void Execution::watch_access(const ControlledThread& self, std::uintptr_t address,
                             std::size_t size) {
  const WatchedRange& watched = settings_.watched;
  if (address >= watched.begin + watched.size || address + size <= watched.begin) return;
  // Of accesses by one thread in one step, the detector knows the last; so do we.
  if (!watched_accesses_.empty() && watched_accesses_.back().thread == self.index &&
      watched_accesses_.back().step == step_) {
    capture(watched_accesses_.back().stack);
    return;
  }
  WatchedAccess& access = watched_accesses_.emplace_back();
  access.thread = self.index;
  access.step = step_;
  capture(access.stack);
}

void Execution::remember_block(const ControlledThread& self, std::uintptr_t address,
                               std::size_t size) {
  HeapBlock& block = blocks_.emplace_back();
  block.begin = address;
  block.size = size;
  block.thread = self.index;
  capture(block.stack);
}

void Execution::tell_fault(Evidence& evidence) const {
  MemoryFault& fault = *evidence.fault;
  for (AccessSite* site : {&fault.current, &fault.previous}) {
    for (const WatchedAccess& access : watched_accesses_) {
      if (access.thread == site->thread && access.step == site->step) site->stack = access.stack;
    }
  }
  for (const HeapBlock& block : blocks_) {
    if (fault.current.address - block.begin < block.size) evidence.block = block;
  }
}

}  // namespace explorer
