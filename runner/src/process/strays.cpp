#include "process/strays.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <mutex>
#include <set>

#include "process/procfs.h"

namespace runner {

namespace {

std::mutex g_mutex;
std::set<pid_t> g_guards;  // Guarded by g_mutex.

}  // namespace

void adopt_strays() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

pid_t start_guard(const std::function<pid_t()>& start) {
  const std::lock_guard lock(g_mutex);
  const pid_t guard = start();
  if (guard > 0) g_guards.insert(guard);
  return guard;
}

void forget_guard(pid_t guard) {
  const std::lock_guard lock(g_mutex);
  g_guards.erase(guard);
}

int sweep_strays() {
  int found = 0;
  constexpr int kRounds = 1000;
  for (int round = 0; round < kRounds; ++round) {
    bool any = false;
    for (const pid_t child : children_of(getpid())) {
      // Held while deciding: a guard is forked and remembered under the same lock.
      const std::lock_guard lock(g_mutex);
      if (g_guards.contains(child)) continue;
      const pid_t session = session_of(child);
      if (session == 0 || session == getsid(0)) continue;
      any = true;
      kill(child, SIGKILL);
      if (waitpid(child, nullptr, __WALL) == child) ++found;
    }
    if (!any) break;
  }
  return found;
}

}  // namespace runner
