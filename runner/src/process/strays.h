// The net below the guards: processes whose guard was killed are adopted by this process.
//
// Thread-safety: all functions may be called from any thread.
#pragma once

#include <sys/types.h>

#include <functional>

namespace runner {

// Makes this process the one that adopts them. Idempotent.
void adopt_strays();

// Guards are known so that they are not taken for strays.
// `start` forks one and returns its pid; done under the lock, so that no sweep sees it before it is
// known.
[[nodiscard]] pid_t start_guard(const std::function<pid_t()>& start);
void forget_guard(pid_t guard);

// Kills and reaps every child that is no guard and has left this process's session, until there is
// none. Returns how many there were.
int sweep_strays();

}  // namespace runner
