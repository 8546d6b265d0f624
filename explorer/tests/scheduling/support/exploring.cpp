#include "exploring.h"

#include <algorithm>

#include "trace/dependence.h"

namespace explorer::test {
namespace {

std::string values_at(const Trace& trace, std::uint32_t step) {
  std::string text;
  for (const Choice& choice : trace.choices) {
    if (choice.step == step && choice.kind != ChoiceKind::thread) {
      text += '=' + std::to_string(choice.value);
    }
  }
  return text;
}

std::string sequence(const Trace& trace) {
  std::string text;
  for (const Event& event : trace.events) {
    text += std::to_string(event.thread) + values_at(trace, event.step) + ' ';
  }
  return text;
}

}  // namespace

std::string normal_form(const Trace& trace) {
  std::vector<std::size_t> levels;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    std::size_t level = 0;
    for (std::size_t j = 0; j < i; ++j) {
      if (dependent(trace.events[j], trace.events[i])) level = std::max(level, levels[j] + 1);
    }
    levels.push_back(level);
    if (level == lines.size()) lines.emplace_back();
  }
  std::vector<std::vector<std::string>> words(lines.size());
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    words[levels[i]].push_back(std::to_string(event.thread) + name(event.operation.kind) +
                               std::to_string(event.operation.object) +
                               values_at(trace, event.step));
  }
  std::string text;
  for (std::vector<std::string>& level : words) {
    std::ranges::sort(level);
    for (const std::string& word : level) text += word + ' ';
    text += '/';
  }
  return text;
}

Exploration explore(const Program& program, Strategy& strategy, std::uint64_t max_executions) {
  Exploration seen;
  while (seen.executions < max_executions && strategy.begin_execution(seen.executions)) {
    const RunResult result = run(program, strategy);
    ++seen.executions;
    seen.deadlocks += result.deadlock ? 1U : 0U;
    seen.endless += result.endless ? 1U : 0U;
    if (!result.deadlock && !result.endless) seen.outcomes.insert(result.outcome);
    seen.schedules.insert(sequence(result.trace));
    seen.traces.insert(normal_form(result.trace));
  }
  return seen;
}

}  // namespace explorer::test
