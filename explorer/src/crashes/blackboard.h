// What a child tells its parent: memory shared between the two, which survives the child's death.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace explorer::crashes {

struct Blackboard {
  static constexpr std::size_t kMaxFrames = 64;

  // Written by the parent before the child begins.
  std::uint32_t fatal_call = 0;  // 0: count only.
  bool die_after = false;
  std::uint64_t output_device = 0;  // The file that takes the child's output; no durable one.
  std::uint64_t output_file = 0;

  // Written by the child.
  std::atomic<std::uint32_t> calls{0};
  bool reached = false;   // Died at `fatal_call`.
  bool finished = false;  // The function returned.
  bool failed = false;    // It threw or called fail(); `message` says what.
  char name[24] = {};
  char path[512] = {};
  std::uint64_t bytes = 0;
  std::size_t depth = 0;
  std::uintptr_t stack[kMaxFrames] = {};
  char message[1024] = {};

  // Copies at most what fits, always terminated.
  template <std::size_t Size>
  static void copy(char (&target)[Size], std::string_view text) {
    const std::size_t length = text.copy(target, Size - 1);
    target[length] = '\0';
  }
};

// An anonymous mapping that fork shares. Throws std::system_error.
class SharedBlackboard {
 public:
  SharedBlackboard();
  ~SharedBlackboard();
  SharedBlackboard(const SharedBlackboard&) = delete;
  SharedBlackboard& operator=(const SharedBlackboard&) = delete;

  Blackboard* operator->() const { return board_; }
  Blackboard& operator*() const { return *board_; }

 private:
  Blackboard* board_;
};

}  // namespace explorer::crashes
