// Calls that may have to wait for a descriptor: the carrier of all controlled threads would stand
// still, so they are reported by name unless they return at once.
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>

#include "crashes/interposed/durable_call.h"
#include "crashes/interposed/include.h"
#include "interposition/uncontrolled/refusal.h"
#include "runtime/context/raw_syscall.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

constinit Real<decltype(recv)> real_recv{"recv"};
constinit Real<decltype(recvfrom)> real_recvfrom{"recvfrom"};
constinit Real<decltype(recvmsg)> real_recvmsg{"recvmsg"};
constinit Real<decltype(send)> real_send{"send"};
constinit Real<decltype(sendto)> real_sendto{"sendto"};
constinit Real<decltype(sendmsg)> real_sendmsg{"sendmsg"};

void refuse_unless_fast(const char* call, int socket, short events, int flags) {
  if ((flags & MSG_DONTWAIT) == 0) refuse_unless_ready(call, socket, events);
}

// A pipe that could take something may still be too full for so much.
bool has_room(int descriptor, std::size_t bytes) {
  if (!is_ready(descriptor, POLLOUT)) return false;
  constexpr std::size_t kAlwaysFits =
      4096;  // PIPE_BUF: what a pipe that is ready takes as a whole.
  if (bytes <= kAlwaysFits) return true;
  const long capacity = raw_syscall(SYS_fcntl, descriptor, F_GETPIPE_SZ, 0, 0, 0, 0);
  int unread = 0;
  if (capacity < 0) return true;
  raw_syscall(SYS_ioctl, descriptor, FIONREAD, reinterpret_cast<long>(&unread), 0, 0, 0);
  return static_cast<std::size_t>(unread) + bytes <= static_cast<std::size_t>(capacity);
}

// Whether this process has the other end of the pipe or of the named one.
bool is_read_here(int descriptor) {
  struct stat written{};
  if (fstat(descriptor, &written) != 0 || !S_ISFIFO(written.st_mode)) return false;
  DIR* descriptors = opendir("/proc/self/fd");
  if (descriptors == nullptr) return false;
  bool found = false;
  while (const dirent* entry = found ? nullptr : readdir(descriptors)) {
    const int other = std::atoi(entry->d_name);  // 0 for "." and "..": asked twice more.
    struct stat read{};
    found = fstat(other, &read) == 0 && read.st_dev == written.st_dev &&
            read.st_ino == written.st_ino && (fcntl(other, F_GETFL) & O_ACCMODE) != O_WRONLY;
  }
  closedir(descriptors);
  return found;
}

// What is printed is read by others, who make room whatever the controlled threads do; unless the
// program has made itself its reader.
bool others_read(int descriptor) {
  if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO) return false;
  ControlledThread* self = current_user;
  if (self == nullptr) return true;
  const InsideExplorer inside(*self);
  return !is_read_here(descriptor);
}

void before_writing(const char* call, int descriptor, std::size_t bytes) {
  if (current_user != nullptr && lacks_room(descriptor, bytes)) refuse(call);
}

// write() and writev() themselves stand with the durable calls.
[[gnu::constructor]] void watch_writes() {
  crashes::include_data_calls();
  crashes::before_writing = &before_writing;
}

}  // namespace

bool lacks_room(int descriptor, std::size_t bytes) {
  return !has_room(descriptor, bytes) && would_wait(descriptor, 0) && !others_read(descriptor);
}

}  // namespace explorer

