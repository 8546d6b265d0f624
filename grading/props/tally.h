// A count that participants share, and names for those who are many.
//
// Thread-safety: callable from any thread. Orders nothing, which would hide races of the code
// under test.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>

namespace grading {

class Tally {
 public:
  // Returns the new value.
  int add(int n) { return value_.fetch_add(n, std::memory_order_relaxed) + n; }
  [[nodiscard]] int value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<int> value_{0};
};

// "waiter 3"
[[nodiscard]] inline std::string numbered(const char* what, std::size_t number) {
  return std::string(what) + " " + std::to_string(number);
}

}  // namespace grading
