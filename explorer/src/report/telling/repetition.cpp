#include "report/telling/repetition.h"

#include <string>
#include <utility>

#include "report/telling/numbers.h"

namespace explorer {
namespace {

constexpr std::size_t kLongestPeriod = 24;
constexpr std::size_t kFewestRounds = 3;  // Of periods above 1; a pair of equal steps is enough.

bool same(const StoryStep& a, const StoryStep& b) {
  return a.thread == b.thread && a.action == b.action && a.note == b.note &&
         a.where.line == b.where.line && a.where.file == b.where.file &&
         a.where.function == b.where.function && !a.decisive && !b.decisive;
}

// How many times the `period` steps from `begin` on occur in a row.
std::size_t rounds_at(const std::vector<StoryStep>& steps, std::size_t begin, std::size_t period) {
  std::size_t equal = 0;
  while (begin + period + equal < steps.size() &&
         same(steps[begin + equal], steps[begin + period + equal])) {
    ++equal;
  }
  return 1 + equal / period;
}

void add_note(StoryStep& step, const std::string& note) {
  step.note = step.note.empty() ? note : step.note + "; " + note;
}

}  // namespace

std::vector<StoryStep> without_repetition(std::vector<StoryStep> steps) {
  std::vector<StoryStep> kept;
  std::size_t at = 0;
  while (at < steps.size()) {
    std::size_t period = 1;
    std::size_t rounds = rounds_at(steps, at, 1);
    for (std::size_t longer = 2; rounds < 2 && longer <= kLongestPeriod; ++longer) {
      const std::size_t found = rounds_at(steps, at, longer);
      if (found >= kFewestRounds) {
        period = longer;
        rounds = found;
      }
    }
    for (std::size_t i = 0; i < period; ++i) {
      kept.push_back(std::move(steps[at + i]));
    }
    if (rounds > 1) {
      const std::string times = with_thousands(rounds) + " times";
      add_note(kept.back(),
               period == 1 ? times : "these " + std::to_string(period) + " steps " + times);
    }
    at += period * rounds;
  }
  return kept;
}

std::vector<StoryStep> shortened(std::vector<StoryStep> steps, std::size_t most) {
  if (steps.size() <= most) {
    return steps;
  }
  const std::size_t head = most / 2;
  const std::size_t tail = steps.size() - (most - head);
  std::vector<StoryStep> kept;
  std::size_t missing = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i >= head && i < tail && !steps[i].decisive) {
      ++missing;
      continue;
    }
    kept.push_back(std::move(steps[i]));
    if (missing != 0) {
      add_note(kept.back(), "after " + with_thousands(missing) + " steps not shown");
      missing = 0;
    }
  }
  return kept;
}

}  // namespace explorer
