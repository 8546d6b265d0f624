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
// idle machine says so: BEHAVIOUR(senior, name, "sentence", grading::limit(20s)). Any number of
// settings may follow the sentence.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

namespace grading {

enum class Tier : std::uint8_t { core, robust, senior };

[[nodiscard]] const char* name(Tier tier);

// How a behaviour is run. The settings below change it from BEHAVIOUR's last arguments.
struct Settings {
  std::chrono::milliseconds limit{10'000};
  bool controlled = true;
  std::uint32_t schedules = 2'000;
  std::uint32_t steps = 5'000;
  std::uint32_t spurious_wakes = 1;
  bool hasty_clock = false;
  bool simulated = false;
};

template <typename... Setting>
[[nodiscard]] constexpr Settings settings(Setting... each) {
  Settings all;
  (each(all), ...);
  return all;
}

// How long a behaviour may take before it counts as hung, given a processor of its own.
template <typename Rep, typename Period>
[[nodiscard]] constexpr auto limit(std::chrono::duration<Rep, Period> time) {
  return [time](Settings& all) {
    all.limit = std::chrono::duration_cast<std::chrono::milliseconds>(time);
  };
}

// Not under the explorer, even where the others are: for what makes processes or calls what can't
// be controlled. Runs once, on real threads, whose participants can be started and awaited there
// but not looked at.
inline constexpr auto uncontrolled = [](Settings& all) { all.controlled = false; };

// The explorer tries at most so many schedules; fewer where those are all there are.
[[nodiscard]] constexpr auto schedules(std::uint32_t count) {
  return [count](Settings& all) { all.schedules = count; };
}

// So many steps are more than any schedule of a correct solution takes.
[[nodiscard]] constexpr auto steps(std::uint32_t count) {
  return [count](Settings& all) { all.steps = count; };
}

// How many waits of a schedule may end without a cause.
[[nodiscard]] constexpr auto spurious_wakes(std::uint32_t count) {
  return [count](Settings& all) { all.spurious_wakes = count; };
}

// Under the explorer, a deadline may pass while others could still go on; otherwise only when
// nobody can. With this, no timed wait can be relied on to last, however long.
inline constexpr auto hasty_clock = [](Settings& all) { all.hasty_clock = true; };

// Under the explorer, one long schedule in virtual time, for what no search can look at: hours,
// crowds, thousands of events. It draws its own conclusions from what it counts; races are left to
// the other behaviours, and a failure's story is not shortened.
inline constexpr auto simulated = [](Settings& all) {
  all.simulated = true;
  all.schedules = 1;
  all.steps = 4'000'000'000;
};

// Plain data, one per BEHAVIOUR, alive as long as the program.
struct Behaviour {
  Tier tier;
  const char* name;
  const char* sentence;
  void (*body)();
  const char* file;  // The grader's, whose lines learners are not to see.
  int line;
  Settings settings;
};

// Adds `behaviour` to what `--kata-list` shows and to GoogleTest's tests, as `tier.name`. What goes
// wrong in its body becomes failures of that test. Requires: called before main().
bool register_behaviour(const Behaviour& behaviour);

}  // namespace grading

// A grader can be compiled as two source files at the same time, which together are the whole one:
// with GRADING_PART defined as `core` and as `rest`. What is not behaviours is compiled in both.
// Not with #if: this header is compiled before it is known which part it will be.
#define BEHAVIOUR(tier_, ...) GRADING_PIECE(GRADING_PART, tier_)(tier_, __VA_ARGS__)
#define GRADING_PIECE(part_, tier_) GRADING_PIECE_OF(part_, tier_)
#define GRADING_PIECE_OF(part_, tier_) GRADING_##part_##_##tier_

#define GRADING_GRADING_PART_core GRADING_TAKEN  // Neither part: all of it.
#define GRADING_GRADING_PART_robust GRADING_TAKEN
#define GRADING_GRADING_PART_senior GRADING_TAKEN
#define GRADING_core_core GRADING_TAKEN
#define GRADING_core_robust GRADING_LEFT_OUT
#define GRADING_core_senior GRADING_LEFT_OUT
#define GRADING_rest_core GRADING_LEFT_OUT
#define GRADING_rest_robust GRADING_TAKEN
#define GRADING_rest_senior GRADING_TAKEN

#define GRADING_TAKEN(tier_, name_, sentence_, ...)                                   \
  static void grading_body_##name_();                                                 \
  static constexpr ::grading::Behaviour                                               \
      grading_behaviour_##name_{::grading::Tier::tier_,          #name_,   sentence_, \
                                &grading_body_##name_,           __FILE__, __LINE__,  \
                                ::grading::settings(__VA_ARGS__)};                    \
  [[maybe_unused]] static const bool grading_registered_##name_ =                     \
      ::grading::register_behaviour(grading_behaviour_##name_);                       \
  static void grading_body_##name_()

// A template that nobody calls costs the compiler little more than reading it.
#define GRADING_LEFT_OUT(tier_, name_, ...) \
  template <int>                            \
  [[maybe_unused]] static void grading_body_##name_()
