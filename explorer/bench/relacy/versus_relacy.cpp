// How the explorer's speed compares with Relacy's on bounded_buffer/2p2c.
//
//   explorer_versus_relacy [rounds]
//
// The two take turns, a fraction of a second each, so that whatever else the machine does meets
// both; processor time is what counts. Prints the medians and the ratio as JSON.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <vector>

#include "bodies.h"
#include "explorer/explore.h"
#include "relacy_buffer.h"

namespace {

constexpr std::uint64_t kSchedules = 20'000;

double schedules_per_second(const std::function<bool()>& run) {
  const std::clock_t begin = std::clock();
  if (!run()) {
    std::fputs("the test failed\n", stderr);
    std::exit(1);
  }
  return static_cast<double>(kSchedules) * CLOCKS_PER_SEC /
         static_cast<double>(std::clock() - begin);
}

bool run_explorer() {
  explorer::Options options;
  options.strategy = explorer::StrategyKind::random_walk;
  options.max_schedules = kSchedules;
  options.max_time = std::chrono::minutes(1);
  options.spurious_wakes = 0;
  return explorer::explore(options, bench::bounded_buffer).passed();
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 9;
  std::vector<double> explorer_rates;
  std::vector<double> relacy_rates;
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    explorer_rates.push_back(schedules_per_second(run_explorer));
    relacy_rates.push_back(
        schedules_per_second([] { return bench::relacy_bounded_buffer(kSchedules); }));
    ratios.push_back(explorer_rates.back() / relacy_rates.back());
  }
  std::printf(
      "{\"benchmark\": \"bounded_buffer/2p2c\", \"schedules_per_second\": {\"explorer\": %.0f, "
      "\"relacy\": %.0f}, \"ratio\": %.2f}\n",
      median(explorer_rates), median(relacy_rates), median(ratios));
}
