// What a grader consists of: behaviours, each one GoogleTest test with a tier and the sentence that
// a learner reads when it fails.
//
//   BEHAVIOUR(core, blocks_at_zero, "acquire() waits while there is no permit") {
//     kata::Semaphore semaphore(0);
//     ...
//   }
//
// The body is an ordinary function returning void: ASSERT_* leave it, EXPECT_* work from any
// thread, an exception that leaves it is a failure. A body that needs longer than ten seconds on an
// idle machine says so: BEHAVIOUR(senior, name, "sentence", grading::limit(20s)).
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

namespace grading {

enum class Tier : std::uint8_t { core, robust, senior };

[[nodiscard]] const char* name(Tier tier);

struct Limit {
  std::chrono::milliseconds value{10'000};
};

// How long a behaviour may take before it counts as hung, given a processor of its own.
template <typename Rep, typename Period>
[[nodiscard]] constexpr Limit limit(std::chrono::duration<Rep, Period> time) {
  return Limit{std::chrono::duration_cast<std::chrono::milliseconds>(time)};
}

// Plain data, one per BEHAVIOUR, alive as long as the program.
struct Behaviour {
  Tier tier;
  const char* name;
  const char* sentence;
  void (*body)();
  Limit limit;
};

// Adds `behaviour` to what `--kata-list` shows. Requires: called before main().
bool register_behaviour(const Behaviour& behaviour);

// Runs the body and turns what goes wrong in it into failures of the current GoogleTest test.
void run_behaviour(const Behaviour& behaviour);

}  // namespace grading

#define BEHAVIOUR(tier_, name_, sentence_, ...)                               \
  static void grading_body_##name_();                                         \
  static constexpr ::grading::Behaviour grading_behaviour_##name_{            \
      ::grading::Tier::tier_, #name_, sentence_, &grading_body_##name_,       \
      ::grading::Limit{__VA_ARGS__}};                                         \
  [[maybe_unused]] static const bool grading_registered_##name_ =             \
      ::grading::register_behaviour(grading_behaviour_##name_);               \
  TEST(tier_, name_) { ::grading::run_behaviour(grading_behaviour_##name_); } \
  static void grading_body_##name_()
