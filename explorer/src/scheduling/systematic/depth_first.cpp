#include "scheduling/systematic/depth_first.h"

#include <algorithm>

namespace explorer {

bool DepthFirst::begin_execution(std::uint64_t) {
  position_ = 0;
  fairness_.begin_execution();
  return !finished_ && !nondeterministic_;
}

bool DepthFirst::may_try(const Record& record, unsigned alternative) const {
  if (!record.is_thread || !record.first_is_free || alternative == 0) return true;
  return record.preemptions < bound_;
}

unsigned DepthFirst::preemptions_so_far() const {
  if (records_.empty()) return 0;
  const Record& last = records_.back();
  const bool preempts = last.is_thread && last.first_is_free && last.tried > 0;
  return last.preemptions + (preempts ? 1U : 0U);
}

DepthFirst::Record& DepthFirst::add_thread_record(const SchedulingPoint& point) {
  Record record;
  record.is_thread = true;
  record.first = static_cast<std::uint32_t>(threads_.size());
  record.first_is_free = point.current_runnable && !point.current_spinning;
  record.preemptions = preemptions_so_far();
  if (record.first_is_free) threads_.push_back(point.current);
  for (const ThreadIndex thread : fairness_.candidates(point)) {
    if (!record.first_is_free || thread != point.current) threads_.push_back(thread);
  }
  record.count = static_cast<std::uint16_t>(threads_.size() - record.first);
  records_.push_back(record);
  return records_.back();
}

ThreadIndex DepthFirst::choose_thread(const SchedulingPoint& point) {
  if (position_ < records_.size()) {
    const Record& record = records_[position_++];
    // Candidates have to be asked for in any case: they are part of the fair scheduler's state.
    static_cast<void>(fairness_.candidates(point));
    const ThreadIndex wanted = record.is_thread ? threads_[record.first + record.tried] : kNoThread;
    if (std::ranges::find(point.runnable, wanted) != point.runnable.end()) return wanted;
    nondeterministic_ = true;
    return usual_thread(point);
  }
  ++position_;
  return threads_[add_thread_record(point).first];
}

std::uint16_t DepthFirst::choose_value(ChoiceKind, ThreadIndex, std::uint16_t count) {
  if (position_ < records_.size()) {
    const Record& record = records_[position_++];
    if (!record.is_thread && record.count == count) return record.tried;
    nondeterministic_ = true;
    return 0;
  }
  ++position_;
  Record record;
  record.count = count;
  record.preemptions = preemptions_so_far();
  records_.push_back(record);
  return 0;
}

void DepthFirst::end_execution(bool) {
  if (position_ < records_.size()) nondeterministic_ = true;
  advance();
}

void DepthFirst::advance() {
  while (!records_.empty()) {
    Record& record = records_.back();
    if (record.tried + 1 < record.count) {
      if (may_try(record, record.tried + 1U)) {
        ++record.tried;
        return;
      }
      something_was_bounded_ = true;
    }
    if (record.is_thread) threads_.resize(record.first);
    records_.pop_back();
  }
  const bool next_bound = last_bound_ && bound_ < *last_bound_ && something_was_bounded_;
  something_was_bounded_ = false;
  if (next_bound) {
    ++bound_;
  } else {
    finished_ = true;
  }
}

}  // namespace explorer
