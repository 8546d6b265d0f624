#include "grading/src/threads/process_view.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/uio.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "grading/src/raw_syscall.h"

namespace grading::process_view {
namespace {

using Buffer = std::array<char, 4096>;

// Reads what fits of a small file. Raw calls, since the sanitizer orders threads by descriptors.
std::string_view read_file(const char* path, Buffer& buffer) {
  const long file = raw_syscall(SYS_openat, AT_FDCWD, as_argument(path), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const long size =
      raw_syscall(SYS_read, file, as_argument(buffer.data()), static_cast<long>(buffer.size() - 1));
  raw_syscall(SYS_close, file);
  if (size <= 0) return {};
  buffer[static_cast<std::size_t>(size)] = '\0';
  return {buffer.data(), static_cast<std::size_t>(size)};
}

std::string_view read_task_file(int thread, const char* name, Buffer& buffer) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/%s", thread, name);
  return read_file(path, buffer);
}

std::optional<std::uint64_t> number_after(std::string_view text, std::string_view label) {
  const std::size_t at = text.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  return std::strtoull(text.data() + at + label.size(), nullptr, 10);
}

constexpr std::int64_t kSoon = 600;  // Seconds. No behaviour runs for so long.

// Whether a futex call with its timeout at `address` ends by itself within the time that matters.
bool is_soon(unsigned long long address, int operation) {
  if (address == 0) return false;
  // The timeout lies in the sleeper's memory; it may wake up and reuse that at any moment, so the
  // kernel does the reading: it survives what is no longer there.
  timespec timeout{};
  const iovec here{&timeout, sizeof timeout};
  const iovec there{reinterpret_cast<void*>(address), sizeof timeout};
  const long size = raw_syscall(SYS_process_vm_readv, raw_syscall(SYS_getpid), as_argument(&here),
                                1, as_argument(&there), 1);
  if (size != static_cast<long>(sizeof timeout)) return true;
  std::int64_t now = 0;  // FUTEX_WAIT's timeout counts from the call on, the others' is a deadline.
  if ((operation & FUTEX_CMD_MASK) != FUTEX_WAIT) {
    timespec time{};
    const bool realtime =
        (operation & FUTEX_CLOCK_REALTIME) != 0 || (operation & FUTEX_CMD_MASK) == FUTEX_LOCK_PI;
    raw_syscall(SYS_clock_gettime, realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC, as_argument(&time));
    now = time.tv_sec;
  }
  return timeout.tv_sec - now < kSoon;
}

constexpr int kThreadCpuClock = 6;  // CPUCLOCK_PERTHREAD_MASK | CPUCLOCK_SCHED, as Linux has them.

std::vector<int>& noted_runtime_threads() {
  static std::vector<int> noted;
  return noted;
}

}  // namespace

int this_thread() { return static_cast<int>(raw_syscall(SYS_gettid)); }

std::vector<int> threads() {
  std::vector<int> found;
  const long directory = raw_syscall(SYS_openat, AT_FDCWD, as_argument("/proc/self/task"),
                                     O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return found;
  alignas(8) Buffer buffer;
  long size = 0;
  while ((size = raw_syscall(SYS_getdents64, directory, as_argument(buffer.data()),
                             static_cast<long>(buffer.size()))) > 0) {
    // struct linux_dirent64: inode, offset (8 bytes each), record length (2), type (1), name.
    for (long at = 0; at < size;) {
      std::uint16_t length = 0;
      std::memcpy(&length, buffer.data() + at + 16, sizeof length);
      const int thread = std::atoi(buffer.data() + at + 19);
      if (thread > 0) found.push_back(thread);
      at += length;
    }
  }
  raw_syscall(SYS_close, directory);
  return found;
}

void note_runtime_threads() {
  // The sanitizer starts its own thread along with the program's first.
  int first = 0;
  std::thread([&] { first = this_thread(); }).join();
  while (look_at(first)) raw_syscall(SYS_sched_yield);
  std::vector<int> found = threads();
  std::erase(found, this_thread());
  noted_runtime_threads() = std::move(found);
}

const std::vector<int>& runtime_threads() { return noted_runtime_threads(); }

bool is_runtime_thread(int thread) {
  const auto& known = runtime_threads();
  return std::find(known.begin(), known.end(), thread) != known.end();
}

std::optional<ThreadView> look_at(int thread) {
  Buffer buffer;
  const std::string_view status = read_task_file(thread, "status", buffer);
  const std::size_t state = status.find("\nState:");
  if (state == std::string_view::npos) return std::nullopt;
  ThreadView view;
  view.thread = thread;
  view.asleep = status.substr(state, 12).find('S', 2) != std::string_view::npos &&
                status[status.find_first_not_of(" \t", state + 7)] == 'S';
  const auto voluntary = number_after(status, "\nvoluntary_ctxt_switches:");
  const auto involuntary = number_after(status, "\nnonvoluntary_ctxt_switches:");
  if (!voluntary || !involuntary) return std::nullopt;
  view.voluntary = *voluntary;
  view.involuntary = *involuntary;
  return view;
}

WaitsIn waits_in(int thread) {
  Buffer buffer;
  const std::string_view text = read_task_file(thread, "syscall", buffer);
  // "<number> <six arguments> <stack pointer> <program counter>", or "running", or "-1 ...".
  if (text.starts_with("running")) return WaitsIn::running;
  if (text.empty() || text[0] < '0' || text[0] > '9') return WaitsIn::unknown;
  char* rest = nullptr;
  const long number = std::strtol(text.data(), &rest, 10);
  unsigned long long arguments[6] = {};
  for (auto& argument : arguments) argument = std::strtoull(rest, &rest, 16);
  switch (number) {
    case SYS_futex: {
      const auto command = static_cast<int>(arguments[1]) & FUTEX_CMD_MASK;
      const bool waits = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET ||
                         command == FUTEX_LOCK_PI || command == FUTEX_WAIT_REQUEUE_PI;
      if (!waits) return WaitsIn::other;
      return is_soon(arguments[3], static_cast<int>(arguments[1])) ? WaitsIn::timed_futex
                                                                   : WaitsIn::futex;
    }
    case SYS_nanosleep:
    case SYS_clock_nanosleep:
#ifdef SYS_poll
    case SYS_poll:
#endif
    case SYS_ppoll:
    case SYS_pselect6:
      return WaitsIn::sleep;
    default:
      return WaitsIn::other;
  }
}

std::chrono::nanoseconds processor_time(int thread) {
  const long clock = static_cast<long>((~static_cast<unsigned>(thread) << 3) | kThreadCpuClock);
  timespec time{};
  if (raw_syscall(SYS_clock_gettime, static_cast<int>(clock), as_argument(&time)) != 0) return {};
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace grading::process_view
