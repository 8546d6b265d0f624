// What every step of an execution passes through, inline: announcement, turn, effect. Included by
// runtime/execution.h only.
#pragma once

#include "runtime/execution.h"
#include "runtime/threads/operation_words.h"
#include "trace/dependence.h"

namespace explorer {

[[gnu::always_inline]] inline void Execution::announce(ControlledThread& self,
                                                       const Operation& operation) {
  write_operation(*self.pending, operation);
  self.unnoticed = goes_unnoticed(self.took_lock, operation.kind);
  if (operation.kind != OperationKind::atomic_load && operation.kind != OperationKind::yield) {
    self.spin.call_site = 0;
  }
  if (step_ >= quiet_steps_) [[unlikely]]
    look_at_announcement(self);
}

[[gnu::always_inline]] inline void Execution::wait_for_turn(ControlledThread& self) {
  if (!has_turn(self)) [[unlikely]]
    choose_next(self);
}

[[gnu::always_inline]] inline void Execution::wait_for_turn(ControlledThread& self,
                                                            const SyncObject& object) {
  wait_for_turn(self);
  use_object(self, object);
}

[[gnu::always_inline]] inline bool Execution::has_turn(ControlledThread& self) {
  if (!runnable_.contains_low(self.bit) || self.idle_rounds >= kIdleRounds) [[unlikely]]
    return false;
  if (runnable_.is_only_low(self.bit)) return true;
  const bool is_usual = is_plain_ && !current_spinning_ && turns_in_a_row_ < kMonopoly;
  if (!is_usual || !settings_.strategy->stays(self.unnoticed)) [[unlikely]]
    return false;
  ++turns_in_a_row_;
  if (runnable_.is_low()) [[likely]] {
    record_choice({runnable_.low(), step_, self.index, ChoiceKind::thread,
                   BriefChoice::usual | BriefChoice::of_threads});
  } else {
    record_choice({runnable_.size(), step_, self.index, ChoiceKind::thread, BriefChoice::usual});
  }
  return true;
}

[[gnu::always_inline]] inline void Execution::record_choice(const BriefChoice& choice) {
  if (next_choice_ == choices_end_) [[unlikely]]
    make_room_for_choices();
  // Field by field: a copy would have to wait until a temporary's narrow stores have been written.
  BriefChoice& place = *next_choice_++;
  place.alternatives = choice.alternatives;
  place.step = choice.step;
  place.value = choice.value;
  place.kind = choice.kind;
  place.marks = choice.marks;
}

inline bool Execution::spurious(ChoiceKind kind, const ControlledThread& self) {
  return spurious_left_ > 0 && choose_spurious(kind, self);
}

inline void Execution::use_object(ControlledThread& self, const SyncObject& object) {
  if (object.on_heap | object.destroyed) [[unlikely]]
    use_object_with_care(self, object);
}

[[gnu::always_inline]] inline void Execution::done(ControlledThread& self, Outcome outcome,
                                                   bool took_lock) {
  ++self.steps;
  self.took_lock = took_lock;
  if (self.was_blocked) [[unlikely]] {
    if (outcome != Outcome::spurious) ++self.wake_ups;
    self.was_blocked = false;
  }
  if (outcome == Outcome::blocked) self.was_blocked = true;
  if (step_ >= briefs_room_) [[unlikely]] {
    if (rescuing_) return;
    keep_in_full(self, outcome);
  } else {
    briefs_.data()[step_] = {self.index, outcome, self.pending->kind};
  }
  ++step_;
}

inline void Execution::go_on(const ControlledThread& self) {
  if (only_detects_races_) [[likely]]
    detector_.resume(self.index);
}

}  // namespace explorer
