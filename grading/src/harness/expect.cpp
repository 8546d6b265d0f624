#include "grading/expect.h"

#include "grading/src/harness/exceptions.h"
#include "grading/src/harness/session.h"
#include "grading/src/harness/stage.h"

namespace grading {

void fail(std::string_view message, Finding finding, std::source_location where) {
  stage::note_failure(message, finding, where.file_name(), static_cast<int>(where.line()));
}

void fail_with_current_exception(std::string_view what) {
  const harness::Escaped escaped = harness::describe_current_exception();
  if (escaped.not_implemented) {
    harness::fail_as_not_implemented();
  } else {
    fail(std::string(what) + " threw " + escaped.type +
         (escaped.text.empty() ? std::string() : ": " + escaped.text));
  }
}

// GoogleTest's own answer is not safe to ask for while another thread fails.
bool failed() { return harness::counters().failures.load(std::memory_order_relaxed) > 0; }

void measure(std::string_view what, long long value, long long limit) {
  stage::note_measure(what, value, limit);
}

}  // namespace grading
