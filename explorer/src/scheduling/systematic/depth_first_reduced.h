// Runs at least one schedule of every class of schedules that differ only in the order of
// independent operations, and hardly ever two.
//
// Source-DPOR with sleep sets (Abdulla, Aronis, Jonsson and Sagonas, POPL 2014; after Flanagan and
// Godefroid, POPL 2005). Values are enumerated without reduction. A schedule that turns out to
// repeat a class already run cannot be cut short; it is run to its end and counted as redundant.
// Threads that spin give way first, as in DepthFirst.
// Thread-safety: that of Strategy. Memory: O(length of an execution * threads).
#pragma once

#include "scheduling/fairness.h"
#include "scheduling/strategy.h"
#include "scheduling/systematic/event_log.h"

namespace explorer {

class DepthFirstReduced final : public Strategy {
 public:
  bool begin_execution(std::uint64_t execution) override;
  ThreadIndex choose_thread(const SchedulingPoint& point) override;
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override;
  void executed(const Event& event) override;
  void thread_created(ThreadIndex, ThreadIndex) override {}
  void end_execution(bool failed) override;
  [[nodiscard]] bool exhausted() const override { return finished_ && !nondeterministic_; }

  // The program did not follow a prefix it had followed before: nothing is proved.
  [[nodiscard]] bool nondeterministic() const { return nondeterministic_; }
  // Executions so far that repeated a class of schedules.
  [[nodiscard]] std::uint64_t redundant_executions() const { return redundant_executions_; }

 private:
  struct Alternative {
    ThreadIndex thread = kNoThread;
    bool wanted = false;    // In the backtrack set.
    bool explored = false;  // Taken, and everything after it run.
  };
  struct Value {
    std::uint16_t count = 0;
    std::uint16_t taken = 0;
  };
  // A thread whose next operation has been explored from here; until something dependent happens,
  // running it leads nowhere new. One entry for each way the operation went.
  struct Sleeper {
    Event event;
  };
  // A state before one event. Its parts lie on top of the pools below while it is the last node.
  struct Node {
    std::uint32_t first_alternative = 0;
    std::uint32_t alternatives = 0;
    std::uint32_t taken = 0;
    std::uint32_t first_value = 0;
    std::uint32_t values = 0;
    std::uint32_t first_sleeper = 0;
    std::uint32_t inherited_sleepers = 0;
    std::uint32_t sleepers = 0;  // The inherited ones and those explored from here.
  };

  Node& add_node();
  void add_single(ThreadIndex thread);
  void inherit_sleepers(Node& node);
  void pick_first(Node& node, const SchedulingPoint& point);
  [[nodiscard]] bool is_asleep(const Node& node, ThreadIndex thread) const;
  [[nodiscard]] std::span<Alternative> alternatives_of(const Node& node) {
    return {alternatives_.data() + node.first_alternative, node.alternatives};
  }
  void plan_reversals();
  void want(const Node& node, std::span<const ThreadIndex> initials);
  void put_to_sleep(Node& node, std::size_t position);
  bool advance_value(Node& node);
  bool advance_thread(Node& node);
  void drop_after(std::size_t position);

  Fairness fairness_{Fairness::kThorough};
  EventLog log_;
  PoolVector<Node> nodes_;
  PoolVector<Alternative> alternatives_;
  PoolVector<Value> values_;
  PoolVector<Sleeper> sleepers_;
  std::size_t position_ = 0;          // Events so far in this execution.
  std::uint32_t value_position_ = 0;  // Values so far in this event.
  bool redundant_ = false;            // From here on this execution repeats another.
  bool finished_ = false;
  bool nondeterministic_ = false;
  std::uint64_t redundant_executions_ = 0;
};

}  // namespace explorer
