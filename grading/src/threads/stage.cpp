// The stage of real, free-running threads, with or without a sanitizer.
#include "grading/stage.h"

#include <gtest/gtest.h>

#include <string>

#include "grading/expect.h"
#include "grading/src/channel/channel.h"
#include "grading/src/channel/message.h"
#include "grading/src/harness/crash.h"
#include "grading/src/harness/session.h"
#include "grading/src/harness/stage.h"
#include "grading/src/perturbation/perturbation.h"
#include "grading/src/threads/process_view.h"
#include "grading/src/tsan/reports.h"

namespace grading {

bool explored() { return false; }

namespace stage {

void prepare() {
  perturbation::install();
  tsan::install();
  harness::install_crash_handler();
  process_view::note_runtime_threads();
}

std::vector<int> runtime_threads() { return process_view::runtime_threads(); }

bool take_option(std::string_view) { return false; }

void run(const Behaviour& behaviour) {
  try {
    behaviour.body();
  } catch (...) {
    fail_with_current_exception("the code under test");
  }
  perturbation::stop();
  if (channel::connected()) return;
  // The runner hears of each report itself; a person needs GoogleTest to count it.
  if (const int reports = tsan::reports(); reports > 0) {
    fail("ThreadSanitizer reported " + std::to_string(reports) + " problem(s), see above");
  }
}

void note_failure(std::string_view message, Finding finding, const char* file, int line) {
  const harness::FindingScope scope(finding);
  GTEST_MESSAGE_AT_(file, line, std::string(message).c_str(),
                    ::testing::TestPartResult::kNonFatalFailure);
}

void note_measure(std::string_view what, long long value, long long limit) {
  channel::Message("measure")
      .text("name", what.data(), what.size())
      .number("value", value)
      .number("limit", limit)
      .send();
}

int problems() { return tsan::reports(); }
void forget_problems() { tsan::forget_reports(); }

}  // namespace stage
}  // namespace grading
