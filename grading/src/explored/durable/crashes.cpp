// Crash points under the explorer: every system call that changes a file.
#include "explorer/crashes.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "grading/durable.h"
#include "grading/expect.h"
#include "grading/src/channel/message.h"
#include "grading/src/durable/child.h"
#include "grading/src/harness/exceptions.h"
#include "grading/src/harness/session.h"

namespace grading {
namespace {

// An expectation that fails in a child has to be told to its parent.
std::function<void()> telling(CallRef<void()> function, durable::Board& board) {
  return [function, &board] {
    if (!durable::run_noting(function, board)) throw std::runtime_error(board.message);
  };
}

// Where the process was killed, innermost first; graders stay hidden.
std::vector<explorer::SourceLocation> places_of(const explorer::CrashReport& report) {
  std::vector<explorer::SourceLocation> places;
  for (const explorer::SourceLocation& place : report.finding.stack) {
    const bool hidden =
        place.file.ends_with("_grader.cpp") || place.file.find("/grading/") != std::string::npos;
    if (!hidden) places.push_back(place);
  }
  return places;
}

// "pwrite of shop.db-journal, idempotent_consumer.h:81 in Statement::step"
std::string words_for(const explorer::CrashPoint& point,
                      const std::vector<explorer::SourceLocation>& places) {
  std::string words = point.name + " of " + point.path;
  if (places.empty()) return words;
  const explorer::SourceLocation& place = places.front();
  return words + ", " + place.file.substr(place.file.find_last_of('/') + 1) + ":" +
         std::to_string(place.line) + " in " + place.function;
}

// For the runner, crash points are what schedules are elsewhere.
void send_result(const explorer::CrashReport& report,
                 const std::vector<explorer::SourceLocation>& places) {
  channel::Message message("exploration");
  message.number("schedules", static_cast<std::int64_t>(report.points) + 1)
      .number("failing_schedule",
              report.passed() ? 0 : static_cast<std::int64_t>(report.points) + 1)
      .number("steps", static_cast<std::int64_t>(report.calls))
      .number("microseconds", static_cast<std::int64_t>(report.seconds * 1e6))
      .flag("exhausted", report.exhausted)
      .text("verdict", report.verdict().c_str())
      .text("token", "")
      .text("finding", report.passed() ? "none" : name(Finding::wrong_result))
      .text("summary", report.finding.summary.c_str())
      .text("strategy", "crash points")
      .text("backend", "processes")
      .begin_array("details")
      .end_array()
      .begin_array("stack");
  for (const explorer::SourceLocation& place : places) {
    message.begin_object()
        .text("function", place.function.c_str())
        .text("file", place.file.c_str())
        .number("line", place.line)
        .end_object();
  }
  message.end_array().send();
}

// What the process said after which the search stopped.
std::string_view words_of(std::string_view summary) {
  for (const std::string_view before : {"recovery threw: ", "recovery ", "the body threw: "}) {
    const std::size_t found = summary.find(before);
    if (found != std::string_view::npos) return summary.substr(found + before.size());
  }
  return summary;
}

}  // namespace

void survive_crashes(CallRef<void()> life, CallRef<void()> next) {
  explorer::CrashOptions options;
  options.after_calls = false;  // To files, just after one is just before the next.
  const durable::SharedBoard board;
  const explorer::CrashReport report =
      explorer::explore_crashes(options, telling(life, *board), telling(next, *board));
  harness::counters().runs.store(report.points + 1);
  const std::vector<explorer::SourceLocation> places = places_of(report);
  send_result(report, places);
  if (report.passed()) return;
  if (board->not_implemented) {
    harness::fail_as_not_implemented();
    return;
  }
  const std::string words(words_of(report.finding.summary));
  fail(report.failing.call == 0
           ? "without any crash: " + words
           : "after a crash just before " + words_for(report.failing, places) + ": " + words);
}

void crash_point(const std::string& /*what*/) {}

}  // namespace grading