extern "C" {

EXPLORER_REFUSE_UNLESS_READY(ssize_t, read, (int descriptor, void* buffer, size_t size),
                             (descriptor, buffer, size), descriptor, POLLIN)
EXPLORER_REFUSE_UNLESS_READY(ssize_t, readv, (int descriptor, const iovec* parts, int count),
                             (descriptor, parts, count), descriptor, POLLIN)
EXPLORER_REFUSE_UNLESS_READY(ssize_t, __read_chk,
                             (int descriptor, void* buffer, size_t size, size_t room),
                             (descriptor, buffer, size, room), descriptor, POLLIN)
EXPLORER_REFUSE_UNLESS_READY(int, accept,
                             (int socket, sockaddr* __restrict address,
                              socklen_t* __restrict length),
                             (socket, address, length), socket, POLLIN)
EXPLORER_REFUSE_UNLESS_READY(int, accept4,
                             (int socket, sockaddr* __restrict address,
                              socklen_t* __restrict length, int flags),
                             (socket, address, length, flags), socket, POLLIN)
// A connection that is being made is no event: only a socket that does not block is sure to return.
EXPLORER_REFUSE_UNLESS_READY(int, connect, (int socket, const sockaddr* address, socklen_t length),
                             (socket, address, length), socket, 0)
// Output that is still on its way goes out at the pace of the terminal.
EXPLORER_REFUSE(int, tcdrain, (int terminal), (terminal))

ssize_t recv(int socket, void* buffer, size_t size, int flags) {
  explorer::refuse_unless_fast("recv", socket, POLLIN, flags);
  return explorer::real_recv(socket, buffer, size, flags);
}

ssize_t recvfrom(int socket, void* __restrict buffer, size_t size, int flags,
                 sockaddr* __restrict address, socklen_t* __restrict length) {
  explorer::refuse_unless_fast("recvfrom", socket, POLLIN, flags);
  return explorer::real_recvfrom(socket, buffer, size, flags, address, length);
}

ssize_t __recv_chk(int socket, void* buffer, size_t size, size_t room, int flags) {
  static constinit explorer::Real<decltype(__recv_chk)> real_call{"__recv_chk"};
  explorer::refuse_unless_fast("recv", socket, POLLIN, flags);
  return real_call(socket, buffer, size, room, flags);
}

ssize_t __recvfrom_chk(int socket, void* __restrict buffer, size_t size, size_t room, int flags,
                       sockaddr* __restrict address, socklen_t* __restrict length) {
  static constinit explorer::Real<decltype(__recvfrom_chk)> real_call{"__recvfrom_chk"};
  explorer::refuse_unless_fast("recvfrom", socket, POLLIN, flags);
  return real_call(socket, buffer, size, room, flags, address, length);
}

// Waits for all of them, if not told otherwise.
int recvmmsg(int socket, mmsghdr* messages, unsigned count, int flags, timespec* time) {
  static constinit explorer::Real<decltype(recvmmsg)> real_call{"recvmmsg"};
  if (explorer::current_user == nullptr || (flags & MSG_DONTWAIT) != 0 ||
      explorer::never_waits(socket)) {
    return real_call(socket, messages, count, flags, time);
  }
  explorer::refuse_unless_ready("recvmmsg", socket, POLLIN);
  const int received = real_call(socket, messages, count, flags | MSG_DONTWAIT, time);
  const bool is_all = received < 0 || static_cast<unsigned>(received) == count;
  if (!is_all && (flags & MSG_WAITFORONE) == 0) explorer::refuse("recvmmsg");
  return received;
}

int sendmmsg(int socket, mmsghdr* messages, unsigned count, int flags) {
  static constinit explorer::Real<decltype(sendmmsg)> real_call{"sendmmsg"};
  explorer::refuse_unless_fast("sendmmsg", socket, POLLOUT, flags);
  return real_call(socket, messages, count, flags);
}

ssize_t recvmsg(int socket, msghdr* message, int flags) {
  explorer::refuse_unless_fast("recvmsg", socket, POLLIN, flags);
  return explorer::real_recvmsg(socket, message, flags);
}

ssize_t send(int socket, const void* data, size_t size, int flags) {
  explorer::refuse_unless_fast("send", socket, POLLOUT, flags);
  return explorer::real_send(socket, data, size, flags);
}

ssize_t sendto(int socket, const void* data, size_t size, int flags, const sockaddr* address,
               socklen_t length) {
  explorer::refuse_unless_fast("sendto", socket, POLLOUT, flags);
  return explorer::real_sendto(socket, data, size, flags, address, length);
}

ssize_t sendmsg(int socket, const msghdr* message, int flags) {
  explorer::refuse_unless_fast("sendmsg", socket, POLLOUT, flags);
  return explorer::real_sendmsg(socket, message, flags);
}

}  // extern "C"
