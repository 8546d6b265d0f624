// How many schedules a strategy needs to find a failure.
//
//   explorer_first_failure [--seeds N] [--schedules N] [--percentile N]
//
// For each program and strategy: the median (or another percentile) over the seeds of the number of
// the first failing schedule, and in brackets how many seeds found none within the limit, if any.
// The last line is the geometric mean, a failure not found counting as the limit. Depends on no
// clock: the same binary prints the same table everywhere.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "driver/runner.h"
#include "driver/search.h"
#include "programs.h"
#include "scheduling/factory.h"
#include "scheduling/portfolio.h"

namespace first_failure {
namespace {

using explorer::Options;
using explorer::Strategy;
using explorer::StrategyKind;

struct Settings {
  std::uint64_t seeds = 50;
  std::uint64_t schedules = 20'000;
  std::uint64_t percentile = 50;
};

// What is compared: a title, whether seeds make a difference, how to make it.
struct Column {
  const char* title;
  bool seeded;
  std::function<std::unique_ptr<Strategy>(const Options&)> make;
};

std::unique_ptr<Strategy> make(StrategyKind kind, Options options) {
  options.strategy = kind;
  return explorer::make_strategy(options);
}

std::vector<Column> strategies() {
  std::vector<Column> columns;
  for (const StrategyKind kind :
       {StrategyKind::random_walk, StrategyKind::pct, StrategyKind::partial_order_sampling,
        StrategyKind::selectively_uniform_walk, StrategyKind::depth_first,
        StrategyKind::depth_first_reduced, StrategyKind::portfolio}) {
    const bool systematic =
        kind == StrategyKind::depth_first || kind == StrategyKind::depth_first_reduced;
    columns.push_back(
        {name(kind), !systematic, [kind](const Options& options) { return make(kind, options); }});
  }
  return columns;
}

constexpr auto kWalk = StrategyKind::random_walk;
constexpr auto kPct = StrategyKind::pct;
constexpr auto kPos = StrategyKind::partial_order_sampling;
constexpr auto kSurw = StrategyKind::selectively_uniform_walk;

// A portfolio of these samplers; systematic search gets `budget` executions at most.
Column mix(const char* title, const std::vector<StrategyKind>& kinds, std::uint64_t budget,
           std::uint64_t head_start) {
  return {title, true, [=](const Options& options) {
            std::vector<std::unique_ptr<Strategy>> samplers;
            for (const StrategyKind kind : kinds) samplers.push_back(make(kind, options));
            return std::make_unique<explorer::Portfolio>(
                make(StrategyKind::depth_first_reduced, options), budget, std::move(samplers),
                head_start);
          }};
}

// Samplers alone.
std::vector<Column> mixes_of_samplers() {
  return {mix("all four", {kSurw, kPos, kWalk, kPct}, 0, 0),
          mix("surw pos wlk", {kSurw, kPos, kWalk}, 0, 0), mix("surw pos", {kSurw, kPos}, 0, 0)};
}

// One mix, with the systematic search that goes ahead of it.
std::vector<Column> head_starts() {
  const std::vector<StrategyKind> samplers{kSurw, kPos, kWalk};
  constexpr std::uint64_t kBudget = 5'000;
  return {mix("ahead 1000", samplers, kBudget, 1'000), mix("ahead 400", samplers, kBudget, 400),
          mix("ahead 200", samplers, kBudget, 200), mix("ahead 50", samplers, kBudget, 50),
          mix("ahead 0", samplers, kBudget, 0)};
}

// The number of the first failing schedule; one more than the limit if there is none.
std::uint64_t first_failure(const Program& program, const Column& column, const Options& options) {
  const std::function<void()> body = program.body;
  const auto runner = explorer::make_in_process_runner(options.backend, body);
  const auto strategy = column.make(options);
  explorer::Report report;
  const bool found = explorer::search(*runner, *strategy, options, report);
  return found ? report.failing_schedule : options.max_schedules + 1;
}

struct Cell {
  std::uint64_t number = 0;
  std::size_t not_found = 0;
};

Cell measure(const Program& program, const Column& column, const Settings& settings) {
  std::vector<std::uint64_t> numbers;
  const std::uint64_t seeds = column.seeded ? settings.seeds : 1;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Options options;
    options.seed = seed;
    options.max_schedules = settings.schedules;
    options.max_time = std::chrono::hours(1);
    // A wake-up without cause would find most of these at once.
    options.spurious_wakes = 0;
    numbers.push_back(first_failure(program, column, options));
  }
  std::ranges::sort(numbers);
  const auto beyond = std::ranges::upper_bound(numbers, settings.schedules);
  return {numbers[numbers.size() * settings.percentile / 100],
          static_cast<std::size_t>(numbers.end() - beyond)};
}

void print_cell(const Cell& cell, const Settings& settings) {
  std::string text = cell.number > settings.schedules ? "-" : std::to_string(cell.number);
  if (cell.not_found > 0) text += " (" + std::to_string(cell.not_found) + ")";
  std::printf(" | %12s", text.c_str());
}

void print_table(const std::vector<Column>& columns, const Settings& settings) {
  std::vector<Program> programs;
  for (const auto list : {blocking_programs(), ordering_programs()}) {
    programs.insert(programs.end(), list.begin(), list.end());
  }
  std::printf("%-34s", "");
  for (const Column& column : columns) std::printf(" | %12.12s", column.title);
  std::puts("");
  std::vector<double> logarithms(columns.size());
  for (const Program& program : programs) {
    std::printf("%-34s", program.name);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Cell cell = measure(program, columns[i], settings);
      print_cell(cell, settings);
      logarithms[i] += std::log(static_cast<double>(cell.number));
    }
    std::puts("");
    std::fflush(stdout);
  }
  std::printf("%-34s", "geometric mean");
  for (const double sum : logarithms) {
    std::printf(" | %12.1f", std::exp(sum / static_cast<double>(programs.size())));
  }
  std::puts("\n");
}

Settings parse(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::uint64_t value = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--seeds") == 0) settings.seeds = std::max<std::uint64_t>(1, value);
    if (std::strcmp(argv[i], "--schedules") == 0) settings.schedules = value;
    if (std::strcmp(argv[i], "--percentile") == 0 && value < 100) settings.percentile = value;
  }
  return settings;
}

}  // namespace
}  // namespace first_failure

int main(int argc, char** argv) {
  const first_failure::Settings settings = first_failure::parse(argc, argv);
  print_table(first_failure::strategies(), settings);
  print_table(first_failure::mixes_of_samplers(), settings);
  print_table(first_failure::head_starts(), settings);
}
