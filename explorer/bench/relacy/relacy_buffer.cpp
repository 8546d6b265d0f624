// The benchmark bounded_buffer/2p2c as Relacy wants it: in Relacy's own types, every operation
// naming its place, the shared variables wrapped so that races on them are seen.
#include "relacy_buffer.h"

#include <sstream>

#include <relacy/relacy.hpp>

namespace {

class Buffer {
 public:
  void put(int value) {
    mutex_.lock($);
    while (full_($)) not_full_.wait(mutex_, $);
    value_($) = value;
    full_($) = true;
    not_empty_.notify_one($);
    mutex_.unlock($);
  }
  int take() {
    mutex_.lock($);
    while (!full_($)) not_empty_.wait(mutex_, $);
    full_($) = false;
    const int value = value_($);
    not_full_.notify_one($);
    mutex_.unlock($);
    return value;
  }
  void make_empty() { full_($) = false; }

 private:
  rl::mutex mutex_;
  rl::condition_variable not_full_;
  rl::condition_variable not_empty_;
  rl::var<bool> full_;
  rl::var<int> value_;
};

// Relacy starts and joins the four threads itself: these are no steps of its executions.
struct BufferTest : rl::test_suite<BufferTest, 4> {
  static constexpr int kItems = 3;

  Buffer buffer;
  rl::mutex sum_mutex;
  rl::var<int> sum;

  void before() {
    buffer.make_empty();
    sum($) = 0;
  }
  void thread(unsigned index) {
    if (index < 2) {
      for (int i = 1; i <= kItems; ++i) buffer.put(i);
      return;
    }
    for (int i = 0; i < kItems; ++i) {
      const int value = buffer.take();
      sum_mutex.lock($);
      sum($) = sum($) + value;
      sum_mutex.unlock($);
    }
  }
  void after() { RL_ASSERT(sum($) == 12); }
};

}  // namespace

namespace bench {

bool relacy_bounded_buffer(std::uint64_t schedules) {
  std::ostringstream silence;
  rl::test_params parameters;
  parameters.iteration_count = schedules;
  parameters.search_type = rl::random_scheduler_type;
  parameters.output_stream = &silence;
  parameters.progress_stream = &silence;
  return rl::simulate<BufferTest>(parameters);
}

}  // namespace bench
