// What a body may ask of, or tell, the explorer while it runs.
//
// Thread-safety: callable from every controlled thread. Outside an exploration choose() returns 0,
// holding_locks() is 0, now() is the steady clock and the others do nothing, so that the same body
// also runs on real threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

namespace explorer {

// True while the calling thread is controlled by an exploration.
[[nodiscard]] bool active();

// A nondeterministic choice: some value below `count`, over the exploration every one of them.
// Requires: 1 <= count <= 65,535.
[[nodiscard]] std::uint32_t choose(std::uint32_t count);

// How many locks (mutexes, reader-writer locks) the calling thread holds.
[[nodiscard]] unsigned holding_locks();

// Virtual time since the execution began.
[[nodiscard]] std::chrono::nanoseconds now();

// Adds a line of the body's own words to the story. `text` is copied.
void label(std::string_view text);

// Names the calling thread in stories.
void name_thread(std::string_view name);

// Ends the execution with a wrong_result finding; in a child of explore_crashes(), ends that child
// as failed. Does not return then, nor when active.
void fail(std::string_view message);

}  // namespace explorer
