// Certainty that nobody is running: the ground on which "blocked" is said.
#pragma once

#include <optional>

#include "grading/src/threads/process_view.h"

namespace grading::quiescence {

// How `thread` slept at a moment during the call at which every thread of the process but the
// caller and the restless ones was asleep; nothing if there was no such moment. When there was,
// nothing but a deadline, or the caller, can set them in motion again: what is blocked stays
// blocked.
[[nodiscard]] std::optional<process_view::WaitsIn> how_it_sleeps(int thread);

// Threads known to wait without sleeping. Never quiet, they are left out of account.
void note_restless(int thread);
void forget_restless(int thread);
[[nodiscard]] bool anyone_is_restless();

// True when everyone is asleep and nobody waits for a deadline within the next minutes: they sleep
// until the caller acts.
[[nodiscard]] bool everyone_is_stuck();

// Waits a little between two looks, longer the more there have been.
class Patience {
 public:
  void pause();

 private:
  unsigned pauses_ = 0;
};

}  // namespace grading::quiescence
