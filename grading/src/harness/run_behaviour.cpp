#include <cstdio>

#include "grading/behaviour.h"
#include "grading/src/channel/channel.h"
#include "grading/src/harness/session.h"
#include "grading/src/harness/stage.h"

namespace grading {

void run_behaviour(const Behaviour& behaviour) {
  harness::report_begin(behaviour);
  stage::run(behaviour);
  if (!channel::connected() && ::testing::Test::HasFailure()) {
    std::printf("the behaviour: %s\n", behaviour.sentence);
  }
}

}  // namespace grading
