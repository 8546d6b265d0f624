// What is to be said about an exception that reached the grader.
#pragma once

#include <string>
#include <string_view>
#include <typeinfo>

namespace grading::harness {

struct Escaped {
  std::string type;  // "std::runtime_error"
  std::string text;  // what(), empty for what is not a std::exception.
  bool not_implemented = false;
};

// Requires: called while an exception is being handled.
[[nodiscard]] Escaped describe_current_exception();

// Whether an exception with this text says what every stub's says.
[[nodiscard]] bool is_not_implemented(std::string_view text);

// Fails the behaviour as one whose code is a stub.
void fail_as_not_implemented();

// "std::runtime_error"
[[nodiscard]] std::string readable_name(const std::type_info& type);

// From now on an uncaught exception, in whatever thread, is reported before the process ends.
void install_terminate_handler();

}  // namespace grading::harness
