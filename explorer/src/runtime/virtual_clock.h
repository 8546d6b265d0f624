// Time as the program under test sees it: it stands still while anybody can run and then jumps to
// the next deadline.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "runtime/controlled_thread.h"

namespace explorer {

class VirtualClock {
 public:
  // What the program's clocks read at virtual time 0, in nanoseconds: a system clock in 2030, and
  // a steady clock that is neither 0 nor equal to it.
  static constexpr std::int64_t kRealtimeBegin = 1'893'456'000'000'000'000;
  static constexpr std::int64_t kMonotonicBegin = 1'000'000'000'000;

  void begin_execution() {
    now_ = 0;
    realtime_begin_ = kRealtimeBegin;
    deadlines_.clear();
  }

  [[nodiscard]] std::int64_t now() const { return now_; }
  void advance_to(std::int64_t time) { now_ = std::max(now_, time); }

  // What the system clock would have read at virtual time 0, given what it was set to since.
  [[nodiscard]] std::int64_t realtime_begin() const { return realtime_begin_; }
  void set_realtime(std::int64_t by) { realtime_begin_ += by; }

  // Announces that the thread's current wait ends at thread.deadline.
  void arm(ControlledThread& thread) {
    deadlines_.push_back({thread.deadline, ++sequence_, thread.wait_number, &thread});
    std::push_heap(deadlines_.begin(), deadlines_.end(), later);
  }

  // Removes and returns the thread with the earliest deadline that is still being waited for; null
  // when there is none. Ties go to whoever armed first. O(log waits).
  ControlledThread* pop_earliest() {
    drop_stale();
    if (deadlines_.empty()) return nullptr;
    ControlledThread* thread = deadlines_.front().thread;
    pop();
    return thread;
  }

  // Whether somebody waits for a moment not after `time`.
  [[nodiscard]] bool is_due(std::int64_t time) {
    drop_stale();
    return !deadlines_.empty() && deadlines_.front().time <= time;
  }
  [[nodiscard]] bool has_deadline() {
    drop_stale();
    return !deadlines_.empty();
  }

 private:
  struct Deadline {
    std::int64_t time;
    std::uint64_t sequence;
    std::uint32_t wait_number;
    ControlledThread* thread;
  };
  static bool later(const Deadline& a, const Deadline& b) {
    return a.time != b.time ? a.time > b.time : a.sequence > b.sequence;
  }
  void pop() {
    std::pop_heap(deadlines_.begin(), deadlines_.end(), later);
    deadlines_.pop_back();
  }
  void drop_stale() {
    while (!deadlines_.empty() &&
           deadlines_.front().wait_number != deadlines_.front().thread->wait_number) {
      pop();
    }
  }

  std::int64_t now_ = 0;
  std::int64_t realtime_begin_ = kRealtimeBegin;
  std::uint64_t sequence_ = 0;
  std::vector<Deadline> deadlines_;
};

}  // namespace explorer
