// A behaviour as a GoogleTest test.
#include <gtest/gtest.h>

#include <cstdio>

#include "grading/behaviour.h"
#include "grading/src/channel/channel.h"
#include "grading/src/harness/session.h"
#include "grading/src/harness/stage.h"

namespace grading {
namespace {

// One class for all: what TEST() makes of each would be compiled with every grader.
class BehaviourTest final : public ::testing::Test {
 public:
  explicit BehaviourTest(const Behaviour& behaviour) : behaviour_(&behaviour) {}
  void TestBody() override {
    harness::report_begin(*behaviour_);
    stage::run(*behaviour_);
    if (!channel::connected() && ::testing::Test::HasFailure()) {
      std::printf("the behaviour: %s\n", behaviour_->sentence);
    }
  }

 private:
  const Behaviour* behaviour_;
};

}  // namespace

bool register_behaviour(const Behaviour& behaviour) {
  harness::add_behaviour(behaviour);
  ::testing::RegisterTest(
      name(behaviour.tier), behaviour.name, nullptr, nullptr, behaviour.file, behaviour.line,
      [&behaviour]() -> ::testing::Test* { return new BehaviourTest(behaviour); });
  return true;
}

}  // namespace grading
