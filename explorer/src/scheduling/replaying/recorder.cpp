#include "scheduling/replaying/recorder.h"

namespace explorer {

bool Recorder::begin_execution(std::uint64_t execution) {
  choices_.clear();
  step_ = 0;
  return inner_.begin_execution(execution);
}

ThreadIndex Recorder::choose_thread(const SchedulingPoint& point) {
  const ThreadIndex chosen = inner_.choose_thread(point);
  const auto count = static_cast<std::uint16_t>(point.runnable.size());
  choices_.push_back({ChoiceKind::thread, count, chosen, step_, chosen == usual_thread(point)});
  return chosen;
}

std::uint16_t Recorder::choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) {
  const std::uint16_t value = inner_.choose_value(kind, thread, count);
  choices_.push_back({kind, count, value, step_, value == 0});
  return value;
}

void Recorder::executed(const Event& event) {
  step_ = event.step + 1;
  inner_.executed(event);
}

}  // namespace explorer
