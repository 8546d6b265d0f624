#include "scheduling/systematic/depth_first_bounded.h"

#include <algorithm>

namespace explorer {

bool DepthFirstBounded::begin_execution(std::uint64_t) {
  position_ = 0;
  value_position_ = 0;
  fairness_.begin_execution();
  return !finished_ && !nondeterministic_;
}

DepthFirstBounded::Node& DepthFirstBounded::add_node() {
  Node node;
  node.first_alternative = static_cast<std::uint32_t>(alternatives_.size());
  node.first_value = static_cast<std::uint32_t>(values_.size());
  if (!nodes_.empty()) {
    const Node& parent = nodes_.back();
    const bool preempted = alternatives_of(parent)[parent.taken].preempts;
    node.preemptions = parent.preemptions + (preempted ? 1U : 0U);
  }
  nodes_.push_back(node);
  return nodes_.back();
}

void DepthFirstBounded::add_choice(const SchedulingPoint& point,
                                   std::span<const ThreadIndex> candidates) {
  const bool could_stay = point.current_runnable && !point.current_spinning &&
                          std::ranges::find(candidates, point.current) != candidates.end();
  Node& node = add_node();
  for (const ThreadIndex thread : candidates) {
    // To stay comes for free and first, so that a preemption is never made without need.
    if (could_stay && thread == point.current) node.taken = node.alternatives;
    alternatives_.push_back({thread, could_stay && thread != point.current, false, false});
    ++node.alternatives;
  }
  alternatives_of(node)[node.taken].wanted = true;
}

void DepthFirstBounded::add_single(ThreadIndex thread) {
  Node& node = add_node();
  alternatives_.push_back({thread, false, true, false});
  node.alternatives = 1;
}

ThreadIndex DepthFirstBounded::choose_thread(const SchedulingPoint& point) {
  const std::span<const ThreadIndex> candidates = fairness_.candidates(point);
  if (position_ == nodes_.size()) add_choice(point, candidates);
  const Node& node = nodes_[position_];
  const ThreadIndex wanted = alternatives_of(node)[node.taken].thread;
  if (std::ranges::find(point.runnable, wanted) != point.runnable.end()) return wanted;
  nondeterministic_ = true;
  return usual_thread(point);
}

std::uint16_t DepthFirstBounded::choose_value(ChoiceKind, ThreadIndex thread, std::uint16_t count) {
  if (position_ == nodes_.size()) add_single(thread);
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

void DepthFirstBounded::executed(const Event& event) {
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
    plan_reversals(event);
  }
  ++position_;
  value_position_ = 0;
}

void DepthFirstBounded::plan_reversals(const Event& event) {
  for (const std::uint32_t earlier : log_.conflicts()) {
    want(earlier, event.thread);
    std::size_t begin = earlier;
    while (begin > 0 && log_.event(begin - 1).thread == log_.event(earlier).thread) --begin;
    if (begin != earlier) want(begin, event.thread);
  }
}

void DepthFirstBounded::want(std::size_t position, ThreadIndex thread) {
  const std::span<Alternative> alternatives = alternatives_of(nodes_[position]);
  const auto found = std::ranges::find(alternatives, thread, &Alternative::thread);
  if (found != alternatives.end()) {
    found->wanted = true;
    return;
  }
  // It may not run there: whichever thread it is that makes it able to, try it.
  for (Alternative& alternative : alternatives) alternative.wanted = true;
}

void DepthFirstBounded::end_execution(bool) {
  if (position_ < log_.size()) nondeterministic_ = true;
  if (nondeterministic_) return;
  while (!nodes_.empty()) {
    Node& node = nodes_.back();
    // Only an execution that broke off within a step has a node without an event.
    if (log_.size() >= nodes_.size()) log_.truncate(nodes_.size() - 1);
    if (advance_value(node) || advance_thread(node)) return;
    alternatives_.resize(node.first_alternative);
    values_.resize(node.first_value);
    nodes_.pop_back();
  }
  end_level();
}

bool DepthFirstBounded::advance_value(Node& node) {
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

bool DepthFirstBounded::advance_thread(Node& node) {
  const std::span<Alternative> alternatives = alternatives_of(node);
  alternatives[node.taken].explored = true;
  for (std::size_t i = 0; i < alternatives.size(); ++i) {
    const Alternative& next = alternatives[i];
    if (!next.wanted || next.explored) continue;
    if (next.preempts && node.preemptions >= bound_) {
      something_was_bounded_ = true;
      continue;
    }
    node.taken = static_cast<std::uint32_t>(i);
    return true;
  }
  return false;
}

void DepthFirstBounded::end_level() {
  finished_ = bound_ == last_bound_ || !something_was_bounded_;
  something_was_bounded_ = false;
  if (!finished_) ++bound_;
}

}  // namespace explorer
