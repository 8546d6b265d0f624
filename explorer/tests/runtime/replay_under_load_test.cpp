// A busy machine changes when threads run, and nothing else.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "bodies.h"
#include "repeating.h"

namespace explorer {
namespace {

// More threads that never rest than there are processors.
class Load {
 public:
  Load() {
    const unsigned count = 2 * std::thread::hardware_concurrency() + 1;
    for (unsigned i = 0; i < count; ++i) {
      threads_.emplace_back([](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
        }
      });
    }
  }

 private:
  std::vector<std::jthread> threads_;
};

class UnderLoad : public testing::TestWithParam<void (*)()> {};

TEST_P(UnderLoad, a_thousand_repeats_on_both_backends_give_the_same_trace) {
  const std::vector<Choice> choices = some_schedule(GetParam());
  const std::string first = trace_of(choices, Backend::fibers, GetParam());
  const Load load;
  for (int i = 0; i < 1'000; ++i) {
    // Each hand-over between kernel threads waits for its turn among the busy ones.
    const Backend backend = i % 20 == 0 ? Backend::kernel_threads : Backend::fibers;
    ASSERT_EQ(trace_of(choices, backend, GetParam()), first) << "repeat " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Bodies, UnderLoad,
                         testing::Values(&bodies::buffer, &bodies::timeouts, &bodies::futures,
                                         &bodies::heap));

}  // namespace
}  // namespace explorer
