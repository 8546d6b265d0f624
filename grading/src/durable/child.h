// A function in a process of its own: a forked child, run to its end or its death.
#pragma once

#include <cstdint>
#include <string>

#include "grading/calls.h"

namespace grading::durable {

// Memory that parent and child share and that outlives either.
struct Board {
  std::uint32_t steps = 0;       // Durable steps so far.
  std::uint32_t fatal_step = 0;  // Where to die; 0: nowhere.
  char place[200] = {};          // What the fatal step was, in words.
  bool failed = false;
  bool not_implemented = false;  // It failed as a stub does.
  char message[1000] = {};       // Why it failed.

  static void copy(char* target, std::size_t size, const std::string& text);
};

enum class End : std::uint8_t {
  returned,
  died,    // By die() or at its fatal step.
  failed,  // By an expectation or an exception; the board's message says which.
  broke,   // Any other way; `words` says which.
};

struct Ending {
  End end = End::returned;
  std::string words;
};

class SharedBoard {
 public:
  SharedBoard();
  ~SharedBoard();
  SharedBoard(const SharedBoard&) = delete;
  SharedBoard& operator=(const SharedBoard&) = delete;
  Board* operator->() const { return board_; }
  Board& operator*() const { return *board_; }

 private:
  Board* board_;
};

// Runs `function` and notes on the board how it failed, by an exception or an expectation. False:
// it did.
bool run_noting(CallRef<void()> function, Board& board);

// Runs `function` in a child with `directory` as working directory; empty: the parent's. Throws
// std::system_error when there is no child to be had.
[[nodiscard]] Ending run_child(CallRef<void()> function, const std::string& directory,
                               Board& board);

}  // namespace grading::durable
