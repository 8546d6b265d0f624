// Explores the scene that it is linked with and prints the story of the first schedule that fails.
#include <cstdio>

#include "explorer/explore.h"

void scene();

int main() {
  explorer::Options options;
  // The examples have globals, which have to be as new in each schedule.
  options.isolation = explorer::Isolation::forked;
  options.max_schedules = 2'000;
  options.max_time = std::chrono::seconds(60);
  // The plainest story: wakes that nobody sent only where nothing else goes wrong.
  options.spurious_wakes = 0;
  explorer::Report report = explorer::explore(options, scene);
  if (report.passed()) {
    options.spurious_wakes = 1;
    report = explorer::explore(options, scene);
  }
  if (report.passed()) {
    std::puts(report.verdict().c_str());
    return 1;
  }
  std::fputs(to_text(report.story).c_str(), stdout);
  return 0;
}
