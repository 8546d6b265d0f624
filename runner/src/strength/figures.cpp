#include "strength/figures.h"

#include <algorithm>
#include <cstddef>

namespace runner {

namespace {

template <typename Number>
Number median(std::vector<Number> numbers) {
  if (numbers.empty()) return 0;
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::ranges::nth_element(numbers, middle);
  return *middle;
}

// Adds up one way of testing.
class Way {
 public:
  void add(bool caught, std::int64_t milliseconds) {
    ++figures_.asked;
    if (!caught) return;
    ++figures_.caught;
    times_.push_back(milliseconds);
  }
  [[nodiscard]] WayFigures figures() const {
    WayFigures figures = figures_;
    figures.median_milliseconds = median(times_);
    return figures;
  }

 private:
  WayFigures figures_;
  std::vector<std::int64_t> times_;
};

void add_stages(Headline& sum, const FaultFigures& fault) {
  sum.seeds = std::max(sum.seeds, fault.explorer.asked);
  sum.tsan_seeds = std::max(sum.tsan_seeds, fault.tsan.asked);
  if (fault.only != "tsan") {
    ++sum.bound;
    if (fault.explorer.declared == fault.explorer.asked) ++sum.in_every_seed;
  }
  if (fault.tsan.declared > 0) ++sum.by_tsan;
  if (fault.tsan.declared > 0 || fault.explorer.declared > 0) ++sum.by_either;
  if (fault.declares(fault.grading.finding)) ++sum.first_line_right;
}

}  // namespace

bool subtle(const FaultFigures& fault) { return fault.plain.caught == 0; }

Headline headline(const StrengthRecord& record) {
  Headline sum;
  Way grading;
  Way stress;
  Way plain;
  Way grading_of_subtle;
  Way stress_of_subtle;
  std::vector<std::uint64_t> schedules;
  for (const KataFigures& kata : record.katas) {
    for (const FaultFigures& fault : kata.faults) {
      if (fault.graded.empty() || fault.compared.empty()) {
        ++sum.unmeasured;
        continue;
      }
      ++sum.faults;
      const bool rejected = !fault.grading.finding.empty();
      grading.add(rejected, fault.grading.milliseconds);
      if (rejected) schedules.push_back(fault.grading.schedules);
      stress.add(fault.stress.caught > 0, fault.stress.milliseconds);
      plain.add(fault.plain.caught > 0, fault.plain.milliseconds);
      add_stages(sum, fault);
      if (!subtle(fault)) continue;
      ++sum.subtle;
      grading_of_subtle.add(rejected, fault.grading.milliseconds);
      stress_of_subtle.add(fault.stress.caught > 0, fault.stress.milliseconds);
    }
  }
  sum.grading = grading.figures();
  sum.stress = stress.figures();
  sum.plain = plain.figures();
  sum.grading_of_subtle = grading_of_subtle.figures();
  sum.stress_of_subtle = stress_of_subtle.figures();
  sum.median_schedules = median(schedules);
  return sum;
}

Confusion confusion(const StrengthRecord& record) {
  Confusion table;
  for (const KataFigures& kata : record.katas) {
    for (const FaultFigures& fault : kata.faults) {
      if (fault.graded.empty() || fault.findings.empty()) continue;
      const bool right = fault.declares(fault.grading.finding);
      ++table[fault.findings.front()][right ? fault.findings.front() : fault.grading.finding];
    }
  }
  return table;
}

std::map<std::string, FalseAlarms> false_alarms(const StrengthRecord& record) {
  std::map<std::string, FalseAlarms> sum;
  std::map<std::string, std::vector<int>> by_solution;
  std::size_t solutions = 0;
  for (const KataFigures& kata : record.katas) {
    solutions += kata.right.size();
    for (const RightFigures& right : kata.right) {
      for (const auto& [circumstances, count] : right.gradings) {
        sum[circumstances].gradings += count.gradings;
        sum[circumstances].rejections += count.rejections;
        by_solution[circumstances].push_back(count.gradings);
      }
    }
  }
  for (const auto& [circumstances, gradings] : by_solution) {
    if (gradings.size() < solutions) continue;  // One has none at all.
    sum[circumstances].fewest = *std::min_element(gradings.begin(), gradings.end());
  }
  return sum;
}

}  // namespace runner
