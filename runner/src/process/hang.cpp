#include "process/hang.h"

#include <algorithm>
#include <utility>

namespace runner {

namespace {

// A zombie leader is a main thread that ended with pthread_exit().
bool at_rest(const ThreadSample& sample) {
  return sample.state == 'S' || sample.state == 'T' || sample.state == 'Z';
}

}  // namespace

HangDetector::State HangDetector::look(std::vector<ThreadSample> threads, TimePoint now,
                                       Patience patience) {
  std::ranges::sort(threads, {}, &ThreadSample::thread);
  const bool quiet =
      !threads.empty() && threads == previous_ && std::ranges::all_of(threads, at_rest);
  previous_ = std::move(threads);
  if (!quiet) {
    quiet_samples_ = 0;
    return State::running;
  }
  if (quiet_samples_++ == 0) quiet_since_ = now;
  if (quiet_samples_ < patience.samples || now - quiet_since_ < patience.time) {
    return State::running;
  }
  const bool stopped = std::ranges::any_of(
      previous_, [](const ThreadSample& sample) { return sample.state == 'T'; });
  return stopped ? State::stopped : State::hung;
}

}  // namespace runner
