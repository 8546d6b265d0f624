// Runs every schedule of another strategy twice and compares the two executions event by event:
// whatever differs is nondeterminism that the explorer does not control, such as state that leaks
// from one execution into the next or decisions that depend on addresses.
// Thread-safety: that of Strategy.
#pragma once

#include <optional>
#include <vector>

#include "scheduling/replaying/recorder.h"
#include "scheduling/replaying/replay.h"

namespace explorer {

class DeterminismCheck final : public Strategy {
 public:
  // `inner` outlives the check.
  explicit DeterminismCheck(Strategy& inner) : recorder_(inner), inner_(inner) {}

  // Even executions are the inner strategy's, odd ones repeat the one before.
  bool begin_execution(std::uint64_t execution) override;
  ThreadIndex choose_thread(const SchedulingPoint& point) override;
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override;
  void executed(const Event& event) override;
  void thread_created(ThreadIndex parent, ThreadIndex child) override;
  void end_execution(bool failed) override;
  [[nodiscard]] bool exhausted() const override;

  // The first difference seen so far.
  [[nodiscard]] const std::optional<Divergence>& difference() const { return difference_; }

 private:
  void compare(const Event& event);
  void differ(std::uint32_t step, std::string expected, std::string actual);

  Recorder recorder_;
  Strategy& inner_;
  std::optional<Replay> replay_;  // While repeating.
  std::vector<Event> events_;     // Of the execution to be repeated.
  std::size_t repeated_ = 0;      // Events so far in the repetition.
  std::optional<Divergence> difference_;
};

}  // namespace explorer
