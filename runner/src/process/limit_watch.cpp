#include "process/limit_watch.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "process/procfs.h"

namespace runner {

namespace {

constexpr std::chrono::milliseconds kThreadLookInterval{50};
// On a machine so busy that the program hardly ever runs, patience ends here.
constexpr int kMostWallLimits = 6;
// What forked processes share is counted for each of them, so all together may have more.
constexpr std::uint64_t kAllProcesses = 4;

bool is_stopped(pid_t process) {
  return std::ranges::any_of(sample_threads(process),
                             [](const ThreadSample& sample) { return sample.state == 'T'; });
}

}  // namespace

LimitWatch::LimitWatch(const Limits& limits, const Observer& observer)
    : limits_(limits), observer_(observer) {}

std::optional<Ending> LimitWatch::look(pid_t guard, Clock::time_point now) {
  const std::vector<pid_t> processes = descendants_of(guard);
  std::uint64_t memory = 0;
  std::uint64_t largest = 0;
  std::int64_t cpu = 0;
  int threads = 0;
  for (const pid_t process : processes) {
    const ProcessSample sample = sample_process(process);
    memory += sample.resident_bytes;
    largest = std::max(largest, sample.resident_bytes);
    cpu += sample.cpu_milliseconds;
    threads += sample.threads;
  }
  peak_memory_ = std::max(peak_memory_, memory);
  cpu_ = std::max(cpu_, std::chrono::milliseconds(cpu));

  if (largest > limits_.memory_bytes || memory > kAllProcesses * limits_.memory_bytes) {
    return Ending::memory_limit;
  }
  if (static_cast<int>(processes.size()) > limits_.processes) return Ending::process_limit;
  if (threads > limits_.threads) return Ending::thread_limit;
  if (cpu_ > limits_.cpu) return Ending::cpu_limit;

  if (now >= next_thread_look_) {
    next_thread_look_ = now + kThreadLookInterval;
    if (is_stopped(guard)) return Ending::guard_lost;
    if (const auto ending = look_at_threads(processes, now)) return ending;
  }
  const auto wall = now - started_;
  if (wall - waited_ >= limits_.wall || wall >= kMostWallLimits * limits_.wall) {
    return Ending::wall_limit;
  }
  return std::nullopt;
}

std::optional<Ending> LimitWatch::look_at_threads(const std::vector<pid_t>& processes,
                                                  Clock::time_point now) {
  std::vector<ThreadSample> counted;
  std::uint64_t waited = 0;
  for (const pid_t process : processes) {
    for (const ThreadSample& sample : sample_threads(process)) {
      if (observer_.ignores_thread && observer_.ignores_thread(sample.thread)) continue;
      counted.push_back(sample);
      waited = std::max(waited, sample.waited_nanoseconds);
    }
  }
  waited_ = std::max(waited_, std::chrono::nanoseconds(waited));
  if (!limits_.detect_hang) return std::nullopt;
  const bool expected = observer_.expects_hang && observer_.expects_hang();
  switch (hang_.look(std::move(counted), now,
                     expected ? HangDetector::kExpecting : HangDetector::kPatient)) {
    case HangDetector::State::hung:
      return Ending::hung;
    case HangDetector::State::stopped:
      return Ending::stopped;
    case HangDetector::State::running:
      break;
  }
  return std::nullopt;
}

}  // namespace runner
