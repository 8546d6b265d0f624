#include "grading/src/harness/exceptions.h"

#include <cxxabi.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string_view>
#include <typeinfo>

#include "grading/expect.h"
#include "grading/src/channel/channel.h"
#include "grading/src/channel/message.h"
#include "grading/src/harness/session.h"
#include "grading/stage.h"

namespace grading::harness {
namespace {

// What every stub throws; see the contract of a kata's header.
constexpr std::string_view kNotImplementedText = "not implemented";

std::string current_type() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  return type == nullptr ? "an unknown exception" : readable_name(*type);
}

void report_and_end() {
  if (abi::__cxa_current_exception_type() == nullptr) {
    channel::Message("terminate").text("exception", "").text("message", "").send();
    std::abort();
  }
  const Escaped escaped = describe_current_exception();
  if (escaped.not_implemented) {
    fail_as_not_implemented();
    end_process_failed();
  }
  if (explored()) {
    fail("the program was terminated by an uncaught " + escaped.type + ": " + escaped.text,
         Finding::crash);
  }
  channel::Message("terminate")
      .text("exception", escaped.type.c_str())
      .text("message", escaped.text.c_str())
      .send();
  if (!channel::connected()) {
    std::fprintf(stderr, "terminated by an uncaught %s: %s\n", escaped.type.c_str(),
                 escaped.text.c_str());
  }
  std::abort();
}

}  // namespace

bool is_not_implemented(std::string_view text) { return text == kNotImplementedText; }

void fail_as_not_implemented() { fail(kNotImplementedText, Finding::not_implemented); }

std::string readable_name(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> readable(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  return readable ? readable.get() : type.name();
}

Escaped describe_current_exception() {
  Escaped escaped;
  try {
    throw;
  } catch (const std::exception& exception) {
    escaped.type = current_type();
    escaped.text = exception.what();
    escaped.not_implemented = is_not_implemented(escaped.text);
  } catch (...) {
    escaped.type = current_type();
  }
  return escaped;
}

void install_terminate_handler() { std::set_terminate(report_and_end); }

}  // namespace grading::harness
