// The private way back to the runner: whole lines, each with a secret that only the runner and this
// library know, numbered without gaps.
//
// It is opened before any static initialiser of the program runs. The socket then lives in the
// descriptor table of a thread of its own: the program under test has no descriptor to close,
// overwrite or write to, and a forked child has nobody who would carry its words.
//
// Thread-safety: every function may be called from any thread, also inside a sanitizer's report.
#pragma once

#include <cstddef>

namespace grading::channel {

// True when a runner is listening and this is the process that it started.
[[nodiscard]] bool connected();

// Sends `<secret> <number> <length bytes of json>\n`. Blocks until the socket has taken it.
// Does nothing unless connected().
void send_line(const char* json, std::size_t length);

}  // namespace grading::channel
