// Virtual time: an hour costs nothing, so nothing is scaled.
#include "grading/time.h"

#include <thread>

#include "explorer/controls.h"

namespace grading {

std::chrono::nanoseconds scaled(std::chrono::nanoseconds duration) { return duration; }

void set_system_clock(std::chrono::nanoseconds by) { explorer::set_system_clock(by); }

void let_pass(std::chrono::nanoseconds duration) { std::this_thread::sleep_for(duration); }

}  // namespace grading
