// Follows the outline of an execution as far as it goes: which thread made how many steps in which
// order, and the answers other than 0. Where the outline asks for what is impossible it is passed
// over, and where it ends the usual choices follow. What is left of a failure when its outline is
// cut down is found out by running it. Thread-safety: that of Strategy.
#pragma once

#include <vector>

#include "scheduling/strategy.h"
#include "trace/trace.h"

namespace explorer {

struct Outline {
  // A run of steps without context switch.
  struct Block {
    ThreadIndex thread = kNoThread;
    std::uint32_t steps = 0;
  };
  // The answer to the thread's question number `ordinal` (from 0) for a value. Counting by thread
  // keeps answers with their questions when blocks are moved.
  struct Answer {
    ThreadIndex thread = kNoThread;
    std::uint32_t ordinal = 0;
    std::uint16_t value = 0;
  };
  std::vector<Block> blocks;
  std::vector<Answer> answers;
};

[[nodiscard]] Outline outline_of(const Trace& trace);

class Guided final : public Strategy {
 public:
  explicit Guided(Outline outline);

  // One execution only.
  bool begin_execution(std::uint64_t execution) override;
  ThreadIndex choose_thread(const SchedulingPoint& point) override;
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override;
  void executed(const Event& event) override;
  void thread_created(ThreadIndex, ThreadIndex) override {}
  void end_execution(bool) override {}

 private:
  Outline outline_;
  std::size_t block_ = 0;
  std::uint32_t steps_left_ = 0;
  std::vector<std::uint32_t> questions_;  // By thread.
};

}  // namespace explorer
