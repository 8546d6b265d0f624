// Kills a program at every one of its durable system calls and checks that it recovers.
//
// `body` runs in a forked child that is killed (as by kill -9) just before its k-th durable call,
// and in another just after it, for k = 1, 2, 3, ... until it ends without reaching call k. After
// each of these deaths `recover` runs in a fresh child, sees what the dead one left behind and
// checks it. Both start with the same directory as their working directory, empty for each body.
//
// What counts as a durable call, on regular files and directories: write, pwrite, writev, pwritev,
// fsync, fdatasync, sync_file_range, msync, truncate, ftruncate, fallocate, rename, link, symlink,
// unlink, mkdir, rmdir, and open with O_CREAT or O_TRUNC, made by any code in the process that
// calls them through the dynamic symbol table: libsqlite3.so and std::ofstream's write do, the C
// library's own stdio (fwrite, fflush) does not. Stores through mmap and power loss, which loses
// what was not synced, are not modelled: a killed process leaves its writes to the kernel. For that
// reason the children do not wait for the disk either: their syncing calls return at once.
//
// Thread-safety: one exploration at a time, from a thread that runs no controlled code. Children
// are forked, so other threads of the process do not exist in them. Linking this function makes
// the calls above pass through this library; outside such a child they cost a few instructions.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "explorer/finding.h"
#include "explorer/options.h"

namespace explorer {

struct CrashOptions {
  std::uint32_t max_points = 100'000;
  std::chrono::milliseconds max_time{0};         // For everything; 0: no limit.
  std::chrono::milliseconds child_time{10'000};  // A child that takes longer counts as hanging.
  bool after_calls = true;  // Also die just after each call. It differs from just before the next
                            // only in what other processes and shared memory can see.
};

// Where a child was killed.
struct CrashPoint {
  std::uint32_t call = 0;  // 1-based among the body's durable calls; 0: it was not killed.
  bool after = false;
  std::string name;         // "pwrite", "rename", ...
  std::string path;         // The file, relative to the working directory where it lies below it.
  std::uint64_t bytes = 0;  // To be written; 0 for calls that write none.
};

struct CrashReport {
  Finding finding;              // kind == none: every recovery succeeded. The stack is the crash
                                // point's, where there is one.
  CrashPoint failing;           // The first point after which recovery failed.
  std::string output;           // The end of what the failing child wrote to stdout and stderr.
  std::uint32_t calls = 0;      // Durable calls of one whole body.
  std::uint32_t points = 0;     // Crash points run, each with its recovery.
  std::uint64_t schedules = 0;  // On explored schedules: how many; else 0.
  std::uint64_t seed = 0;       // The first schedule's, or the failing one's.
  bool exhausted = false;       // No crash point is left: a proof for this body's one execution.
  double seconds = 0;

  [[nodiscard]] bool passed() const { return finding.kind == FindingKind::none; }
  // "proved: recovers from all 116 crash points (58 durable calls)", "sampled: recovers from the
  // first 40 crash points", "sampled: recovers from 1,160 crash points of 10 schedules, seed 1" or
  // the finding's summary.
  [[nodiscard]] std::string verdict() const;
};

// Verdict, stack and output of the failing child, at most 100 columns wide.
[[nodiscard]] std::string to_text(const CrashReport& report);

// Body and recovery fail by throwing, by explorer::fail(), by any exit but returning, by a signal
// or by taking longer than `child_time`. Both are also run once without any crash; if that fails,
// the finding says so. Requires: the body makes the same durable calls every time.
// Blocks until the first failure, or until no point or no time is left. Never throws for what body
// or recovery do. Throws std::system_error when no child or directory can be made.
[[nodiscard]] CrashReport explore_crashes(const CrashOptions& options,
                                          const std::function<void()>& body,
                                          const std::function<void()>& recover);

// The same for a body with threads: every crash point on each of several explored schedules, which
// random walks of the seeds options.seed, options.seed + 1, ... choose (a systematic strategy is
// replaced by one: a child knows nothing of its predecessors). Stops after options.max_schedules or
// options.max_time, whichever comes first, but not within a schedule. A schedule that fails by
// itself (a race, a deadlock) is a body's failure. The recovery is not under control.
[[nodiscard]] CrashReport explore_crashes(const Options& options, const CrashOptions& crash_options,
                                          const std::function<void()>& body,
                                          const std::function<void()>& recover);

}  // namespace explorer
