#include "bodies.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "explorer/controls.h"

namespace bodies {

using namespace std::chrono_literals;

void buffer() {
  std::mutex mutex;
  std::condition_variable changed;
  int items = 0;
  std::thread producer([&] {
    for (int i = 0; i < 3; ++i) {
      const std::lock_guard lock(mutex);
      ++items;
      changed.notify_all();
    }
  });
  const auto consume = [&] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return items > 0; });
    --items;
  };
  std::thread a(consume);
  std::thread b(consume);
  producer.join();
  a.join();
  b.join();
}

void timeouts() {
  std::timed_mutex mutex;
  std::mutex other;
  std::condition_variable never;
  std::thread a([&] {
    if (mutex.try_lock_for(1s)) {
      std::this_thread::sleep_for(2s);
      mutex.unlock();
    }
  });
  if (mutex.try_lock_for(3s)) mutex.unlock();
  std::unique_lock lock(other);
  (void)never.wait_for(lock, 5s, [] { return false; });
  a.join();
}

void futures() {
  auto a = std::async(std::launch::async, [] { return 1; });
  auto b = std::async(std::launch::async, [] { return 2; });
  if (a.get() + b.get() != 3) explorer::fail("a result was lost");
}

void heap() {
  const auto fill = [] {
    std::map<int, std::string> words;
    for (int i = 0; i < 8; ++i) words[i] = std::string(static_cast<std::size_t>(i) * 10, 'x');
    thread_local std::vector<int> numbers;
    numbers.push_back(1);
    if (numbers.size() != 1) explorer::fail("an old thread_local");
  };
  std::thread a(fill);
  fill();
  a.join();
}

void counts_in_a_global() {
  static std::atomic<int> executions{0};
  std::thread a([] {});
  const int executed = ++executions;
  if (executed % 2 == 0) std::this_thread::yield();
  a.join();
}

void keep_outcome(std::set<std::string>& outcomes) {
  std::atomic<int> first{0};
  std::thread a([&] {
    int nobody = 0;
    first.compare_exchange_strong(nobody, 1);
  });
  int nobody = 0;
  first.compare_exchange_strong(nobody, 2);
  a.join();
  outcomes.insert(std::string(40, first == 1 ? 'a' : 'b'));
}

void fails_in_a_catch_block() {
  std::thread a([] {
    try {
      throw std::runtime_error("thrown");
    } catch (const std::runtime_error&) {
      explorer::fail("in the middle of a catch block");
    }
  });
  a.join();
}

void throws_and_catches() {
  const auto attempt = [] {
    if (std::uncaught_exceptions() != 0 || std::current_exception()) {
      explorer::fail("an exception of an earlier execution");
    }
    try {
      throw std::runtime_error("thrown");
    } catch (const std::runtime_error&) {
      std::this_thread::yield();
    }
  };
  std::thread a(attempt);
  attempt();
  a.join();
}

namespace {

struct FailsAtTheEnd {
  int uses = 0;
  ~FailsAtTheEnd() { explorer::fail("a thread ends that has used this"); }
};
thread_local FailsAtTheEnd fails_at_the_end;

}  // namespace

void fails_before_a_thread_local_is_destroyed() {
  std::thread a([] {
    ++fails_at_the_end.uses;
    explorer::fail("before the end");
  });
  a.join();
}

void fails_sometimes() {
  std::atomic<int> value{0};
  std::thread a([&] { value = 1; });
  std::thread b([&] { value = 2; });
  std::thread c([&] { value = 3; });
  a.join();
  b.join();
  c.join();
  if (value == 1) explorer::fail("the first came last");
}

void races() {
  static int value = 0;
  std::thread a([] { ++value; });
  ++value;
  a.join();
  static_cast<void>(value);
}

void kills_itself() {
  std::thread a([] { kill(getpid(), SIGKILL); });
  a.join();
}

}  // namespace bodies
