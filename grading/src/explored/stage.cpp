// The stage of the schedule explorer.
#include "grading/stage.h"

#include <gtest/gtest.h>

#include <charconv>
#include <string>

#include "explorer/controls.h"
#include "grading/src/explored/exploration.h"
#include "grading/src/explored/schedule.h"
#include "grading/src/harness/session.h"
#include "grading/src/harness/stage.h"

namespace grading {

bool explored() { return true; }

namespace stage {
namespace {

bool take_backend(std::string_view value, exploration::Request& request) {
  if (value == "fibers") {
    request.backend = explorer::Backend::fibers;
  } else if (value == "kernel_threads") {
    request.backend = explorer::Backend::kernel_threads;
  } else {
    return false;
  }
  return true;
}

bool take_rendering(std::string_view value, exploration::Request& request) {
  using exploration::Rendering;
  for (const Rendering rendering :
       {Rendering::text, Rendering::mermaid, Rendering::trace, Rendering::json}) {
    if (value != name(rendering)) continue;
    request.rendering = rendering;
    return true;
  }
  return false;
}

bool take_schedules(std::string_view value, exploration::Request& request) {
  const auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), request.schedules);
  return error == std::errc() && end == value.data() + value.size() && request.schedules > 0;
}

}  // namespace

void prepare() {}

std::vector<int> runtime_threads() { return {}; }

bool take_option(std::string_view option) {
  exploration::Request& request = exploration::request();
  const std::size_t equals = option.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view key = option.substr(0, equals);
  const std::string_view value = option.substr(equals + 1);
  if (key == "--kata-replay") {
    request.token = value;
    return !value.empty();
  }
  if (key == "--kata-backend") return take_backend(value, request);
  if (key == "--kata-story") return take_rendering(value, request);
  if (key == "--kata-schedules") return take_schedules(value, request);
  return false;
}

void run(const Behaviour& behaviour) {
  if (behaviour.settings.controlled) {
    exploration::run(behaviour);
  } else {
    exploration::run_uncontrolled(behaviour);
  }
}

void note_failure(std::string_view message, Finding finding, const char* file, int line) {
  if (explorer::active()) schedule::fail(message, finding);
  const harness::FindingScope scope(finding);
  GTEST_MESSAGE_AT_(file, line, std::string(message).c_str(),
                    ::testing::TestPartResult::kNonFatalFailure);
}

void note_measure(std::string_view what, long long value, long long limit) {
  exploration::note_measure(what, value, limit);
}

int problems() { return 0; }
void forget_problems() {}

}  // namespace stage
}  // namespace grading
