// Writes down every choice another strategy makes. Thread-safety: that of Strategy.
#pragma once

#include <vector>

#include "scheduling/strategy.h"

namespace explorer {

class Recorder final : public Strategy {
 public:
  // `inner` outlives the recorder.
  explicit Recorder(Strategy& inner) : inner_(inner) {}

  bool begin_execution(std::uint64_t execution) override;
  ThreadIndex choose_thread(const SchedulingPoint& point) override;
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override;
  void executed(const Event& event) override;
  void thread_created(ThreadIndex parent, ThreadIndex child) override {
    inner_.thread_created(parent, child);
  }
  void end_execution(bool failed) override { inner_.end_execution(failed); }
  [[nodiscard]] bool exhausted() const override { return inner_.exhausted(); }

  // Of the execution begun last.
  [[nodiscard]] const std::vector<Choice>& choices() const { return choices_; }

 private:
  Strategy& inner_;
  std::vector<Choice> choices_;
  std::uint32_t step_ = 0;
};

}  // namespace explorer
