// What /proc says about a process and its descendants right now.
//
// Processes and threads come and go while they are looked at: whatever has gone is left out.
// Thread-safety: pure functions of the state of the system.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

struct ThreadSample {
  pid_t thread = 0;
  char state = '?';                      // 'R', 'S', 'D', 'T', 'Z', ...: proc(5).
  std::uint64_t switches = 0;            // Voluntary and involuntary context switches so far.
  std::uint64_t waited_nanoseconds = 0;  // For a processor while able to run.

  bool operator==(const ThreadSample&) const = default;
};

struct ProcessSample {
  pid_t process = 0;
  int threads = 0;
  std::int64_t cpu_milliseconds = 0;  // User and system time, with that of children it waited for.
  std::uint64_t resident_bytes = 0;
};

// The whole content of a small file; empty when it cannot be read.
[[nodiscard]] std::string read_small_file(const std::string& path);

// Child processes of every thread of `process`.
[[nodiscard]] std::vector<pid_t> children_of(pid_t process);
// All descendants, children before grandchildren, at most `limit`.
[[nodiscard]] std::vector<pid_t> descendants_of(pid_t process, std::size_t limit = 4096);
// Nothing (process == 0) when it has gone.
[[nodiscard]] ProcessSample sample_process(pid_t process);
[[nodiscard]] std::vector<ThreadSample> sample_threads(pid_t process);
[[nodiscard]] pid_t session_of(pid_t process);

// The parts of /proc/<pid>/stat after the name, which may hold blanks and brackets; [0] is the
// state. For tests as well.
[[nodiscard]] std::vector<std::string_view> stat_fields(std::string_view stat);

}  // namespace runner
