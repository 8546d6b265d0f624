// What a thread still runs after its function: destructors of its thread_local objects, then those
// of its pthread keys in up to four rounds, as the C library does.
#pragma once

#include <pthread.h>

#include <cstdint>

#include "runtime/controlled_thread.h"

namespace explorer {

// Runs them as the program's own code, that is, under control.
void run_exit_callbacks(ControlledThread& self);

// After its thread_local objects are gone, the C++ library will store to this atomic word, unseen,
// what others learn by that the thread has ended.
void publish_at_exit(ControlledThread& self, std::uintptr_t word);

// Keys are recorded whoever creates them, since any thread may store a value under one.
void remember_key(pthread_key_t key, void (*destructor)(void*));
void forget_key(pthread_key_t key);

}  // namespace explorer
