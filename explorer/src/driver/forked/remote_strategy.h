// The strategy as a forked execution sees it: every question goes to the parent.
// Thread-safety: that of Strategy.
#pragma once

#include "driver/forked/board.h"

namespace explorer {

class RemoteStrategy final : public Strategy {
 public:
  explicit RemoteStrategy(Board& board) : board_(board) {}

  bool begin_execution(std::uint64_t) override { return true; }
  ThreadIndex choose_thread(const SchedulingPoint& point) override;
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override;
  void executed(const Event& event) override;
  void thread_created(ThreadIndex parent, ThreadIndex child) override;
  void end_execution(bool) override {}

  // Asks and returns when the parent has answered; ends the process if the parent is gone.
  void ask(Board::Question question);

 private:
  Board::Note& add_note();

  Board& board_;
};

// The parent's side: passes notes and questions on to `strategy` until the child has ended, and
// collects the trace. False if the child died before it had ended.
[[nodiscard]] bool serve(Board& board, int child, Strategy& strategy, Trace& trace);

}  // namespace explorer
