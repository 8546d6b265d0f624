// Another verb of this command, run as a child process that shares the screen.
//
// A grading that must be cut short when the file is saved again is a process of its own: ending it
// leaves nothing half done in this one.
//
// Thread-safety: none.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace runner {

class ChildJob {
 public:
  ChildJob() = default;
  ~ChildJob();
  ChildJob(const ChildJob&) = delete;
  ChildJob& operator=(const ChildJob&) = delete;

  // Starts this program with the given arguments and empty standard input; ends a job that is still
  // running first. False when it could not be started.
  [[nodiscard]] bool start(const std::vector<std::string>& arguments);

  [[nodiscard]] bool running() const { return child_ > 0; }

  // Collects the child if it has ended. True when it just has.
  [[nodiscard]] bool reap();

  // Blocks until the child has ended by itself.
  void wait();

  // Asks it to end, and insists after a while. Blocks until it is gone. No effect without a child.
  void stop();

 private:
  pid_t child_ = -1;
};

}  // namespace runner
