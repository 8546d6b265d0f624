// Durable calls on names in directories, in place of the C library's.
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdarg>
#include <optional>

#include "crashes/interposed/durable_call.h"
#include "crashes/interposed/include.h"
#include "crashes/interposed/real_call.h"

namespace {

using explorer::crashes::DurableCall;
using explorer::crashes::RealCall;

constinit RealCall<int(const char*, int, ...)> real_open{"open"};
constinit RealCall<int(int, const char*, int, ...)> real_openat{"openat"};
constinit RealCall<int(const char*, off_t)> real_truncate{"truncate"};
constinit RealCall<int(const char*, const char*)> real_rename{"rename"};
constinit RealCall<int(int, const char*, int, const char*)> real_renameat{"renameat"};
constinit RealCall<int(int, const char*, int, const char*, unsigned)> real_renameat2{"renameat2"};
constinit RealCall<int(const char*, const char*)> real_link{"link"};
constinit RealCall<int(int, const char*, int, const char*, int)> real_linkat{"linkat"};
constinit RealCall<int(const char*, const char*)> real_symlink{"symlink"};
constinit RealCall<int(const char*)> real_unlink{"unlink"};
constinit RealCall<int(int, const char*, int)> real_unlinkat{"unlinkat"};
constinit RealCall<int(const char*)> real_remove{"remove"};
constinit RealCall<int(const char*, mode_t)> real_mkdir{"mkdir"};
constinit RealCall<int(int, const char*, mode_t)> real_mkdirat{"mkdirat"};
constinit RealCall<int(const char*)> real_rmdir{"rmdir"};

bool takes_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }
bool changes_something(int flags) { return (flags & (O_CREAT | O_TRUNC)) != 0; }

void announce_opening(const char* call, int directory, const char* path, int flags) {
  if (explorer::crashes::before_opening != nullptr) {
    explorer::crashes::before_opening(call, directory, path, flags);
  }
}

int durable_open(const char* path, int flags, mode_t mode) {
  announce_opening("open", AT_FDCWD, path, flags);
  std::optional<DurableCall> call;
  if (changes_something(flags)) {
    call.emplace("open", path);
  }
  return real_open(path, flags, mode);
}

int durable_openat(int directory, const char* path, int flags, mode_t mode) {
  announce_opening("openat", directory, path, flags);
  std::optional<DurableCall> call;
  if (changes_something(flags)) {
    call.emplace("openat", path);
  }
  return real_openat(directory, path, flags, mode);
}

int durable_truncate(const char* path, off_t length) {
  const DurableCall call("truncate", path);
  return real_truncate(path, length);
}

}  // namespace

namespace explorer::crashes {
void include_name_calls() {}
}  // namespace explorer::crashes

extern "C" {

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = takes_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return durable_open(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = takes_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return durable_open(path, flags | O_LARGEFILE, mode);
}

int openat(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = takes_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return durable_openat(directory, path, flags, mode);
}

int openat64(int directory, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = takes_mode(flags) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return durable_openat(directory, path, flags | O_LARGEFILE, mode);
}

int creat(const char* path, mode_t mode) {
  return durable_open(path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int creat64(const char* path, mode_t mode) {
  return durable_open(path, O_CREAT | O_WRONLY | O_TRUNC | O_LARGEFILE, mode);
}

int truncate(const char* path, off_t length) noexcept { return durable_truncate(path, length); }

int truncate64(const char* path, off64_t length) noexcept { return durable_truncate(path, length); }

int rename(const char* from, const char* to) noexcept {
  const DurableCall call("rename", to);
  return real_rename(from, to);
}

int renameat(int from_directory, const char* from, int to_directory, const char* to) noexcept {
  const DurableCall call("rename", to);
  return real_renameat(from_directory, from, to_directory, to);
}

int renameat2(int from_directory, const char* from, int to_directory, const char* to,
              unsigned flags) noexcept {
  const DurableCall call("rename", to);
  return real_renameat2(from_directory, from, to_directory, to, flags);
}

int link(const char* from, const char* to) noexcept {
  const DurableCall call("link", to);
  return real_link(from, to);
}

int linkat(int from_directory, const char* from, int to_directory, const char* to,
           int flags) noexcept {
  const DurableCall call("link", to);
  return real_linkat(from_directory, from, to_directory, to, flags);
}

int symlink(const char* target, const char* path) noexcept {
  const DurableCall call("symlink", path);
  return real_symlink(target, path);
}

int unlink(const char* path) noexcept {
  const DurableCall call("unlink", path);
  return real_unlink(path);
}

int unlinkat(int directory, const char* path, int flags) noexcept {
  const DurableCall call("unlink", path);
  return real_unlinkat(directory, path, flags);
}

// The C library's remove() calls its own unlink, not this one.
int remove(const char* path) noexcept {
  const DurableCall call("unlink", path);
  return real_remove(path);
}

int mkdir(const char* path, mode_t mode) noexcept {
  const DurableCall call("mkdir", path);
  return real_mkdir(path, mode);
}

int mkdirat(int directory, const char* path, mode_t mode) noexcept {
  const DurableCall call("mkdir", path);
  return real_mkdirat(directory, path, mode);
}

int rmdir(const char* path) noexcept {
  const DurableCall call("rmdir", path);
  return real_rmdir(path);
}

}  // extern "C"
