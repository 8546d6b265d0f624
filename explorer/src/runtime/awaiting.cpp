// Waiting for what the other threads do, rather than for an object: until they have settled, or
// until some of them have ended.
#include <algorithm>

#include "runtime/execution.h"

namespace explorer {

bool Execution::await_quiet(ControlledThread& self, std::uint32_t max_turns) {
  if (quiet_waiter_ != nullptr) {
    fail(self, FindingKind::internal_error, "two threads wait until all others are quiet");
  }
  for (std::size_t i = 0; i < thread_count_; ++i) {
    threads_[i]->turns_before_quiet = 0;
    threads_[i]->restless = false;
  }
  quiet_waiter_ = &self;
  is_plain_ = false;
  max_turns_ = max_turns;
  quiet_rounds_ = 0;
  settled_before_ = settled();
  choose_next(self);
  quiet_waiter_ = nullptr;
  is_plain_ = !rescuing_;
  return !any_restless();
}

std::span<const ThreadIndex> Execution::candidates_before_quiet() {
  // A thread may have been given up while it waited, in a loop, for another one that went on: as
  // long as anybody has settled since, all get their turns once more.
  constexpr std::uint32_t kMostRounds = 8;
  for (;;) {
    candidates_.clear();
    for (const ThreadIndex index : runnable_.threads()) {
      const ControlledThread& thread = *threads_[index];
      if (&thread != quiet_waiter_ && !thread.restless) candidates_.push_back(index);
    }
    if (!candidates_.empty()) return candidates_;
    if (any_restless() && settled() != settled_before_ && ++quiet_rounds_ < kMostRounds) {
      settled_before_ = settled();
      for (std::size_t i = 0; i < thread_count_; ++i) {
        threads_[i]->turns_before_quiet = 0;
        threads_[i]->restless = false;
      }
      continue;
    }
    candidates_.push_back(quiet_waiter_->index);
    return candidates_;
  }
}

std::size_t Execution::settled() const { return thread_count_ - runnable_.size(); }

bool Execution::any_restless() const {
  return std::ranges::any_of(runnable_.threads(),
                             [this](ThreadIndex index) { return threads_[index]->restless; });
}

void Execution::count_turn(ControlledThread& thread) {
  if (++thread.turns_before_quiet >= max_turns_) thread.restless = true;
}

void Execution::await_ends(ControlledThread& self, const AwaitedEnds& ends) {
  self.awaited_ends = &ends;
  ++ends_awaited_;
  block(self);
  wake_who_awaits_ends();
  wait_for_turn(self);
  self.awaited_ends = nullptr;
  --ends_awaited_;
}

void Execution::wake_who_awaits_ends() {
  for (std::size_t i = 0; i < thread_count_; ++i) {
    ControlledThread& waiter = *threads_[i];
    if (waiter.awaited_ends == nullptr) continue;
    const AwaitedEnds& ends = *waiter.awaited_ends;
    const auto is_over = [this](ThreadIndex index) { return threads_[index]->finished; };
    const auto ended = std::count_if(ends.threads.begin(), ends.threads.end(), is_over);
    if (static_cast<std::size_t>(ended) >= ends.count) {
      make_runnable(waiter);
      continue;
    }
    const auto missing = std::find_if_not(ends.threads.begin(), ends.threads.end(), is_over);
    pending_[i].peer = missing == ends.threads.end() ? kNoThread : *missing;
  }
}

}  // namespace explorer
