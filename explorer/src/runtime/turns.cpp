// Whose turn it is: the runnable set, the strategy's choice, and time when nobody can run.
#include <algorithm>

#include "runtime/execution.h"

namespace explorer {

[[gnu::always_inline]] inline ControlledThread& Execution::ask(
    ControlledThread& self, ThreadIndex last, std::span<const ThreadIndex> runnable,
    bool self_can_go_on) {
  if (runnable.size() == 1) return *threads_.data()[runnable.front()];
  const SchedulingPoint point{.step = step_,
                              .current = last,
                              .current_runnable = self_can_go_on,
                              .current_spinning = current_spinning_,
                              .unnoticed = self.unnoticed,
                              .runnable = runnable,
                              .pending = {pending_.data(), thread_count_}};
  const ThreadIndex usual = usual_thread(point);
  const ThreadIndex chosen = settings_.strategy->choose_thread(point);
  if (settings_.strategy->wants_events()) briefs_room_ = 0;
  if (!runnable_.contains(chosen)) [[unlikely]]
    fail(self, FindingKind::internal_error, "the strategy chose a thread that cannot run");
  const std::uint8_t marks = chosen == usual ? BriefChoice::usual : 0;
  record_choice({runnable.size(), step_, chosen, ChoiceKind::thread, marks});
  return *threads_.data()[chosen];
}

ControlledThread& Execution::who_is_next_after(ControlledThread& self) {
  return is_usual_turn(self) ? ask(self, kNoThread, runnable_.threads(), false) : pick(self);
}

void Execution::look_at_announcement(ControlledThread& self) {
  if (step_ >= step_limit_) never_ends(self);
  if (settings_.told) capture_pending_stack(self);
}

void Execution::choose_next(ControlledThread& self) {
  if (++turns_in_a_row_ > kMonopoly) current_spinning_ = true;
  ControlledThread& next = is_usual_turn(self)
                               ? ask(self, self.index, runnable_.threads(), is_runnable(self))
                               : pick(self);
  current_spinning_ = false;
  if (&next == &self) return;
  switch_from(self, next);
}

void Execution::make_room_for_choices() {
  const std::size_t count = choices_.size();
  choices_.resize(std::max<std::size_t>(1024, count * 2));
  next_choice_ = choices_.data() + count;
  choices_end_ = choices_.data() + choices_.size();
}

void Execution::switch_from(ControlledThread& self, ControlledThread& next) {
  ++switches_;
  running_ = &next;
  turns_in_a_row_ = 0;
  backend_.switch_to(*self.pooled, *next.pooled);
  go_on(self);
}

ControlledThread& Execution::pick(ControlledThread& self) {
  ControlledThread& next = pick_candidate(self);
  if (quiet_waiter_ != nullptr) [[unlikely]]
    count_turn(next);
  return next;
}

ControlledThread& Execution::pick_candidate(ControlledThread& self) {
  for (;;) {
    const std::span<const ThreadIndex> runnable = candidates();
    if (runnable.empty()) {
      if (!advance_clock()) stuck(self);
      continue;
    }
    if (rescuing_) {
      if (++rescue_turns_ > step_limit_) end(self);
      return *threads_[runnable[rescue_turns_ % runnable.size()]];
    }
    if (self.idle_rounds >= kIdleRounds && quiet_waiter_ == nullptr && clock_.has_deadline() &&
        everybody_idles()) {
      // Those that could run only look at a state that nobody else can change before time passes.
      advance_clock();
      time_passed();
      continue;
    }
    const bool self_can_go_on =
        is_runnable(self) && &self != quiet_waiter_ && (quiet_waiter_ == nullptr || !self.restless);
    return ask(self, self.finished ? kNoThread : self.index, runnable, self_can_go_on);
  }
}

std::uint16_t Execution::choose(ChoiceKind kind, const ControlledThread& self,
                                std::uint32_t count) {
  if (count < 2 || rescuing_) return 0;
  const auto alternatives = static_cast<std::uint16_t>(count);
  std::uint16_t value = settings_.strategy->choose_value(kind, self.index, alternatives);
  if (settings_.strategy->wants_events()) briefs_room_ = 0;
  if (value >= alternatives) value = 0;
  record_choice({alternatives, step_, value, kind, 0});
  return value;
}

bool Execution::choose_spurious(ChoiceKind kind, const ControlledThread& self) {
  if (choose(kind, self, 2) == 0) return false;
  --spurious_left_;
  return true;
}

bool Execution::timeout_first(const ControlledThread& self) {
  return options().clock == Clock::adversarial && choose(ChoiceKind::timeout_first, self, 2) == 1;
}

bool Execution::advance_clock() {
  ControlledThread* thread = clock_.pop_earliest();
  if (thread == nullptr) return false;
  clock_.advance_to(thread->deadline);
  fire(*thread);
  while (clock_.is_due(clock_.now())) fire(*clock_.pop_earliest());
  return true;
}

void Execution::fire(ControlledThread& thread) {
  const Operation& pending = *thread.pending;
  wake(thread, WakeReason::timed_out);
  if (pending.kind == OperationKind::condvar_wake) {
    // The deadline ends the wait, but the mutex must still be had.
    SyncObject& mutex = objects_[pending.second_object];
    contend_for(mutex.contenders, thread);
    if (mutex.owner != nullptr) return;
  }
  make_runnable(thread);
}

void Execution::yielded(ControlledThread& self) {
  spun(self);
  current_spinning_ = true;
}

void Execution::spun(ControlledThread& self) {
  if (self.idle_epoch != progress_) {
    self.idle_epoch = progress_;
    self.idle_rounds = 0;
  }
  ++self.idle_rounds;
  // One look is not a loop.
  constexpr std::uint32_t kLooksOfALoop = 3;
  current_spinning_ = self.idle_rounds >= kLooksOfALoop;
}

bool Execution::everybody_idles() {
  for (const ThreadIndex index : runnable_.threads()) {
    const ControlledThread& thread = *threads_[index];
    if (thread.idle_epoch != progress_ || thread.idle_rounds < kIdleRounds) return false;
  }
  // Who waits for a lock that one of them holds can go on as soon as that one has let it go, which
  // a monopolist is made to do soon, or never does.
  if (turns_in_a_row_ > 2 * kMonopoly) return true;
  for (std::size_t i = 0; i < thread_count_; ++i) {
    if (pending_[i].kind != OperationKind::mutex_lock) continue;
    const ControlledThread* const owner = objects_[pending_[i].object].owner;
    if (owner != nullptr && runnable_.contains(owner->index)) return false;
  }
  return true;
}

}  // namespace explorer
