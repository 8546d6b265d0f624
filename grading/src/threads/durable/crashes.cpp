// Crash points on real threads: SQL statements, and what the grader names.
#include "grading/durable.h"
#include "grading/expect.h"
#include "grading/src/durable/child.h"
#include "grading/src/durable/statements.h"
#include "grading/src/harness/exceptions.h"
#include "grading/src/harness/session.h"

namespace grading {
namespace {

constexpr std::uint32_t kMostPoints = 2'000;

constinit durable::Board* dying = nullptr;  // In a child that is to die; null elsewhere.

void step(const char* when, const char* what) {
  if (++dying->steps != dying->fatal_step) return;
  durable::Board::copy(dying->place, sizeof dying->place, std::string(when) + " " + what);
  die();
}

void step_of_database(const statements::Event& event) {
  const char* sql = sqlite3_sql(event.statement);
  if (sql == nullptr) return;
  if (event.moment == statements::Moment::begins) {
    step("just before", sql);
  } else if (sqlite3_get_autocommit(event.connection) != 0) {
    step("just after", sql);
  }
}

// One life that dies at its step `point`, and the next. False: there is no such step, or the next
// life found something wrong.
bool dies_and_is_survived(std::uint32_t point, CallRef<void()> life, CallRef<void()> next) {
  const ScratchDirectory directory;
  const durable::SharedBoard board;
  board->fatal_step = point;
  const auto watched_life = [&] {
    dying = &*board;
    const statements::Watch watch(step_of_database);
    life();
  };
  const durable::Ending first = durable::run_child(watched_life, directory.path(), *board);
  if (board->not_implemented) {
    harness::fail_as_not_implemented();
    return false;
  }
  if (first.end == durable::End::failed || first.end == durable::End::broke) {
    fail("before anything was killed: " + first.words);
    return false;
  }
  if (point != 0 && first.end == durable::End::returned) return false;
  const durable::SharedBoard next_board;
  const durable::Ending second = durable::run_child(next, directory.path(), *next_board);
  if (second.end == durable::End::returned) return true;
  if (next_board->not_implemented) {
    harness::fail_as_not_implemented();
    return false;
  }
  const std::string words =
      second.end == durable::End::died ? "the next process was killed" : second.words;
  fail(point == 0 ? "without any crash: " + words
                  : "after a crash " + std::string(board->place) + ": " + words);
  return false;
}

}  // namespace

void survive_crashes(CallRef<void()> life, CallRef<void()> next) {
  for (std::uint32_t point = 0; point < kMostPoints; ++point) {
    if (!dies_and_is_survived(point, life, next)) break;
    harness::counters().runs.fetch_add(1, std::memory_order_relaxed);
  }
}

void crash_point(const std::string& what) {
  if (dying != nullptr) step("just after", what.c_str());
}

}  // namespace grading
