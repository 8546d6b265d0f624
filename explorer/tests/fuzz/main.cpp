// Compares the explorer with a naive interpreter on random programs.
//
//   explorer_fuzz [--seconds N] [--programs N] [--seed N]
//
// For each program the set of outcomes that exhaustive search with reduction reports must be the
// set of all outcomes; with few preemptions allowed, what it is without reduction. Ends with status
// 1 and the program at the first difference.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <set>
#include <string>

#include "explorer/explore.h"
#include "naive_interpreter.h"
#include "threads.h"

namespace explorer::fuzz {
namespace {

struct Settings {
  double seconds = 20;
  std::uint64_t programs = ~std::uint64_t{0};
  std::uint64_t seed = 1;
};

// Outcomes seen by the body. Of fixed size: what the body allocates ends with its execution.
class OutcomeTable {
 public:
  void clear() { used_ = 0; }
  void insert(Outcome outcome) {
    for (std::size_t i = 0; i < used_; ++i) {
      if (outcomes_[i] == outcome) return;
    }
    if (used_ < kSize) outcomes_[used_++] = outcome;
  }
  [[nodiscard]] std::set<Outcome> all() const { return {outcomes_, outcomes_ + used_}; }

 private:
  static constexpr std::size_t kSize = 65'536;
  Outcome outcomes_[kSize] = {};
  std::size_t used_ = 0;
};

OutcomeTable table;

enum class Judgement : std::uint8_t { same, too_large, different };

Report search(const Program& program, StrategyKind strategy, std::optional<unsigned> bound) {
  Options options;
  options.strategy = strategy;
  options.preemption_bound = bound;
  options.spurious_wakes = 0;  // Also lets try_lock fail without cause, which no outcome set has.
  options.max_schedules = 20'000;
  options.max_time = std::chrono::milliseconds(2'000);
  table.clear();
  return explore(options, [&] { table.insert(run_on_threads(program)); });
}

Judgement judge_bounded(const Program& program, unsigned bound) {
  const Report everything = search(program, StrategyKind::depth_first, bound);
  const std::set<Outcome> expected = table.all();
  const Report reduced = search(program, StrategyKind::depth_first_reduced, bound);
  if (!everything.exhausted || !reduced.exhausted) return Judgement::too_large;
  if (table.all() == expected) return Judgement::same;
  std::printf("with %u preemptions %zu outcomes, with reduction %zu\n", bound, expected.size(),
              table.all().size());
  return Judgement::different;
}

Judgement judge(const Program& program) {
  const Report report = search(program, StrategyKind::depth_first_reduced, std::nullopt);
  if (!report.passed()) {
    std::printf("unexpected finding: %s\n", report.finding.summary.c_str());
    return Judgement::different;
  }
  const std::set<Outcome> seen = table.all();
  const std::set<Outcome> expected = all_outcomes(program);
  for (const Outcome outcome : seen) {
    if (!expected.contains(outcome)) {
      std::printf("impossible outcome %llx\n", static_cast<unsigned long long>(outcome));
      return Judgement::different;
    }
  }
  if (!report.exhausted) return Judgement::too_large;
  for (const Outcome outcome : expected) {
    if (!seen.contains(outcome)) {
      std::printf("missed outcome %llx: saw %zu of %zu in %llu schedules\n",
                  static_cast<unsigned long long>(outcome), seen.size(), expected.size(),
                  static_cast<unsigned long long>(report.schedules));
      return Judgement::different;
    }
  }
  return Judgement::same;
}

int run(const Settings& settings) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(settings.seconds);
  std::uint64_t proved = 0;
  std::uint64_t number = 0;
  for (; number < settings.programs && Clock::now() < end; ++number) {
    const std::uint64_t seed = settings.seed + number;
    const Program program = random_program(seed, 2 + seed % 2, seed % 2 == 0 ? 4 : 2);
    const Judgement judgement = judge(program);
    const bool bounded_differs =
        judgement == Judgement::same &&
        judge_bounded(program, static_cast<unsigned>(seed % 3)) == Judgement::different;
    if (judgement == Judgement::different || bounded_differs) {
      std::printf("seed %llu:\n%s", static_cast<unsigned long long>(seed),
                  to_string(program).c_str());
      return 1;
    }
    if (judgement == Judgement::same) ++proved;
  }
  std::printf("%llu programs, %llu of them searched exhaustively, no difference\n",
              static_cast<unsigned long long>(number), static_cast<unsigned long long>(proved));
  // A fuzzer that proves next to nothing tests next to nothing.
  return proved * 2 >= number ? 0 : 1;
}

Settings parse(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--seconds") == 0) settings.seconds = std::atof(argv[i + 1]);
    if (std::strcmp(argv[i], "--programs") == 0) {
      settings.programs = std::strtoull(argv[i + 1], nullptr, 10);
    }
    if (std::strcmp(argv[i], "--seed") == 0) {
      settings.seed = std::strtoull(argv[i + 1], nullptr, 10);
    }
  }
  return settings;
}

}  // namespace
}  // namespace explorer::fuzz

int main(int argc, char** argv) { return explorer::fuzz::run(explorer::fuzz::parse(argc, argv)); }
