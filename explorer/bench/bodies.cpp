#include "bodies.h"

#include <condition_variable>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <thread>
#include <vector>

#include "explorer/controls.h"

namespace bench {
namespace {

class Buffer {
 public:
  explicit Buffer(bool one_condvar) : not_empty_(one_condvar ? not_full_ : own_not_empty_) {}

  void put(int value) {
    std::unique_lock lock(mutex_);
    not_full_.wait(lock, [this] { return !full_; });
    value_ = value;
    full_ = true;
    not_empty_.notify_one();
  }
  int take() {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [this] { return full_; });
    full_ = false;
    not_full_.notify_one();
    return value_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_full_;
  std::condition_variable own_not_empty_;
  std::condition_variable& not_empty_;
  bool full_ = false;
  int value_ = 0;
};

void run_buffer(bool one_condvar) {
  constexpr int kItems = 3;
  Buffer buffer(one_condvar);
  std::mutex sum_mutex;
  int sum = 0;
  const auto produce = [&] {
    for (int i = 1; i <= kItems; ++i) buffer.put(i);
  };
  const auto consume = [&] {
    for (int i = 0; i < kItems; ++i) {
      const int value = buffer.take();
      const std::lock_guard lock(sum_mutex);
      sum += value;
    }
  };
  std::thread p1(produce);
  std::thread p2(produce);
  std::thread c1(consume);
  std::thread c2(consume);
  p1.join();
  p2.join();
  c1.join();
  c2.join();
  if (sum != 12) explorer::fail("items were lost");
}

}  // namespace

void bounded_buffer() { run_buffer(false); }
void faulty_buffer() { run_buffer(true); }

void futures_semaphore_latch() {
  std::counting_semaphore<2> permits(2);
  std::latch done(3);
  std::vector<std::future<int>> results;
  for (int i = 0; i < 3; ++i) {
    results.push_back(std::async(std::launch::async, [&permits, &done, i] {
      permits.acquire();
      permits.release();
      done.count_down();
      return i;
    }));
  }
  done.wait();
  int sum = 0;
  for (std::future<int>& result : results) sum += result.get();
  if (sum != 3) explorer::fail("a result was lost");
}

void mutex_ping_pong() {
  std::mutex mutex;
  int turns = 0;
  const auto play = [&] {
    for (int i = 0; i < 50; ++i) {
      const std::lock_guard lock(mutex);
      ++turns;
    }
  };
  std::thread a(play);
  play();
  a.join();
}

void memory_traffic() {
  const auto fill = [] {
    std::vector<int> values(256);
    for (int round = 0; round < 16; ++round) {
      for (int& value : values) value += round;
    }
  };
  std::thread a(fill);
  fill();
  a.join();
}

void contended_counter(int count) {
  std::mutex mutex;
  int value = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 4; ++j) {
        const std::lock_guard lock(mutex);
        ++value;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

void small_counter() {
  std::mutex mutex;
  int value = 0;
  const auto add = [&] {
    for (int i = 0; i < 3; ++i) {
      const std::lock_guard lock(mutex);
      ++value;
    }
  };
  std::thread a(add);
  add();
  a.join();
}

}  // namespace bench
