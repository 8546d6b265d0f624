#include "sample_verdicts.h"

namespace runner {

namespace {

BehaviourResult behaviour(const char* name, const char* sentence, Tier tier, Status status) {
  BehaviourResult result;
  result.name = name;
  result.sentence = sentence;
  result.tier = tier;
  result.status = status;
  result.runs = 1;
  result.milliseconds = 120;
  return result;
}

Verdict base(Status status) {
  Verdict verdict;
  verdict.kata = "semaphore";
  verdict.workspace = "katas";
  verdict.status = status;
  verdict.toolchain = "clang 19.1.7, ThreadSanitizer";
  verdict.seed = 7;
  verdict.milliseconds = 4321;
  return verdict;
}

}  // namespace

Verdict failed_verdict() {
  Verdict verdict = base(Status::fail);
  verdict.behaviours = {
      behaviour("blocks_at_zero", "blocks while there is no permit", Tier::core, Status::pass),
      behaviour("release_wakes_all", "release(n) wakes every waiter it has permits for",
                Tier::robust, Status::fail),
      behaviour("exact_counts", "counts stay exact under contention", Tier::robust, Status::pass),
      behaviour("fifo", "permits go to waiters in order of arrival", Tier::senior,
                Status::skipped)};
  BehaviourResult& race = verdict.behaviours[1];
  race.finding = "data_race";
  race.runs = 3;
  race.message = "Two threads use count_ and nothing orders them.";
  race.threads = {{"T1", "writes 8 bytes", {{"Semaphore::release(long)", "/x/semaphore.h", 31}}},
                  {"T2",
                   "reads 8 bytes",
                   {{"Semaphore::acquire()", "/x/semaphore.h", 24},
                    {"Semaphore::acquire_many(long)", "/x/semaphore.h", 108}}}};
  return verdict;
}

Verdict passed_verdict() {
  Verdict verdict = failed_verdict();
  verdict.status = Status::pass;
  for (BehaviourResult& result : verdict.behaviours) {
    result.status = Status::pass;
    result.finding.clear();
    result.message.clear();
    result.threads.clear();
  }
  return verdict;
}

Verdict compile_error_verdict() {
  Verdict verdict = base(Status::fail);
  verdict.summary = "It does not compile.";
  verdict.compile_errors = {{"/x/katas/semaphore/semaphore.h",
                             31,
                             5,
                             "use of undeclared identifier 'count'",
                             {"   31 |     count++;", "      |     ^"},
                             true,
                             3}};
  return verdict;
}

Verdict not_implemented_verdict() {
  Verdict verdict = failed_verdict();
  verdict.summary = "Nothing is implemented yet.";
  for (BehaviourResult& result : verdict.behaviours) {
    const bool core = result.tier == Tier::core;
    result.status = core ? Status::fail : Status::skipped;
    result.finding = core ? "not_implemented" : "";
    result.threads.clear();
    result.message.clear();
  }
  return verdict;
}

Verdict hang_verdict() {
  Verdict verdict = failed_verdict();
  BehaviourResult& hang = verdict.behaviours[1];
  hang.finding = "hang";
  hang.message = "It hung: every thread sleeps and nothing will wake one.";
  hang.threads = {
      {"main", "waits for T1 to end", {}},
      {"T1", "waits on a condition variable", {{"Semaphore::acquire()", "/x/semaphore.h", 24}}}};
  verdict.learner_output = "debug: acquire\n\x1b[2Jdebug: release\n";
  return verdict;
}

Verdict could_not_grade_verdict() {
  Verdict verdict = base(Status::error);
  verdict.summary = "The grader could not be built: the toolkit is missing.";
  return verdict;
}

Verdict explored_failure_verdict() {
  Verdict verdict = failed_verdict();
  verdict.toolchain = "clang 19.1.7, explorer";
  verdict.stages = {{Stage::explorer, Status::fail, 900}};
  for (BehaviourResult& result : verdict.behaviours) {
    result.stage = Stage::explorer;
    result.stages = {Stage::explorer};
    result.proved = result.status == Status::pass;
    result.runs = 312;
  }
  BehaviourResult& lost = verdict.behaviours[1];
  lost.finding = "lost_wakeup";
  lost.message = "two permits were released, one of two waiters still waits";
  lost.runs = 17;
  lost.failing_schedule = 17;
  lost.token = "release_wakes_all:A3kF9aQ";
  lost.threads = {{"Noticed at", "", {{"acquire()", "/x/semaphore.h", 24}}}};
  lost.story =
      "    main             T1\n"
      " 1                   acquire()  waits :24\n"
      " 2  release(2)\n"
      " 3  notify_one -> T1 :31\n";
  return verdict;
}

Verdict explored_pass_verdict() {
  Verdict verdict = passed_verdict();
  verdict.toolchain = "clang 19.1.7, explorer, ThreadSanitizer";
  verdict.stages = {{Stage::explorer, Status::pass, 900}, {Stage::tsan, Status::pass, 2100}};
  for (BehaviourResult& result : verdict.behaviours) {
    result.stage = Stage::explorer;
    result.stages = {Stage::explorer, Stage::tsan};
    result.runs = 312;
    result.proved = true;
  }
  verdict.behaviours[1].proved = false;
  verdict.behaviours[1].runs = 20'000;
  BehaviourResult& alone = verdict.behaviours[3];
  alone.stage = Stage::tsan;
  alone.proved = false;
  alone.runs = 1;
  alone.note = "the explorer could not judge it (unsupported: fork() cannot be followed)";
  return verdict;
}

Verdict hostile_verdict() {
  Verdict verdict = failed_verdict();
  const std::string evil = "<b>&\"']]>\x01\x1b[31m\xFF\xEF\xBF\xBF end";
  for (BehaviourResult& result : verdict.behaviours) {
    result.sentence += evil;
    result.message = evil;
    result.status = Status::fail;
    result.finding = "wrong_result";
    result.threads = {{evil, evil, {{evil, evil, 1}}}};
  }
  verdict.workspace = "work\xFFspace";
  verdict.learner_output = std::string(3000, 'x') + evil;
  verdict.summary = evil;
  return verdict;
}

}  // namespace runner
