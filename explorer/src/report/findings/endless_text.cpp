#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "report/facts/places.h"
#include "report/findings/details.h"
#include "report/telling/numbers.h"
#include "report/telling/words.h"

namespace explorer {
namespace {

// Only the end of the trace is looked at: what went before the loop is no part of it.
constexpr std::size_t kWindow = 400;

struct Spinner {
  std::size_t steps = 0;
  bool pauses = false;  // Lets time pass between its looks.
  std::map<std::pair<std::string, int>, std::size_t> lines;
  SourceLocation busiest;
};

std::map<ThreadIndex, Spinner> spinners_of(const ExecutionRecord& record, Symbols& symbols) {
  std::map<ThreadIndex, Spinner> spinners;
  Places places(record, symbols);
  const std::size_t count = record.trace.events.size();
  for (std::size_t i = count > kWindow ? count - kWindow : 0; i < count; ++i) {
    const Event& event = record.trace.events[i];
    Spinner& spinner = spinners[event.thread];
    ++spinner.steps;
    spinner.pauses = spinner.pauses || event.operation.kind == OperationKind::sleep ||
                     event.outcome == Outcome::timed_out;
    const SourceLocation where = places.at(i).where;
    const std::size_t uses = ++spinner.lines[{where.file, where.line}];
    if (uses > spinner.lines[{spinner.busiest.file, spinner.busiest.line}] ||
        spinner.busiest.line == 0) {
      spinner.busiest = where;
    }
  }
  return spinners;
}

}  // namespace

void describe_endless(Finding& finding, const ExecutionRecord& record, const Names& names,
                      Symbols& symbols) {
  const std::map<ThreadIndex, Spinner> spinners = spinners_of(record, symbols);
  std::vector<std::string> threads;
  for (const auto& [thread, spinner] : spinners) {
    threads.push_back(names.thread(thread));
    std::string text = names.thread(thread) + " loops " + place_words(spinner.busiest);
    const std::string code = code_words(spinner.busiest);
    if (!code.empty()) {
      text.append(": ").append(code);
    }
    finding.details.push_back(text);
  }
  finding.summary = std::string(name(finding.kind)) + ": ";
  if (spinners.empty()) {
    finding.summary += "the program does not end";
    return;
  }
  const auto busiest = std::max_element(
      spinners.begin(), spinners.end(),
      [](const auto& a, const auto& b) { return a.second.steps < b.second.steps; });
  const SourceLocation& where = busiest->second.busiest;
  const std::string steps = with_thousands(record.trace.events.size()) + " steps";
  if (finding.kind == FindingKind::busy_wait && busiest->second.pauses) {
    finding.summary += names.thread(busiest->first) + " polls " + place_words(where) +
                       ", pausing in between, instead of waiting: still polling after " + steps +
                       " and " + duration_words(record.trace.events.back().virtual_nanoseconds);
  } else if (finding.kind == FindingKind::busy_wait) {
    finding.summary += names.thread(busiest->first) + " spins " + place_words(where) +
                       " instead of waiting: still spinning after " + steps;
  } else {
    finding.summary += enumerate(threads) + (threads.size() == 1 ? " keeps" : " keep") +
                       " running without getting anywhere: no end after " + steps;
  }
  if (finding.stack.empty() && (where.line != 0 || !where.function.empty())) {
    finding.stack.push_back(where);
  }
}

void describe_unguarded_wait(Finding& finding, const ExecutionRecord& record,
                             const Evidence& evidence, const Names& names, Symbols& symbols) {
  const std::vector<Event>& events = record.trace.events;
  const auto spurious = std::find_if(events.rbegin(), events.rend(), [](const Event& event) {
    return event.outcome == Outcome::spurious;
  });
  finding.summary = "unguarded_wait: ";
  if (spurious == events.rend()) {
    finding.summary += "a wait trusts that it only returns when notified";
  } else {
    const auto position = static_cast<std::size_t>(events.rend() - spurious) - 1;
    const SourceLocation where = place_of(symbols, record, position).where;
    finding.summary += names.thread(spurious->thread) + "'s wait " + place_words(where) +
                       " may return without a notify, and the condition is not checked again";
    if (finding.stack.empty()) {
      finding.stack.push_back(where);
    }
  }
  if (!evidence.message.empty()) {
    finding.details.push_back("what then failed: " + evidence.message);
  }
}

}  // namespace explorer
