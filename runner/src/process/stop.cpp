#include "process/stop.h"

#include <signal.h>
#include <time.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace runner {

namespace {

std::atomic<bool> g_requested{false};
std::atomic<int> g_signal{0};
std::atomic<std::int64_t> g_one_wish{0};      // In nanoseconds.
std::atomic<std::int64_t> g_first_signal{0};  // When it came; 0: not yet.
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "all are written by a signal handler");

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, kSignals.size()> g_previous{};

// Not of <chrono>: a signal handler may call this one.
std::int64_t nanoseconds_now() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// Whoever presses Ctrl-C again wants out.
extern "C" void handle_stop_signal(int signal) {
  const int before = errno;
  const std::int64_t now = nanoseconds_now();
  std::int64_t first = 0;
  if (!g_first_signal.compare_exchange_strong(first, now) && now - first >= g_one_wish.load()) {
    struct sigaction action{};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    raise(signal);  // Is delivered when this handler returns.
  }
  request_stop(signal);
  errno = before;
}

}  // namespace

void request_stop(int signal) noexcept {
  g_signal.store(signal);
  g_requested.store(true);
}

bool stop_requested() noexcept { return g_requested.load(); }

int stop_signal() noexcept { return g_signal.load(); }

void clear_stop() noexcept {
  g_requested.store(false);
  g_signal.store(0);
  g_first_signal.store(0);
}

StopOnSignals::StopOnSignals(std::chrono::nanoseconds one_wish) {
  g_one_wish.store(one_wish.count());
  g_first_signal.store(0);
  struct sigaction action{};
  action.sa_handler = handle_stop_signal;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &action, &g_previous[i]);
  }
}

StopOnSignals::~StopOnSignals() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &g_previous[i], nullptr);
  }
}

}  // namespace runner
