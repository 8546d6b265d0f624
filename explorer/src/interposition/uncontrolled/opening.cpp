// Opening a named pipe waits until somebody opens its other end: reported by name, unless it is
// open.
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "crashes/interposed/durable_call.h"
#include "crashes/interposed/include.h"
#include "interposition/uncontrolled/refusal.h"
#include "interposition/uncontrolled/streams/printing.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

bool is_named_pipe(int directory, const char* path, int flags) {
  struct stat status{};
  const int links = (flags & O_NOFOLLOW) != 0 ? AT_SYMLINK_NOFOLLOW : 0;
  return fstatat(directory, path, &status, links) == 0 && S_ISFIFO(status.st_mode);
}

// Nothing can be read, but at its end a pipe without writers reads nothing, and one with writers
// says that this would be to wait. tee() tells without taking anything out.
bool has_writer(int descriptor) {
  int copy[2];
  if (pipe2(copy, O_CLOEXEC) != 0) return true;
  const ssize_t taken = tee(descriptor, copy[1], 1, SPLICE_F_NONBLOCK);
  close(copy[0]);
  close(copy[1]);
  return taken != 0;
}

// A writer without a reader is turned away where it may not wait; a reader is let in.
bool has_other_end(int directory, const char* path, int access) {
  const int descriptor = openat(directory, path, access | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return errno != ENXIO;  // Anything else is the real call's to report.
  const bool result = access == O_WRONLY || has_writer(descriptor);
  close(descriptor);
  return result;
}

void before_opening(const char* call, int directory, const char* path, int flags) {
  ControlledThread* self = current_user;
  const int access = flags & O_ACCMODE;
  if (self == nullptr || path == nullptr || access == O_RDWR) return;
  if ((flags & (O_NONBLOCK | O_PATH)) != 0) return;
  bool waits = false;
  {
    const InsideExplorer inside(*self);
    const int error = errno;
    waits = is_named_pipe(directory, path, flags) && !has_other_end(directory, path, access);
    errno = error;
  }
  if (waits) refuse(call);
}

int flags_of(const char* mode) {
  if (std::strchr(mode, '+') != nullptr) return O_RDWR;
  return mode[0] == 'r' ? O_RDONLY : O_WRONLY;
}

FILE* open_stream(Real<decltype(fopen)>& real_call, const char* path, const char* mode) {
  before_opening("fopen", AT_FDCWD, path, flags_of(mode));
  return real_call(path, mode);
}

FILE* open_again(Real<decltype(freopen)>& real_call, const char* path, const char* mode,
                 FILE* stream) {
  before_emptying("freopen", stream);
  before_opening("freopen", AT_FDCWD, path, flags_of(mode));
  return real_call(path, mode, stream);
}

// open() and its relatives themselves stand with the durable calls.
[[gnu::constructor]] void watch_opening() {
  crashes::include_name_calls();
  crashes::before_opening = &before_opening;
}

}  // namespace
}  // namespace explorer

extern "C" {

FILE* fopen(const char* __restrict path, const char* __restrict mode) {
  static constinit explorer::Real<decltype(fopen)> real_call{"fopen"};
  return explorer::open_stream(real_call, path, mode);
}

FILE* fopen64(const char* __restrict path, const char* __restrict mode) {
  static constinit explorer::Real<decltype(fopen)> real_call{"fopen64"};
  return explorer::open_stream(real_call, path, mode);
}

FILE* freopen(const char* __restrict path, const char* __restrict mode, FILE* __restrict stream) {
  static constinit explorer::Real<decltype(freopen)> real_call{"freopen"};
  return explorer::open_again(real_call, path, mode, stream);
}

FILE* freopen64(const char* __restrict path, const char* __restrict mode, FILE* __restrict stream) {
  static constinit explorer::Real<decltype(freopen)> real_call{"freopen64"};
  return explorer::open_again(real_call, path, mode, stream);
}

// What headers make of open() where they want to check that it needs no mode.
int __open_2(const char* path, int flags) { return open(path, flags); }
int __open64_2(const char* path, int flags) { return open64(path, flags); }
int __openat_2(int directory, const char* path, int flags) {
  return openat(directory, path, flags);
}
int __openat64_2(int directory, const char* path, int flags) {
  return openat64(directory, path, flags);
}

}  // extern "C"
