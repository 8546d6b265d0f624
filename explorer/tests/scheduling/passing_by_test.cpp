// Leaving threads only where somebody could notice: what that spares, and what it misses.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "scheduling/sampling/random_walk.h"
#include "scheduling/systematic/depth_first.h"
#include "support/exploring.h"

namespace explorer::test {
namespace {

// Another strategy, asked only where leaving the current thread would not go unnoticed.
class PassingBy final : public Strategy {
 public:
  explicit PassingBy(Strategy& inner) : inner_(inner) {}

  bool begin_execution(std::uint64_t execution) override {
    return inner_.begin_execution(execution);
  }
  ThreadIndex choose_thread(const SchedulingPoint& point) override {
    const bool stays = point.unnoticed && point.current_runnable && !point.current_spinning;
    return stays ? point.current : inner_.choose_thread(point);
  }
  std::uint16_t choose_value(ChoiceKind kind, ThreadIndex thread, std::uint16_t count) override {
    return inner_.choose_value(kind, thread, count);
  }
  void executed(const Event& event) override { inner_.executed(event); }
  void thread_created(ThreadIndex parent, ThreadIndex child) override {
    inner_.thread_created(parent, child);
  }
  void end_execution(bool failed) override { inner_.end_execution(failed); }
  [[nodiscard]] bool exhausted() const override { return inner_.exhausted(); }

 private:
  Strategy& inner_;
};

// Two or three threads that share two variables, two locks, a condvar and a semaphore, and never
// try a lock.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Program program() {
    const bool three = below(3) == 0;
    Program program(three ? 3 : 2);
    for (ThreadCode& code : program) {
      for (unsigned length = three ? 2 : 3; length > 0; --length) add_to(code);
    }
    return program;
  }

 private:
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }

  Instruction simple() {
    switch (below(6)) {
      case 0:
        return load(below(2));
      case 1:
        return store(below(2), static_cast<int>(1 + below(3)));
      case 2:
        return add(below(2), 1);
      case 3:
        return below(2) == 0 ? notify_one(0) : notify_all(0);
      case 4:
        return post(0);
      default:
        return acquire(0);
    }
  }

  void add_to(ThreadCode& code) {
    if (below(3) == 0) return code.push_back(simple());
    const unsigned mutex = below(2);
    code.push_back(lock(mutex));
    const unsigned kind = below(5);
    if (kind == 0) {
      code.push_back(lock(1 - mutex));
      code.push_back(simple());
      code.push_back(unlock(1 - mutex));
    } else if (kind == 1 && mutex == 0) {
      code.push_back(wait(0, 0));
    } else if (kind != 2) {
      code.push_back(simple());
    }
    code.push_back(unlock(mutex));
  }

  std::mt19937_64 random_;
};

TEST(PassingBy, reaches_every_outcome_and_deadlock_of_programs_that_never_try) {
  Generator generator(7);
  std::uint64_t all = 0;
  std::uint64_t passing = 0;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    const Program program = generator.program();
    DepthFirst everywhere;
    const Exploration expected = explore(program, everywhere, 3'000);
    if (!everywhere.exhausted()) continue;
    DepthFirst somewhere;
    PassingBy passing_by(somewhere);
    const Exploration seen = explore(program, passing_by, 3'000);
    ASSERT_TRUE(somewhere.exhausted());
    ASSERT_EQ(seen.outcomes, expected.outcomes);
    ASSERT_EQ(seen.deadlocks > 0, expected.deadlocks > 0);
    all += expected.executions;
    passing += seen.executions;
  }
  EXPECT_GT(all, 50'000U);
  EXPECT_LT(passing * 3, all);
}

// The second thread sees what the first did under the lock, and then tries the lock.
Program one_who_tries() { return {{lock(0), store(0, 1), unlock(0)}, {load(0), try_lock(0)}}; }
constexpr const char* kSeenAndRefused = "1:1,0";

bool contains(const Exploration& seen, const std::string& part) {
  return std::ranges::any_of(seen.outcomes, [&](const std::string& outcome) {
    return outcome.find(part) != std::string::npos;
  });
}

TEST(PassingBy, misses_what_only_those_see_who_try) {
  DepthFirst everywhere;
  EXPECT_TRUE(contains(explore(one_who_tries(), everywhere), kSeenAndRefused));
  DepthFirst somewhere;
  PassingBy passing_by(somewhere);
  EXPECT_FALSE(contains(explore(one_who_tries(), passing_by), kSeenAndRefused));
}

TEST(RandomWalk, does_not_always_pass_by) {
  RandomWalk walk(3);
  EXPECT_TRUE(contains(explore(one_who_tries(), walk, 1'000), kSeenAndRefused));
}

TEST(RandomWalk, mostly_leaves_no_thread_where_that_goes_unnoticed) {
  const ThreadCode code = {lock(0), store(0, 1), unlock(0), lock(1), store(1, 1), unlock(1)};
  RandomWalk walk(5);
  int leaving = 0;
  constexpr int kExecutions = 400;
  for (std::uint64_t i = 0; i < kExecutions; ++i) {
    ASSERT_TRUE(walk.begin_execution(i));
    const Trace trace = run({code, code}, walk).trace;
    for (std::size_t step = 1; step < trace.events.size(); ++step) {
      const Event& last = trace.events[step - 1];
      const bool locked = last.operation.kind == OperationKind::mutex_lock;
      if (!locked || trace.events[step].thread == last.thread) continue;
      ++leaving;
      break;
    }
  }
  EXPECT_GT(leaving, 0);
  EXPECT_LT(leaving, kExecutions / 4);
}

// What decorators and the runtime do: they ask stays() first, or choose_thread() at once.
TEST(RandomWalk, answers_the_same_whichever_way_it_is_asked) {
  const ThreadIndex runnable[] = {0, 1, 2};
  const Operation pending[3];
  RandomWalk at_once(5);
  RandomWalk spared(5);
  int stayed = 0;
  for (std::uint64_t execution = 0; execution < 50; ++execution) {
    ASSERT_TRUE(at_once.begin_execution(execution));
    ASSERT_TRUE(spared.begin_execution(execution));
    SchedulingPoint point;
    point.current = 0;
    point.current_runnable = true;
    point.runnable = runnable;
    point.pending = pending;
    for (; point.step < 300; ++point.step) {
      point.unnoticed = point.step % 3 == 0;
      const ThreadIndex expected = at_once.choose_thread(point);
      const bool stays = spared.stays(point.unnoticed);
      stayed += stays ? 1 : 0;
      ASSERT_EQ(stays ? point.current : spared.choose_thread(point), expected);
      point.current = expected;
    }
  }
  EXPECT_GT(stayed, 5'000);
}

}  // namespace
}  // namespace explorer::test
