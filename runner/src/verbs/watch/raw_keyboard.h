// A terminal that hands over each key as it is pressed, and is itself again afterwards.
//
// Thread-safety: at most one object at a time; members from the main thread.
#pragma once

#include <optional>

namespace runner {

// Turns off line editing and echo on standard input for as long as it lives, unless standard input
// is no terminal. Also a crash (SIGSEGV, SIGABRT and the like) gives the terminal back; who is
// stopped or ended by another signal calls give_back() first.
class RawKeyboard {
 public:
  RawKeyboard();
  ~RawKeyboard();
  RawKeyboard(const RawKeyboard&) = delete;
  RawKeyboard& operator=(const RawKeyboard&) = delete;

  [[nodiscard]] bool is_terminal() const { return is_terminal_; }

  // Back to how the terminal was, and to raw again. No effect without a terminal, nor when this
  // process is in the background.
  void give_back();
  void take();

  // The next key that was pressed; nothing when there is none. Sets at_end() when there will be no
  // more. Does not block when standard input is readable.
  [[nodiscard]] std::optional<char> read_key();
  [[nodiscard]] bool at_end() const { return at_end_; }

 private:
  bool is_terminal_ = false;
  bool at_end_ = false;
};

}  // namespace runner
