// Runs independent pieces of work on several threads and hands their results on in order.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <future>
#include <thread>
#include <utility>
#include <vector>

namespace runner {

// Calls work(i) for every i below `count`, at most `at_a_time` of them at the same time, each
// thread taking the next as soon as it is free; calls take(result) on the calling thread in order
// of i, as early as possible. When either throws, no further piece is begun, and the exception
// leaves once those that were begun are over.
template <typename Work, typename Take>
void side_by_side(std::size_t count, int at_a_time, Work work, Take take) {
  using Result = decltype(work(std::size_t{}));
  std::vector<std::promise<Result>> results(count);
  std::vector<std::future<Result>> futures;
  futures.reserve(count);
  for (std::promise<Result>& result : results) futures.push_back(result.get_future());

  std::atomic<std::size_t> next{0};
  const auto work_off = [&] {
    for (;;) {
      const std::size_t i = next.fetch_add(1);
      if (i >= count) return;
      try {
        results[i].set_value(work(i));
      } catch (...) {
        results[i].set_exception(std::current_exception());
      }
    }
  };
  // Declared last, so that leaving by an exception ends the threads before what they use is gone.
  std::vector<std::jthread> threads;
  const auto most = std::min(count, static_cast<std::size_t>(std::max(at_a_time, 1)));
  threads.reserve(most);
  for (std::size_t i = 0; i < most; ++i) threads.emplace_back(work_off);
  try {
    for (std::future<Result>& future : futures) take(future.get());
  } catch (...) {
    next = count;  // Nothing further is begun.
    throw;
  }
}

}  // namespace runner
