// Compiled for exploration, like a program under test.
#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#include "explorer/controls.h"
#include "programs.h"

namespace first_failure {
namespace {

void join_all(std::vector<std::thread>& threads) {
  for (std::thread& thread : threads) thread.join();
}

// Producers and consumers wait for different things on one condvar, and each wakes one of them.
void one_condvar_for_two_conditions() {
  std::mutex mutex;
  std::condition_variable changed;
  int items = 0;
  const auto move = [&](int from, int to) {
    for (int i = 0; i < 3; ++i) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return items == from; });
      items = to;
      changed.notify_one();
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back(move, 0, 1);
    threads.emplace_back(move, 1, 0);
  }
  join_all(threads);
}

void one_notify_for_two_permits() {
  std::mutex mutex;
  std::condition_variable released;
  int permits = 0;
  const auto acquire = [&] {
    std::unique_lock lock(mutex);
    released.wait(lock, [&] { return permits > 0; });
    --permits;
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(acquire);
  for (int i = 0; i < 2; ++i) {
    const std::lock_guard lock(mutex);
    permits += 2;
    released.notify_one();
  }
  join_all(threads);
}

// A newcomer may take what the woken one was woken for.
void if_instead_of_while() {
  std::mutex mutex;
  std::condition_variable filled;
  int items = 0;
  const auto take = [&] {
    std::unique_lock lock(mutex);
    if (items == 0) filled.wait(lock);
    if (--items < 0) explorer::fail("took an item that was not there");
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(take);
  for (int i = 0; i < 3; ++i) {
    const std::lock_guard lock(mutex);
    ++items;
    filled.notify_one();
  }
  join_all(threads);
}

void dine(std::size_t philosophers) {
  std::vector<std::mutex> forks(philosophers);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < philosophers; ++i) {
    threads.emplace_back([&, i] {
      const std::lock_guard left(forks[i]);
      const std::lock_guard right(forks[(i + 1) % philosophers]);
    });
  }
  join_all(threads);
}
void three_philosophers() { dine(3); }
void six_philosophers() { dine(6); }

// The flag is set, and the bell rung, between the worker's look at the flag and its wait.
void stop_between_look_and_wait() {
  std::mutex mutex;
  std::condition_variable rung;
  bool stop = false;
  int jobs = 0;
  std::thread worker([&] {
    for (;;) {
      {
        const std::lock_guard lock(mutex);
        if (stop) return;
      }
      std::unique_lock lock(mutex);
      if (jobs > 0) {
        --jobs;
        continue;
      }
      rung.wait(lock);
    }
  });
  for (int i = 0; i < 3; ++i) {
    const std::lock_guard lock(mutex);
    ++jobs;
    rung.notify_one();
  }
  {
    const std::lock_guard lock(mutex);
    stop = true;
    rung.notify_one();
  }
  worker.join();
}

// Whoever gives up takes the wake-up along that somebody else needed.
void giving_up_takes_the_wake_up_along() {
  std::mutex mutex;
  std::condition_variable released;
  int permits = 0;
  const auto acquire = [&](bool patient) {
    std::unique_lock lock(mutex);
    while (permits == 0) {
      if (patient) {
        released.wait(lock);
      } else {
        released.wait_for(lock, std::chrono::seconds(1));
        return;
      }
    }
    --permits;
  };
  std::thread patient(acquire, true);
  std::thread hasty(acquire, false);
  {
    const std::lock_guard lock(mutex);
    ++permits;
    released.notify_one();
  }
  hasty.join();
  patient.join();
}

// What was read under the shared lock is stale under the exclusive one.
void look_shared_act_exclusive() {
  std::shared_mutex mutex;
  int created = 0;
  const auto get = [&] {
    {
      const std::shared_lock lock(mutex);
      if (created > 0) return;
    }
    const std::lock_guard lock(mutex);
    if (++created > 1) explorer::fail("created twice");
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(get);
  join_all(threads);
}

constexpr std::array kPrograms{
    Program{"one_condvar_for_two_conditions", &one_condvar_for_two_conditions},
    Program{"one_notify_for_two_permits", &one_notify_for_two_permits},
    Program{"if_instead_of_while", &if_instead_of_while},
    Program{"three_philosophers", &three_philosophers},
    Program{"six_philosophers", &six_philosophers},
    Program{"stop_between_look_and_wait", &stop_between_look_and_wait},
    Program{"giving_up_takes_the_wake_up_along", &giving_up_takes_the_wake_up_along},
    Program{"look_shared_act_exclusive", &look_shared_act_exclusive}};

}  // namespace

std::span<const Program> blocking_programs() { return kPrograms; }

}  // namespace first_failure
