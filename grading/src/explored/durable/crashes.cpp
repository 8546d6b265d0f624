// Crash points under the explorer: every system call that changes a file.
#include "explorer/crashes.h"

#include <stdexcept>
#include <string>
#include <string_view>

#include "grading/durable.h"
#include "grading/expect.h"
#include "grading/src/durable/child.h"
#include "grading/src/harness/session.h"

namespace grading {
namespace {

// An expectation that fails in a child has to be told to its parent.
std::function<void()> telling(const std::function<void()>& function) {
  return [&function] {
    function();
    if (failed()) throw std::runtime_error(durable::first_failure());
  };
}

// "pwrite to shop.db-journal, idempotent_consumer.h:81 in Statement::step"; graders stay hidden.
std::string place_of(const explorer::CrashReport& report) {
  std::string place = report.failing.name + " of " + report.failing.path;
  for (const explorer::SourceLocation& frame : report.finding.stack) {
    const std::string file = frame.file.substr(frame.file.find_last_of('/') + 1);
    if (file.ends_with("_grader.cpp") || frame.file.find("/grading/") != std::string::npos) {
      continue;
    }
    return place + ", " + file + ":" + std::to_string(frame.line) + " in " + frame.function;
  }
  return place;
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

void survive_crashes(const std::function<void()>& life, const std::function<void()>& next) {
  explorer::CrashOptions options;
  options.after_calls = false;  // To files, just after one is just before the next.
  const explorer::CrashReport report =
      explorer::explore_crashes(options, telling(life), telling(next));
  harness::counters().runs.store(report.points + 1);
  if (report.passed()) return;
  const std::string words(words_of(report.finding.summary));
  fail(report.failing.call == 0 ? "without any crash: " + words
                                : "after a crash just before " + place_of(report) + ": " + words);
}

void crash_point(const std::string& /*what*/) {}

}  // namespace grading
