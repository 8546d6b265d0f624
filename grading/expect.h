// Expectations in words. GoogleTest's macros show the grader's code, which learners are not to see;
// these show a sentence. All of them may be called from any thread and return whether it held.
#pragma once

#include <exception>
#include <source_location>
#include <sstream>
#include <string>
#include <string_view>

#include "grading/finding.h"

namespace grading {

// Records a failure of the running behaviour. `message` says what was seen, for the learner.
void fail(std::string_view message, Finding finding = Finding::wrong_result,
          std::source_location where = std::source_location::current());

// Fails with `otherwise` unless `holds`.
inline bool expect(bool holds, std::string_view otherwise, Finding finding = Finding::wrong_result,
                   std::source_location where = std::source_location::current()) {
  if (!holds) fail(otherwise, finding, where);
  return holds;
}

// Fails with "<what> is <actual>, expected <expected>" unless they are equal.
template <typename Actual, typename Expected>
bool expect_equal(const Actual& actual, const Expected& expected, std::string_view what,
                  std::source_location where = std::source_location::current()) {
  if (actual == expected) return true;
  std::ostringstream words;
  words << std::boolalpha << what << " is " << actual << ", expected " << expected;
  fail(words.str(), Finding::wrong_result, where);
  return false;
}

// Turns the exception being handled into a failure: "<what> threw std::x: <text>", or
// not_implemented. Requires: called from a catch block.
void fail_with_current_exception(std::string_view what);

// Fails unless `call()` throws an E (or a type derived from it).
template <typename E, typename Call>
bool expect_throws(std::string_view what, std::string_view exception, Call call,
                   std::source_location where = std::source_location::current()) {
  try {
    call();
  } catch (const E& caught) {
    if (std::string_view(caught.what()) != "not implemented") return true;
    fail_with_current_exception(what);
    return false;
  } catch (...) {
    fail_with_current_exception(std::string(what) + ", where " + std::string(exception) +
                                " is expected,");
    return false;
  }
  fail(std::string(what) + " does not throw; " + std::string(exception) + " is expected",
       Finding::wrong_result, where);
  return false;
}

// True once the running behaviour has failed; lets a long body stop early.
[[nodiscard]] bool failed();

// A figure worth showing beside the verdict: what was counted, and the most it may be.
void measure(std::string_view what, long long value, long long limit);

}  // namespace grading
