#include "crashes/blackboard.h"
#include "crashes/child.h"
#include "crashes/crash_text.h"
#include "crashes/interposed/include.h"
#include "crashes/scratch_directory.h"
#include "explorer/crashes.h"

namespace explorer {
namespace {

using crashes::ChildEnd;
using crashes::ChildResult;
using Time = std::chrono::steady_clock;

class CrashExploration {
 public:
  CrashExploration(const CrashOptions& options, const std::function<void()>& body,
                   const std::function<void()>& recover)
      : options_(options), body_(body), recover_(recover) {}

  CrashReport run() {
    crashes::include_data_calls();
    crashes::include_name_calls();
    report_.exhausted = explore();
    report_.seconds = std::chrono::duration<double>(Time::now() - start_).count();
    return report_;
  }

 private:
  // True when no crash point is left.
  bool explore() {
    if (!try_point(0, false)) {
      return false;
    }
    // The body ends the search itself, by returning before it has made so many calls.
    for (std::uint32_t call = 1; !body_ended_; ++call) {
      for (const bool after : {false, true}) {
        if (body_ended_ || (after && !options_.after_calls)) {
          break;
        }
        if (report_.points >= options_.max_points || out_of_time()) {
          return false;
        }
        if (!try_point(call, after)) {
          return false;
        }
      }
    }
    return true;
  }

  bool out_of_time() const {
    return options_.max_time.count() > 0 && Time::now() - start_ >= options_.max_time;
  }

  // One body, killed at the point (call 0: never), and one recovery. False: something failed.
  bool try_point(std::uint32_t call, bool after) {
    const crashes::ScratchDirectory directory;
    const crashes::SharedBlackboard board;
    board->fatal_call = call;
    board->die_after = after;
    const ChildResult body =
        crashes::run_child(body_, directory.path(), *board, true, options_.child_time);
    if (body.end != ChildEnd::returned && body.end != ChildEnd::killed_at_call) {
      fail(crashes::describe_body_failure(body, *board));
      report_.output = body.output;
      return false;
    }
    const bool killed = body.end == ChildEnd::killed_at_call;
    report_.calls = killed ? report_.calls : board->calls.load();
    if (call != 0 && !killed) {
      body_ended_ = true;  // What it left behind has been recovered from already.
      return true;
    }
    report_.points += killed ? 1 : 0;
    return try_recovery(directory, *board);
  }

  bool try_recovery(const crashes::ScratchDirectory& directory, const crashes::Blackboard& body) {
    const crashes::SharedBlackboard board;
    const ChildResult recovery =
        crashes::run_child(recover_, directory.path(), *board, false, options_.child_time);
    if (recovery.end == ChildEnd::returned) {
      return true;
    }
    report_.failing = crashes::point_of(body, directory.path());
    report_.output = recovery.output;
    fail(crashes::describe_recovery_failure(recovery, body, report_.failing));
    return false;
  }

  void fail(Finding finding) { report_.finding = std::move(finding); }

  const CrashOptions& options_;
  const std::function<void()>& body_;
  const std::function<void()>& recover_;
  const Time::time_point start_ = Time::now();
  CrashReport report_;
  bool body_ended_ = false;
};

}  // namespace

CrashReport explore_crashes(const CrashOptions& options, const std::function<void()>& body,
                            const std::function<void()>& recover) {
  return CrashExploration(options, body, recover).run();
}

}  // namespace explorer
