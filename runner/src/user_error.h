// An error that is explained to the user and ends the command with exit code 2.
//
// The message is a complete sentence or two: what is wrong, and what to do next.
#pragma once

#include <stdexcept>

namespace runner {

class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace runner
