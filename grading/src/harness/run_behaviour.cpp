#include <cstdio>

#include "grading/behaviour.h"
#include "grading/expect.h"
#include "grading/src/channel/channel.h"
#include "grading/src/harness/session.h"
#include "grading/src/perturbation/perturbation.h"
#include "grading/src/tsan/reports.h"

namespace grading {

void run_behaviour(const Behaviour& behaviour) {
  harness::report_begin(behaviour);
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
  if (::testing::Test::HasFailure()) std::printf("the behaviour: %s\n", behaviour.sentence);
}

}  // namespace grading
