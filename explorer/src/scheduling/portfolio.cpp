#include "scheduling/portfolio.h"

#include <utility>

namespace explorer {

Portfolio::Portfolio(std::unique_ptr<Strategy> systematic, std::uint64_t budget,
                     std::vector<std::unique_ptr<Strategy>> samplers, std::uint64_t head_start)
    : systematic_(std::move(systematic)),
      budget_(budget),
      head_start_(head_start),
      samplers_(std::move(samplers)),
      current_(systematic_.get()) {}

void Portfolio::begin_sample() {
  current_ = samplers_[samples_ % samplers_.size()].get();
  static_cast<void>(current_->begin_execution(samples_ / samplers_.size()));
  set_wants_events(current_->wants_events());
  take_stays(*current_);
  ++samples_;
}

bool Portfolio::begin_execution(std::uint64_t) {
  if (systematic_->exhausted()) return false;
  const bool sample = sample_next_ || !searching_;
  sample_next_ = systematic_runs_ >= head_start_ && !sample_next_;
  if (!sample) {
    current_ = systematic_.get();
    searching_ = systematic_runs_ < budget_ && systematic_->begin_execution(systematic_runs_);
    if (searching_) {
      set_wants_events(current_->wants_events());
      take_stays(*current_);
      ++systematic_runs_;
      return true;
    }
  }
  begin_sample();
  return true;
}

void Portfolio::end_execution(bool failed) { current_->end_execution(failed); }

}  // namespace explorer
