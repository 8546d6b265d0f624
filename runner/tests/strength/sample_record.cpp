#include "sample_record.h"

namespace runner {

namespace {

FaultFigures fault(const char* name, const char* finding) {
  FaultFigures made;
  made.name = name;
  made.story = "Who forgets | what he knew.";
  made.findings = {finding};
  made.behaviour = "wakes";
  made.graded = "0123";
  made.explorer = {20, 20, 19, {{finding, 19}, {"hang", 1}}, 17, 250};
  made.tsan = {3, 1, 1, {{finding, 1}, {"", 2}}, 0, 1'800};
  made.grading = {finding, "wakes", 1'217, 640};
  made.compared = "4567";
  made.plain = {3, 0, "passed", 12, 1};
  made.stress = {1, 0, "passed", 10'050, 812};
  return made;
}

}  // namespace

StrengthRecord sample_record() {
  StrengthRecord record;
  record.machine = "2 x Abacus";
  record.compiler = "clang 19.1.7";
  KataFigures first;
  first.slug = "tally";
  first.title = "Tally of many";
  first.faults = {fault("forgets", "lost_wakeup"), fault("races", "data_race"),
                  fault("strawman", "wrong_result")};
  first.faults[1].stress = {1, 1, "race", 400, 0};
  first.faults[1].grading.finding = "wrong_result";
  first.faults[2].plain = {3, 3, "failed", 9, 1};
  first.faults[2].stress = {1, 1, "failed", 60, 1};
  RightFigures right;
  right.name = "reference";
  right.graded = "89ab";
  right.compared = "cdef";
  right.gradings = {{"explorer", {7, 0}}, {"ThreadSanitizer", {5, 1}}};
  right.plain = {3, 0, "passed", 10, 1};
  right.stress = {1, 0, "passed", 10'020, 900};
  first.right = {right};
  first.mutation = {40, 36, 4, 0};
  KataFigures second;
  second.slug = "other";
  second.title = "Other";
  second.faults = {FaultFigures{}};
  second.faults[0].name = "blank";
  record.katas = {first, second};
  return record;
}

}  // namespace runner
