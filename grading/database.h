// For katas that keep a SQLite database: every connection of the process is watched, so that a
// scene can stop the code under test between two of its statements.
//
// Including this makes the beginning of every SQL statement outside of a write transaction a place
// where threads can change over under the explorer, and where they can be delayed on real ones.
// Within one nobody else sees or does anything, so that the order would make no difference. SQLite
// does not wait for the disk: what a killed process has written survives without, and only a power
// cut would tell. Use of a connection that is closed, or of a statement that never was one, is a
// failure of the running behaviour wherever SQLite notices.
//
// Thread-safety: interrupted() concerns the statements of the calling thread only.
#pragma once

#include <atomic>

#include "grading/calls.h"

namespace grading {

// Runs `part` and, just before the n-th statement (from 1) that it begins outside of any
// transaction, `meanwhile`: as if the thread had been stopped there for as long as it takes others
// to do that. Statements that begin while their connection holds a lock do not count.
// False: `part` has fewer such statements, and has been run without interruption.
bool interrupted(unsigned n, CallRef<void()> part, CallRef<void()> meanwhile);

namespace database {

// Every statement touches it. Defined here because code in headers is instrumented with the
// grader's, and the library is not.
inline std::atomic<int> file{0};
inline void touch() { file.store(0, std::memory_order_relaxed); }
bool call_at_statements(void (*function)());
inline const bool calls_at_statements = call_at_statements(&touch);

}  // namespace database
}  // namespace grading
