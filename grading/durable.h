// For katas whose state must outlive their process: files of one scene's own, processes that die,
// and crash points.
//
//   BEHAVIOUR(robust, survives_crashes, "…", grading::uncontrolled) {
//     survive_crashes([] { save("old"); save("new"); },                       // Killed everywhere.
//                     [] { expect(load() == "old" || load() == "new", "…"); });  // After each
//                     death.
//   }
//
// Thread-safety: used by the thread that runs the behaviour, while it has started no others.
#pragma once

#include <string>

#include "grading/calls.h"

namespace grading {

// A directory for one scene's files, removed at its end with all that is in it.
class ScratchDirectory {
 public:
  // Throws std::system_error when there is no place for one.
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Runs `life` in a process that is killed, as by kill -9, at its k-th durable step, for every k
// there is. After each death, and once without any, `next` runs in another process and says with
// expect() or by throwing whether all is well. Both have the same, at first empty, directory as
// their working directory. The first death that is not survived is a failure of the behaviour.
//
// What a durable step is depends on the stage. Under the explorer: before and after every system
// call that changes a file (explorer/crashes.h). On real threads: before every SQL statement, after
// every one that ends with its effects committed, and at crash_point().
//
// Requires: `life` takes the same steps every time, and starts no threads; the behaviour is
// uncontrolled. Neither may change anything but files: they are other processes.
void survive_crashes(CallRef<void()> life, CallRef<void()> next);

// A durable step of the grader's own, such as a call that a service outside has just taken in.
// Elsewhere than in a life that is being killed: nothing.
void crash_point(const std::string& what);

// Runs `life` in another process, which has to call die() sooner or later. Fails the behaviour when
// it ends in any other way.
void in_dying_process(CallRef<void()> life);

// Ends the process at once, as by kill -9: no destructors, nothing flushed, nothing rolled back.
[[noreturn]] void die();

}  // namespace grading
