#include "scheduling/systematic/depth_first_reduced.h"

#include <algorithm>

#include "trace/dependence.h"

namespace explorer {

bool DepthFirstReduced::begin_execution(std::uint64_t) {
  position_ = 0;
  value_position_ = 0;
  redundant_ = false;
  fairness_.begin_execution();
  return !finished_ && !nondeterministic_;
}

DepthFirstReduced::Node& DepthFirstReduced::add_node() {
  Node node;
  node.first_alternative = static_cast<std::uint32_t>(alternatives_.size());
  node.first_value = static_cast<std::uint32_t>(values_.size());
  node.first_sleeper = static_cast<std::uint32_t>(sleepers_.size());
  inherit_sleepers(node);
  nodes_.push_back(node);
  return nodes_.back();
}

void DepthFirstReduced::inherit_sleepers(Node& node) {
  if (nodes_.empty() || redundant_) return;
  const Node& parent = nodes_.back();
  const Event& step = log_.event(nodes_.size() - 1);
  for (std::uint32_t i = parent.first_sleeper; i < parent.first_sleeper + parent.sleepers; ++i) {
    const ThreadIndex thread = sleepers_[i].event.thread;
    bool wakes = false;
    for (std::uint32_t j = parent.first_sleeper; j < parent.first_sleeper + parent.sleepers; ++j) {
      const Event& other = sleepers_[j].event;
      wakes = wakes || (other.thread == thread && dependent(other, step));
    }
    if (!wakes) sleepers_.push_back(Sleeper{sleepers_[i]});
  }
  node.sleepers = static_cast<std::uint32_t>(sleepers_.size()) - node.first_sleeper;
  node.inherited_sleepers = node.sleepers;
}

bool DepthFirstReduced::is_asleep(const Node& node, ThreadIndex thread) const {
  const auto first = sleepers_.begin() + node.first_sleeper;
  return std::any_of(first, first + node.inherited_sleepers,
                     [&](const Sleeper& sleeper) { return sleeper.event.thread == thread; });
}

ThreadIndex DepthFirstReduced::choose_thread(const SchedulingPoint& point) {
  const std::span<const ThreadIndex> candidates = fairness_.candidates(point);
  if (position_ == nodes_.size()) {
    Node& node = add_node();
    for (const ThreadIndex thread : candidates) alternatives_.push_back({thread, false, false});
    node.alternatives = static_cast<std::uint32_t>(candidates.size());
    pick_first(node, point);
  }
  const Node& node = nodes_[position_];
  const ThreadIndex wanted = alternatives_of(node)[node.taken].thread;
  if (std::ranges::find(point.runnable, wanted) != point.runnable.end()) return wanted;
  nondeterministic_ = true;
  return usual_thread(point);
}

void DepthFirstReduced::pick_first(Node& node, const SchedulingPoint& point) {
  const ThreadIndex usual = usual_thread(point);
  const std::span<Alternative> alternatives = alternatives_of(node);
  std::size_t pick = alternatives.size();
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    const ThreadIndex thread = alternatives[i].thread;
    if (is_asleep(node, thread)) continue;
    if (pick == alternatives.size() || thread == usual) pick = i;
  }
  if (pick == alternatives.size()) {
    redundant_ = true;
    pick = 0;
  }
  alternatives[pick].wanted = true;
  node.taken = static_cast<std::uint32_t>(pick);
}

void DepthFirstReduced::add_single(ThreadIndex thread) {
  Node& node = add_node();
  alternatives_.push_back({thread, true, false});
  node.alternatives = 1;
  if (is_asleep(node, thread)) redundant_ = true;
}

std::uint16_t DepthFirstReduced::choose_value(ChoiceKind, ThreadIndex thread, std::uint16_t count) {
  if (position_ == nodes_.size()) add_single(thread);
  if (redundant_) return 0;
  Node& node = nodes_[position_];
  if (value_position_ == node.values) {
    values_.push_back({count, 0});
    ++node.values;
  }
  const Value& value = values_[node.first_value + value_position_++];
  if (value.count == count) return value.taken;
  nondeterministic_ = true;
  return 0;
}

void DepthFirstReduced::executed(const Event& event) {
  fairness_.executed(event);
  if (position_ == nodes_.size()) add_single(event.thread);
  const Node& node = nodes_[position_];
  if (alternatives_of(node)[node.taken].thread != event.thread) nondeterministic_ = true;
  if (position_ < log_.size()) {
    if (!same_step(log_.event(position_), event)) nondeterministic_ = true;
  } else if (!nondeterministic_) {
    log_.append(event, [this, thread = event.thread](std::size_t position) {
      return std::ranges::any_of(alternatives_of(nodes_[position]),
                                 [&](const Alternative& other) { return other.thread == thread; });
    });
    // A wait for a permit may show only in a repeat whose permit it could have had instead.
    if (!redundant_ || event.operation.kind == OperationKind::semaphore_wait) plan_reversals();
  }
  ++position_;
  value_position_ = 0;
}

void DepthFirstReduced::plan_reversals() {
  for (const std::uint32_t position : log_.races()) {
    want(nodes_[position], log_.initials(position));
  }
}

void DepthFirstReduced::want(const Node& node, std::span<const ThreadIndex> initials) {
  const std::span<Alternative> alternatives = alternatives_of(node);
  Alternative* possible = nullptr;
  for (const ThreadIndex thread : initials) {
    if (is_asleep(node, thread)) return;
    const auto found = std::ranges::find(alternatives, thread, &Alternative::thread);
    if (found == alternatives.end()) continue;
    if (found->wanted) return;
    possible = &*found;
  }
  if (possible != nullptr) {
    possible->wanted = true;
    return;
  }
  // None of them may run there: whichever thread it is that makes them able to, try it.
  for (Alternative& alternative : alternatives) alternative.wanted = true;
}

void DepthFirstReduced::end_execution(bool) {
  if (redundant_) ++redundant_executions_;
  if (position_ < log_.size()) nondeterministic_ = true;
  if (nondeterministic_) return;
  while (!nodes_.empty()) {
    const std::size_t last = nodes_.size() - 1;
    drop_after(last);
    Node& node = nodes_[last];
    put_to_sleep(node, last);
    log_.truncate(last);
    if (advance_value(node) || advance_thread(node)) return;
    alternatives_.resize(node.first_alternative);
    values_.resize(node.first_value);
    sleepers_.resize(node.first_sleeper);
    nodes_.pop_back();
  }
  finished_ = true;
}

void DepthFirstReduced::drop_after(std::size_t position) {
  // Only an execution that broke off within a step has a node without an event.
  if (log_.size() > position + 1) log_.truncate(position + 1);
}

void DepthFirstReduced::put_to_sleep(Node& node, std::size_t position) {
  if (position >= log_.size()) return;
  sleepers_.push_back({log_.event(position)});
  ++node.sleepers;
}

bool DepthFirstReduced::advance_value(Node& node) {
  while (node.values > 0) {
    Value& value = values_.back();
    if (value.taken + 1 < value.count) {
      ++value.taken;
      return true;
    }
    values_.pop_back();
    --node.values;
  }
  return false;
}

bool DepthFirstReduced::advance_thread(Node& node) {
  const std::span<Alternative> alternatives = alternatives_of(node);
  alternatives[node.taken].explored = true;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    const Alternative& next = alternatives[i];
    if (next.wanted && !next.explored && !is_asleep(node, next.thread)) {
      node.taken = static_cast<std::uint32_t>(i);
      return true;
    }
  }
  return false;
}

}  // namespace explorer
