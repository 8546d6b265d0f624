// Reaches everything that schedules with few preemptions can reach, without running all of them.
//
// Bounded partial-order reduction after Coons, Musuvathi and McKinley (OOPSLA 2013). Two events of
// different threads that depend on each other are tried in the other order: from right before the
// earlier one, and from where its thread was switched to, because there another thread can be given
// the turn at no cost. Sleep sets are not used: what was run before with the sleeper first may have
// needed one more preemption than the bound allows. Schedules with at most 0, 1, ... preemptions
// are run in turn and values are enumerated, as in DepthFirst. Thread-safety: that of Strategy.
// Memory: O(length of an execution * threads).
#pragma once

#include "scheduling/fairness.h"
#include "scheduling/strategy.h"
#include "scheduling/systematic/event_log.h"

namespace explorer {

class DepthFirstBounded final : public Strategy {
 public:
  explicit DepthFirstBounded(unsigned preemption_bound) : last_bound_(preemption_bound) {}

  bool begin_execution(std::uint64_t execution) override;
  ThreadIndex choose_thread(const SchedulingPoint& point) override;
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override;
  void executed(const Event& event) override;
  void thread_created(ThreadIndex, ThreadIndex) override {}
  void end_execution(bool failed) override;
  [[nodiscard]] bool exhausted() const override { return finished_ && !nondeterministic_; }

  // The program did not follow a prefix it had followed before: nothing is proved.
  [[nodiscard]] bool nondeterministic() const { return nondeterministic_; }
  // Preemptions allowed in the schedules being run.
  [[nodiscard]] unsigned current_bound() const { return bound_; }

 private:
  struct Alternative {
    ThreadIndex thread = kNoThread;
    bool preempts = false;
    bool wanted = false;    // In the backtrack set.
    bool explored = false;  // Taken, and everything after it run.
  };
  struct Value {
    std::uint16_t count = 0;
    std::uint16_t taken = 0;
  };
  // A state before one event. Its parts lie on top of the pools below while it is the last node.
  struct Node {
    std::uint32_t first_alternative = 0;
    std::uint32_t alternatives = 0;
    std::uint32_t taken = 0;
    std::uint32_t first_value = 0;
    std::uint32_t values = 0;
    unsigned preemptions = 0;  // Before this event.
  };

  Node& add_node();
  void add_single(ThreadIndex thread);
  void add_choice(const SchedulingPoint& point, std::span<const ThreadIndex> candidates);
  [[nodiscard]] std::span<Alternative> alternatives_of(const Node& node) {
    return {alternatives_.data() + node.first_alternative, node.alternatives};
  }
  void plan_reversals(const Event& event);
  void want(std::size_t position, ThreadIndex thread);
  bool advance_value(Node& node);
  bool advance_thread(Node& node);
  void end_level();

  unsigned last_bound_;
  unsigned bound_ = 0;
  Fairness fairness_{Fairness::kThorough};
  EventLog log_;
  PoolVector<Node> nodes_;
  PoolVector<Alternative> alternatives_;
  PoolVector<Value> values_;
  std::size_t position_ = 0;          // Events so far in this execution.
  std::uint32_t value_position_ = 0;  // Values so far in this event.
  bool something_was_bounded_ = false;
  bool finished_ = false;
  bool nondeterministic_ = false;
};

}  // namespace explorer
