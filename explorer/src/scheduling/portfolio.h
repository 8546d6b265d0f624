// Searches systematically and samples in turn; the default strategy.
//
// Systematic search proves small tests and is hopeless in large ones, where it spends its life
// among the last few choices; samplers prove nothing and differ in what they find. So the first
// kHeadStart executions are systematic, every other one after that, until the search is exhausted
// (everything is proved) or has used up its budget; the rest are sampled by each sampler in turn.
// Thread-safety: that of Strategy.
#pragma once

#include <memory>
#include <vector>

#include "scheduling/strategy.h"

namespace explorer {

class Portfolio final : public Strategy {
 public:
  static constexpr std::uint64_t kHeadStart = 200;

  // Requires: at least one sampler. `budget`: systematic executions at most.
  Portfolio(std::unique_ptr<Strategy> systematic, std::uint64_t budget,
            std::vector<std::unique_ptr<Strategy>> samplers, std::uint64_t head_start = kHeadStart);

  bool begin_execution(std::uint64_t execution) override;
  ThreadIndex choose_thread(const SchedulingPoint& point) override {
    const ThreadIndex chosen = current_->choose_thread(point);
    set_wants_events(current_->wants_events());
    take_stays(*current_);
    return chosen;
  }
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override {
    return current_->choose_value(kind, thread, count);
  }
  void executed(const Event& event) override { current_->executed(event); }
  void thread_created(ThreadIndex parent, ThreadIndex child) override {
    current_->thread_created(parent, child);
  }
  void end_execution(bool failed) override;
  [[nodiscard]] bool exhausted() const override { return systematic_->exhausted(); }

 private:
  void begin_sample();

  std::unique_ptr<Strategy> systematic_;
  std::uint64_t budget_;
  std::uint64_t head_start_;
  std::vector<std::unique_ptr<Strategy>> samplers_;
  std::uint64_t systematic_runs_ = 0;
  std::uint64_t samples_ = 0;
  bool searching_ = true;
  bool sample_next_ = false;
  Strategy* current_;
};

}  // namespace explorer
