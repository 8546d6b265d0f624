// Durable calls on the contents of open files, in place of the C library's.
//
// On 64-bit Linux off_t and off64_t are one type; SQLite is built to call the "64" names.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstddef>

#include "crashes/interposed/durable_call.h"
#include "crashes/interposed/include.h"
#include "crashes/interposed/real_call.h"

namespace {

using explorer::crashes::DurableCall;
using explorer::crashes::RealCall;
using explorer::crashes::skips_syncing;

std::size_t total(const iovec* parts, int count) {
  std::size_t bytes = 0;
  for (int i = 0; i < count; ++i) {
    bytes += parts[i].iov_len;
  }
  return bytes;
}

constinit RealCall<ssize_t(int, const void*, std::size_t)> real_write{"write"};
constinit RealCall<ssize_t(int, const void*, std::size_t, off_t)> real_pwrite{"pwrite"};
constinit RealCall<ssize_t(int, const iovec*, int)> real_writev{"writev"};
constinit RealCall<ssize_t(int, const iovec*, int, off_t)> real_pwritev{"pwritev"};
constinit RealCall<int(int)> real_fsync{"fsync"};
constinit RealCall<int(int)> real_fdatasync{"fdatasync"};
constinit RealCall<int(void*, std::size_t, int)> real_msync{"msync"};
constinit RealCall<int(int, off_t)> real_ftruncate{"ftruncate"};
constinit RealCall<int(int, int, off_t, off_t)> real_fallocate{"fallocate"};
constinit RealCall<int(int, off_t, off_t)> real_posix_fallocate{"posix_fallocate"};
constinit RealCall<int(int, off64_t, off64_t, unsigned)> real_sync_file_range{"sync_file_range"};

// Only open files can be synced, and only those can be skipped.
bool can_skip(int file) { return skips_syncing() && fcntl(file, F_GETFD) != -1; }

void announce_write(const char* call, int file, std::size_t bytes) {
  if (explorer::crashes::before_writing != nullptr) {
    explorer::crashes::before_writing(call, file, bytes);
  }
}

ssize_t durable_pwrite(int file, const void* data, std::size_t size, off_t offset) {
  const DurableCall call("pwrite", file, size);
  return real_pwrite(file, data, size, offset);
}

ssize_t durable_pwritev(int file, const iovec* parts, int count, off_t offset) {
  const DurableCall call("pwritev", file, total(parts, count));
  return real_pwritev(file, parts, count, offset);
}

int durable_ftruncate(int file, off_t length) {
  const DurableCall call("ftruncate", file);
  return real_ftruncate(file, length);
}

int durable_fallocate(int file, int mode, off_t offset, off_t length) {
  const DurableCall call("fallocate", file);
  return real_fallocate(file, mode, offset, length);
}

int durable_posix_fallocate(int file, off_t offset, off_t length) {
  const DurableCall call("posix_fallocate", file);
  return real_posix_fallocate(file, offset, length);
}

}  // namespace

namespace explorer::crashes {
void include_data_calls() {}
}  // namespace explorer::crashes

extern "C" {

ssize_t write(int file, const void* data, std::size_t size) {
  announce_write("write", file, size);
  const DurableCall call("write", file, size);
  return real_write(file, data, size);
}

ssize_t pwrite(int file, const void* data, std::size_t size, off_t offset) {
  return durable_pwrite(file, data, size, offset);
}

ssize_t pwrite64(int file, const void* data, std::size_t size, off64_t offset) {
  return durable_pwrite(file, data, size, offset);
}

ssize_t writev(int file, const iovec* parts, int count) {
  announce_write("writev", file, total(parts, count));
  const DurableCall call("writev", file, total(parts, count));
  return real_writev(file, parts, count);
}

ssize_t pwritev(int file, const iovec* parts, int count, off_t offset) {
  return durable_pwritev(file, parts, count, offset);
}

ssize_t pwritev64(int file, const iovec* parts, int count, off64_t offset) {
  return durable_pwritev(file, parts, count, offset);
}

int fsync(int file) {
  const DurableCall call("fsync", file);
  return can_skip(file) ? 0 : real_fsync(file);
}

int fdatasync(int file) {
  const DurableCall call("fdatasync", file);
  return can_skip(file) ? 0 : real_fdatasync(file);
}

int msync(void* address, std::size_t length, int flags) {
  const DurableCall call("msync", "a mapping");
  // Without waiting, the call still finds what is wrong with its arguments.
  return real_msync(address, length, skips_syncing() ? (flags & ~MS_SYNC) | MS_ASYNC : flags);
}

int ftruncate(int file, off_t length) noexcept { return durable_ftruncate(file, length); }

int ftruncate64(int file, off64_t length) noexcept { return durable_ftruncate(file, length); }

int fallocate(int file, int mode, off_t offset, off_t length) {
  return durable_fallocate(file, mode, offset, length);
}

int fallocate64(int file, int mode, off64_t offset, off64_t length) {
  return durable_fallocate(file, mode, offset, length);
}

int posix_fallocate(int file, off_t offset, off_t length) {
  return durable_posix_fallocate(file, offset, length);
}

int posix_fallocate64(int file, off64_t offset, off64_t length) {
  return durable_posix_fallocate(file, offset, length);
}

int sync_file_range(int file, off64_t offset, off64_t length, unsigned flags) {
  const DurableCall call("sync_file_range", file);
  return can_skip(file) ? 0 : real_sync_file_range(file, offset, length, flags);
}

}  // extern "C"
