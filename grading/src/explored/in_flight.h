// The exception that is leaving the behaviour, before anybody has caught it.
#pragma once

#include <string_view>

namespace grading {

// Ends the schedule as failed by the exception that the calling thread threw last. Requires: that
// one is in flight.
[[noreturn]] void fail_with_exception_in_flight(std::string_view what);

}  // namespace grading
