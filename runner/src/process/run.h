// Runs a program that is not to be trusted, within limits, and leaves nothing of it behind.
//
// The program gets a session of its own below a guard process (guard.h) that adopts and kills
// whatever it starts: background processes, double forks, new sessions. Its standard output and
// error are captured together, standard input is empty, nothing of the caller's environment is
// inherited. Limits are watched from outside, through /proc.
//
// Thread-safety: run() may be called from several threads at once. Linux only.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

struct Command {
  std::vector<std::string> argv;         // argv[0] is the path of the program.
  std::vector<std::string> environment;  // "NAME=value"; all there is.
  std::filesystem::path directory;       // Where it runs; must exist.
  // Turns off address space randomisation, which older sanitizer runtimes cannot live with.
  bool fixed_addresses = false;
  // Opens a two-way channel on descriptor kChannelDescriptor of the program, says it in
  // KATA_CHANNEL, and writes `greeting` into it.
  bool channel = false;
  std::string greeting;
};

inline constexpr int kChannelDescriptor = 3;

struct Limits {
  std::chrono::milliseconds cpu{60'000};   // Of the program and all it started.
  std::chrono::milliseconds wall{60'000};  // Time it had a chance to run; see run().
  std::uint64_t memory_bytes =
      1ULL << 30;  // Resident, of any one process; all together four times that.
  std::uint64_t output_bytes = 1ULL << 20;
  std::uint64_t file_bytes = 64ULL << 20;  // Largest file it may write.
  int threads = 1'000;
  int processes = 64;
  bool detect_hang = false;  // End it when it evidently sleeps for ever.
};

enum class Ending {
  exited,         // By itself, see exit_code.
  signalled,      // By a signal that was not ours, see signal.
  hung,           // All threads asleep, none has run for a second and a half.
  stopped,        // All threads stopped by SIGSTOP or the like.
  cpu_limit,      // The following: killed for passing a limit.
  wall_limit,     //
  memory_limit,   //
  output_limit,   //
  thread_limit,   //
  process_limit,  //
  refused,        // Killed because on_channel() returned false.
  interrupted,    // Killed because of request_stop().
  guard_lost,     // It attacked its guard.
  not_started,    // See error.
};

struct Outcome {
  Ending ending = Ending::not_started;
  int exit_code = 0;
  int signal = 0;
  std::string error;    // Why it could not be started.
  std::string output;   // At most Limits::output_bytes.
  int left_behind = 0;  // Processes that were still there when it had ended.
  std::chrono::milliseconds wall{0};
  std::chrono::milliseconds cpu{0};
  std::uint64_t peak_memory_bytes = 0;
};

struct Observer {
  // Bytes from the channel. Return false to have the program killed.
  std::function<bool(std::string_view)> on_channel;
  // True for a thread that is not the program's own business, such as a sanitizer's helper: it does
  // not count when looking for a hang.
  std::function<bool(pid_t)> ignores_thread;
  // True once it is known that the program is at its end, so that a short rest is enough to take it
  // for hung.
  std::function<bool()> expects_hang;
  // The signal that the program says it is dying of, held still to be looked at; 0 as long as it
  // has not said so.
  std::function<int()> dying_of;
  // Called before the program is killed for `ending`; it is still there to be looked at.
  std::function<void(pid_t, Ending)> before_kill;
};

// Blocks until the program and all that it started are gone. Never throws for what the program
// does; throws std::system_error when this process is out of descriptors or processes.
//
// `Limits::wall` is load-tolerant: time that the program's threads spent waiting for a processor is
// not counted, up to five times the limit.
[[nodiscard]] Outcome run(const Command& command, const Limits& limits,
                          const Observer& observer = {});

}  // namespace runner
