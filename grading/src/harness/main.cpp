// A grader's main(): lists its behaviours, runs one for the runner, or is an ordinary GoogleTest
// program for a person, an IDE or CTest.
#include <gtest/gtest.h>
#include <sys/prctl.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "grading/src/channel/channel.h"
#include "grading/src/channel/message.h"
#include "grading/src/harness/exceptions.h"
#include "grading/src/harness/exit_codes.h"
#include "grading/src/harness/listener.h"
#include "grading/src/harness/session.h"
#include "grading/src/harness/stage.h"
#include "grading/src/raw_syscall.h"

namespace grading::harness {
namespace {

struct Request {
  bool list = false;
  bool bad = false;
  std::string behaviour;
};

// Takes the options that begin with --kata out of argv.
Request take_options(int& argc, char** argv) {
  constexpr std::string_view kBehaviour = "--kata-behaviour=";
  constexpr std::string_view kSeed = "--kata-seed=";
  Request request;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "--kata-list") {
      request.list = true;
    } else if (option.starts_with(kBehaviour)) {
      request.behaviour = option.substr(kBehaviour.size());
    } else if (option.starts_with(kSeed)) {
      set_seed(std::strtoull(argv[i] + kSeed.size(), nullptr, 10));
    } else if (option.starts_with("--kata") && !stage::take_option(option)) {
      std::fprintf(stderr, "unknown option %s\n", argv[i]);
      request.bad = true;
    } else if (!option.starts_with("--kata")) {
      argv[kept++] = argv[i];
    }
  }
  argc = kept;
  argv[argc] = nullptr;
  return request;
}

void say_hello() {
  const long self = raw_syscall(SYS_gettid);
  channel::Message message("hello");
  message.number("protocol", 1).number("main_thread", self).begin_array("runtime_threads");
  for (const int thread : stage::runtime_threads()) message.element(thread);
  message.end_array().send();
}

int list_behaviours() {
  for (const Behaviour* behaviour : behaviours()) {
    if (!channel::connected()) {
      std::printf("%-6s  %s: %s\n", name(behaviour->tier), behaviour->name, behaviour->sentence);
    }
    channel::Message("behaviour")
        .text("name", behaviour->name)
        .text("tier", name(behaviour->tier))
        .text("sentence", behaviour->sentence)
        .number("limit_ms", behaviour->settings.limit.count())
        .send();
  }
  channel::Message("end").send();
  return kPassed;
}

int run(const Request& request) {
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (channel::connected()) delete listeners.Release(listeners.default_result_printer());
  auto* listener = new Listener;
  listeners.Append(listener);

  if (!request.behaviour.empty()) {
    if (find_behaviour(request.behaviour) == nullptr) {
      std::fprintf(stderr, "no behaviour is called %s\n", request.behaviour.c_str());
      return kUsage;
    }
    GTEST_FLAG_SET(filter, "*." + request.behaviour);
  }
  const int result = RUN_ALL_TESTS();
  const bool sanitizer_is_content = stage::problems() == 0;
  report_end();
  const int ran = ::testing::UnitTest::GetInstance()->test_to_run_count();
  if (!channel::connected() && ran > 0 && listener->tests_not_implemented() == ran) {
    return kNotImplemented;
  }
  return result == 0 && sanitizer_is_content ? kPassed : kFailed;
}

}  // namespace
}  // namespace grading::harness

int main(int argc, char** argv) {
  using namespace grading;
  // The runner looks at the stacks of a hung grader from outside.
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
  harness::install_terminate_handler();
  stage::prepare();
  harness::say_hello();
  const harness::Request request = harness::take_options(argc, argv);
  if (request.bad) return harness::kUsage;
  if (request.list) return harness::list_behaviours();
  ::testing::InitGoogleTest(&argc, argv);
  return harness::run(request);
}
