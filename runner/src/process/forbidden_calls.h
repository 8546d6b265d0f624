// System calls that a program under a guard is not let make, because nothing could undo them.
#pragma once

namespace runner {

// From now on, in this process and all that it starts, a signal to every process of the user
// (kill(-1, …)) and a reboot fail with EPERM. For root, either would end the machine's session,
// not the program's. Cannot be taken back. Best effort: does nothing where the kernel or a
// container has no seccomp filters. Async-signal-safe.
void forbid_irreparable_calls();

}  // namespace runner
