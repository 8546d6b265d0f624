// Programs under test; defined in an instrumented translation unit.
#pragma once

namespace bodies {

// About as small as a program with two threads and a lock can be.
void two_increments();

// A thread looks at a variable that nobody ever sets, with nothing in the loop that a scheduler
// could notice.
void looks_for_ever();
// A loop that does not even touch memory.
void turns_for_ever();
// The lines that the two loops stand on.
int line_of_looking();
int line_of_turning();

// A thread calls a function of a shared library, which never returns.
void stays_in_a_library();
int line_of_staying();  // Of the call.

// Two threads spin on a flag that nobody sets, politely.
void two_spinners();

}  // namespace bodies
