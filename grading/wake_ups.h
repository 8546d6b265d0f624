// What waiting and being woken cost, counted in wake-ups.
//
// Thread-safety: for the thread that runs the behaviour.
#pragma once

#include <string>

#include "grading/calls.h"
#include "grading/cast.h"

namespace grading {

// Fails with busy_wait unless every participant sleeps and goes on sleeping while nothing happens.
// Requires: all of them wait for what only the caller does.
bool expect_asleep(const Cast& cast);

// Starts participants that wait in `wait`, lets them go one by one with `act`, and fails if that
// wakes others time and again who then can't go on. `role` names one of them ("consumer"), `news`
// says what `act` does ("an element arrived"). On real threads some such wake-ups are forgiven:
// half of what waking everybody would bring.
// Requires: each act() is enough for exactly one.
bool expect_to_wake_one(const std::string& role, CallRef<void()> wait, const std::string& news,
                        CallRef<void()> act);

}  // namespace grading
