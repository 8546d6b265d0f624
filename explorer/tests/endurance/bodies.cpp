#include "bodies.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "library.h"

namespace bodies {
namespace {

constexpr int kLooking = __LINE__ + 2;
void look(const volatile bool& flag) {
  while (!flag) continue;
}

constexpr int kTurning = __LINE__ + 2;
void turn() {
  for (;;) asm volatile("");
}

}  // namespace

void two_increments() {
  std::mutex mutex;
  int value = 0;
  const auto add = [&] {
    const std::lock_guard lock(mutex);
    ++value;
  };
  std::thread a(add);
  add();
  a.join();
}

void looks_for_ever() {
  const volatile bool flag = false;
  std::thread a([&] { look(flag); });
  a.join();
}
int line_of_looking() { return kLooking; }

void turns_for_ever() {
  std::thread a(turn);
  a.join();
}
int line_of_turning() { return kTurning; }

void stays_in_a_library() {
  std::thread a([] {
    library::stay();
    std::abort();
  });
  a.join();
}
int line_of_staying() { return __LINE__ - 5; }

void two_spinners() {
  std::atomic<bool> flag{false};
  const auto spin = [&] {
    while (!flag) std::this_thread::yield();
  };
  std::thread a(spin);
  spin();
  a.join();
}

}  // namespace bodies
