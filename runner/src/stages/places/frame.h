// A place in a running program, and which of them a learner is shown.
//
// Pure functions.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "verdict/verdict.h"

namespace runner {

struct Frame {
  std::string function;  // As the debug information spells it.
  std::filesystem::path file;
  int line = 0;
  int column = 0;
};

// "kata::Semaphore::acquire(int)" -> "acquire()"; "... ::{lambda()#1}::operator()() const" ->
// "a lambda in acquire()".
[[nodiscard]] std::string readable_function(std::string_view function);

// Tells the learner's files (the header and what lies beside it) from all others.
class LearnersCode {
 public:
  explicit LearnersCode(const std::filesystem::path& header);

  [[nodiscard]] bool owns(const std::filesystem::path& file) const;
  // The learner's frames, in order; neighbours in the same line once.
  [[nodiscard]] std::vector<Place> places(const std::vector<Frame>& frames) const;

 private:
  std::filesystem::path directory_;
};

// "semaphore.h:31"
[[nodiscard]] std::string short_place(const Place& place);

}  // namespace runner
