// The measure for the explorer's speed: the same test under Relacy Race Detector.
#pragma once

#include <cstdint>

namespace bench {

// Runs so many random schedules of bounded_buffer/2p2c; whether all of them passed.
bool relacy_bounded_buffer(std::uint64_t schedules);

}  // namespace bench
