#include "process/stop.h"

#include <signal.h>

#include <array>
#include <atomic>
#include <cstddef>

namespace runner {

namespace {

std::atomic<bool> g_requested{false};
std::atomic<int> g_signal{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "both are written by a signal handler");

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, kSignals.size()> g_previous{};

extern "C" void handle_stop_signal(int signal) { request_stop(signal); }

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
}

StopOnSignals::StopOnSignals() {
  struct sigaction action{};
  action.sa_handler = handle_stop_signal;
  // The second Ctrl-C finds the default action: whoever presses it twice wants out.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
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
