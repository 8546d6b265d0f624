// Runs every schedule, deepest alternatives first, optionally only those with few preemptions.
//
// With a bound c, schedules with at most 0, 1, ... c preemptions are run in turn (iterative context
// bounding: Musuvathi and Qadeer, PLDI 2007), so that the simplest failure comes first; a
// preemption leaves a thread that could go on. Values are enumerated and cost nothing. A thread
// that spins gives way first, so loops that wait for another thread come to an end. Thread-safety:
// that of Strategy. Memory: O(length of an execution * threads).
#pragma once

#include <optional>

#include "scheduling/fairness.h"
#include "scheduling/strategy.h"

namespace explorer {

class DepthFirst final : public Strategy {
 public:
  explicit DepthFirst(std::optional<unsigned> preemption_bound = std::nullopt)
      : last_bound_(preemption_bound), bound_(preemption_bound ? 0U : kUnbounded) {}

  bool begin_execution(std::uint64_t execution) override;
  ThreadIndex choose_thread(const SchedulingPoint& point) override;
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override;
  void executed(const Event& event) override { fairness_.executed(event); }
  void thread_created(ThreadIndex, ThreadIndex) override {}
  void end_execution(bool failed) override;
  [[nodiscard]] bool exhausted() const override { return finished_ && !nondeterministic_; }

  // The program did not follow a prefix it had followed before: nothing is proved.
  [[nodiscard]] bool nondeterministic() const { return nondeterministic_; }
  // Preemptions allowed in the schedules being run.
  [[nodiscard]] std::optional<unsigned> current_bound() const {
    return last_bound_ ? std::optional<unsigned>(bound_) : std::nullopt;
  }

 private:
  static constexpr unsigned kUnbounded = ~0U;
  struct Record {
    std::uint32_t first = 0;  // Its alternatives: threads_[first .. first + count), or 0 .. count.
    std::uint16_t count = 0;
    std::uint16_t tried = 0;  // Number of the alternative taken.
    bool is_thread = false;
    bool first_is_free = false;  // The first alternative stays, the others preempt.
    unsigned preemptions = 0;    // Before this choice.
  };

  [[nodiscard]] bool may_try(const Record& record, unsigned alternative) const;
  [[nodiscard]] unsigned preemptions_so_far() const;
  Record& add_thread_record(const SchedulingPoint& point);
  void advance();

  std::optional<unsigned> last_bound_;
  unsigned bound_;
  Fairness fairness_{Fairness::kThorough};
  PoolVector<Record> records_;
  PoolVector<ThreadIndex> threads_;
  std::size_t position_ = 0;
  bool something_was_bounded_ = false;
  bool finished_ = false;
  bool nondeterministic_ = false;
};

}  // namespace explorer
