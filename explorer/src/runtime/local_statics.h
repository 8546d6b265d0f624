// Function-local statics of the code under test: initialised anew in every execution.
//
// A process initialises them once; every further execution would find them as the first one left
// them, and a schedule run again would differ. So their guards are cleared when an execution ends,
// and an execution that ends well first destroys them, in reverse order, as the end of a program
// does. Statics of code that is not under test are left alone.
//
// Thread-safety: none, one controlled thread runs at a time.
#pragma once

#include <cstdint>

#include "trace/operation.h"

namespace explorer::local_statics {

using Destructor = void (*)(void*);

// The thread initialises the static behind this guard.
void begin(ThreadIndex thread, std::uintptr_t guard, bool under_test);
// What begin() was told of the static that the thread initialises.
[[nodiscard]] bool is_under_test(ThreadIndex thread, std::uintptr_t guard);
// It has succeeded, or was left by an exception.
void end(ThreadIndex thread, std::uintptr_t guard, bool initialised);
// The thread wants the object destroyed at the program's end. True: taken care of.
[[nodiscard]] bool destroy_later(ThreadIndex thread, Destructor destructor, void* object);

// Whether there is any destructor to run.
[[nodiscard]] bool has_destructions();
// Runs the destructors, as code of the calling controlled thread.
void destroy_all();
// Clears the guards. Call when the execution is over.
void forget();

}  // namespace explorer::local_statics
