// Runs under Valgrind: explorations on kernel threads of a correct program and of a wrong one.
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "explorer/explore.h"

namespace {

thread_local std::string mine = "a thread_local that owns memory";

// Objects on the heap, with virtual functions, exceptions and a thread_local on the way.
void pass_a_gate(bool notify_all) {
  struct Gate {
    virtual ~Gate() = default;
    virtual void pass() {
      std::unique_lock lock(mutex);
      opened.wait(lock, [&] { return open; });
      if (mine.empty()) throw std::string("never");
    }
    std::mutex mutex;
    std::condition_variable opened;
    bool open = false;
  };
  const auto gate = std::make_unique<Gate>();
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) threads.emplace_back([&] { gate->pass(); });
  {
    const std::lock_guard lock(gate->mutex);
    gate->open = true;
  }
  notify_all ? gate->opened.notify_all() : gate->opened.notify_one();
  for (std::thread& thread : threads) thread.join();
}

explorer::Report explore(bool notify_all) {
  explorer::Options options;
  options.backend = explorer::Backend::kernel_threads;
  options.max_schedules = 100;
  options.max_time = std::chrono::minutes(10);
  return explorer::explore(options, [&] { pass_a_gate(notify_all); });
}

}  // namespace

int main() {
  const explorer::Report right = explore(true);
  const explorer::Report wrong = explore(false);
  std::printf("%s\n%s\n", right.verdict().c_str(), wrong.verdict().c_str());
  const bool as_expected =
      right.passed() && wrong.finding.kind == explorer::FindingKind::lost_wakeup;
  return as_expected ? 0 : 1;
}
