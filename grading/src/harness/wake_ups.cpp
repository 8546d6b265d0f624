#include "grading/wake_ups.h"

#include <chrono>
#include <cstdint>
#include <vector>

#include "grading/expect.h"
#include "grading/stage.h"
#include "grading/time.h"

namespace grading {

namespace {

std::vector<std::uint64_t> wake_ups_of(const Cast& cast) {
  std::vector<std::uint64_t> counts;
  for (const auto& each : cast.participants()) counts.push_back(each->cost().wake_ups);
  return counts;
}

}  // namespace

bool expect_asleep(const Cast& cast) {
  constexpr std::uint64_t kLimit = 2;  // Real clocks and schedulers have moods.
  for (const auto& waiter : cast.participants()) {
    const Standing standing = waiter->await_blocked();
    const bool rests =
        expect(standing != Standing::spinning, waiter->role() + " runs in circles while it waits",
               Finding::busy_wait) &&
        expect(standing != Standing::polling, waiter->role() + " wakes up again and again to look",
               Finding::busy_wait) &&
        expect(standing != Standing::finished, waiter->role() + " does not wait");
    if (!rests) return false;
  }
  const auto before = wake_ups_of(cast);
  let_pass(std::chrono::milliseconds(250));
  const auto after = wake_ups_of(cast);
  bool calm = true;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::string& role = cast.participants()[i]->role();
    const std::uint64_t wake_ups = after[i] - before[i];
    measure("wake-ups of " + role, static_cast<long long>(wake_ups), kLimit);
    calm = expect(wake_ups <= kLimit,
                  role + " woke up " + std::to_string(wake_ups) +
                      " times in a quarter of a second, with nothing to do",
                  Finding::busy_wait) &&
           calm;
  }
  return calm;
}

bool expect_to_wake_one(const std::string& role, CallRef<void()> wait, const std::string& news,
                        CallRef<void()> act) {
  const std::size_t count = by_stage<std::size_t>(6, 3);
  const std::uint64_t limit = by_stage<std::uint64_t>(7, 1);  // Waking all each time: 15, or 3.
  Cast cast;
  for (std::size_t i = 1; i <= count; ++i) cast.start(role + " " + std::to_string(i), wait);
  cast.await_quiet();
  std::uint64_t disturbed = 0;
  for (std::size_t acted = 1; acted <= count; ++acted) {
    const auto before = wake_ups_of(cast);
    act();
    cast.await_finished(acted, news + ", and nobody of those who wait goes on",
                        Finding::lost_wakeup);
    cast.await_quiet();
    const auto after = wake_ups_of(cast);
    for (std::size_t i = 0; i < count; ++i) {
      if (!cast.participants()[i]->finished()) disturbed += after[i] - before[i];
    }
  }
  measure(role + "s woken for nothing", static_cast<long long>(disturbed),
          static_cast<long long>(limit));
  return expect(disturbed <= limit,
                news + ", " + std::to_string(count) + " times for as many who waited: that woke " +
                    std::to_string(disturbed) + " times one that could not go on");
}

}  // namespace grading
