// On real, free-running threads.
#include "grading/everyone.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <vector>

#include "grading/src/threads/process_view.h"
#include "grading/src/threads/quiescence.h"
#include "grading/time.h"

namespace grading::everyone {
namespace {

// As for a participant; see cast.cpp.
constexpr std::chrono::milliseconds kSpinning{50};
constexpr std::uint64_t kPolling = 100;
constexpr std::chrono::milliseconds kLongNap{30};

std::vector<int> others() {
  std::vector<int> found = process_view::threads();
  std::erase_if(found, [](int thread) {
    return thread == process_view::this_thread() || process_view::is_runtime_thread(thread);
  });
  return found;
}

struct Use {
  std::chrono::nanoseconds processor{0};
  std::uint64_t wake_ups = 0;
};

Use use_of(int thread) {
  const auto view = process_view::look_at(thread);
  return {process_view::processor_time(thread), view ? view->voluntary : 0};
}

// Who burns time or wakes up again and again while it is being watched.
class Watch {
 public:
  std::optional<Standing> restless(const std::vector<int>& threads) {
    for (const int thread : threads) {
      const Use now = use_of(thread);
      const Use& first = first_.try_emplace(thread, now).first->second;
      if (now.processor > first.processor + kSpinning) return Standing::spinning;
      if (now.wake_ups > first.wake_ups + kPolling) return Standing::polling;
    }
    return std::nullopt;
  }

 private:
  std::map<int, Use> first_;
};

enum class Rest : std::uint8_t { none, on_a_clock, until_woken };

Rest rest_of(const std::vector<int>& threads) {
  Rest rest = Rest::until_woken;
  for (const int thread : threads) {
    const auto waits_in = quiescence::how_it_sleeps(thread);
    if (!waits_in) return Rest::none;
    if (*waits_in == process_view::WaitsIn::sleep) rest = Rest::on_a_clock;
  }
  return rest;
}

}  // namespace

Standing await_blocked() {
  Watch watch;
  std::optional<Stopwatch> napping;
  quiescence::Patience patience;
  for (;; patience.pause()) {
    const std::vector<int> threads = others();
    if (threads.empty()) return Standing::finished;
    switch (rest_of(threads)) {
      case Rest::until_woken:
        return Standing::asleep;
      case Rest::on_a_clock:
        if (!napping) napping.emplace();
        if (napping->elapsed() > kLongNap) return Standing::polling;
        break;
      case Rest::none:
        napping.reset();
    }
    if (const auto restless = watch.restless(threads)) return *restless;
  }
}

std::uint64_t wake_ups() {
  std::uint64_t sum = 0;
  for (const int thread : others()) sum += use_of(thread).wake_ups;
  return sum;
}

}  // namespace grading::everyone
