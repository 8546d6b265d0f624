// Locks on files, and messages of other processes: what is to be had at once is had, waiting is
// reported by name.
#include <fcntl.h>
#include <mqueue.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

#include "interposition/uncontrolled/refusal.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

constinit Real<int(int, int, ...)> real_fcntl{"fcntl"};
constinit Real<decltype(flock)> real_flock{"flock"};
constinit Real<decltype(lockf)> real_lockf{"lockf"};

bool would_block(int result) {
  return result != 0 && (errno == EWOULDBLOCK || errno == EAGAIN || errno == EACCES);
}

// The command that does not wait, for one that does; else the same.
int without_waiting(int command) {
  if (command == F_SETLKW) return F_SETLK;
#if defined(F_OFD_SETLKW)
  if (command == F_OFD_SETLKW) return F_OFD_SETLK;
#endif
  return command;
}

int controlled_fcntl(int file, int command, void* argument) {
  const int patient = without_waiting(command);
  if (current_user == nullptr || patient == command) return real_fcntl(file, command, argument);
  const int result = real_fcntl(file, patient, argument);
  if (would_block(result)) refuse("fcntl(F_SETLKW)");
  return result;
}

}  // namespace
}  // namespace explorer

extern "C" {

// Whatever the command's argument is, it comes in a register as wide as a pointer.
int fcntl(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void* argument = va_arg(rest, void*);
  va_end(rest);
  return explorer::controlled_fcntl(file, command, argument);
}

int fcntl64(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void* argument = va_arg(rest, void*);
  va_end(rest);
  return explorer::controlled_fcntl(file, command, argument);
}

int flock(int file, int operation) noexcept {
  if (explorer::current_user == nullptr || (operation & LOCK_NB) != 0) {
    return explorer::real_flock(file, operation);
  }
  const int result = explorer::real_flock(file, operation | LOCK_NB);
  if (explorer::would_block(result)) explorer::refuse("flock");
  return result;
}

int lockf(int file, int command, off_t size) {
  if (explorer::current_user == nullptr || command != F_LOCK) {
    return explorer::real_lockf(file, command, size);
  }
  const int result = explorer::real_lockf(file, F_TLOCK, size);
  if (explorer::would_block(result)) explorer::refuse("lockf");
  return result;
}

int lockf64(int file, int command, off64_t size) { return lockf(file, command, size); }

EXPLORER_REFUSE(int, semop, (int set, sembuf* operations, size_t count) noexcept,
                (set, operations, count))
EXPLORER_REFUSE(int, semtimedop,
                (int set, sembuf* operations, size_t count, const timespec* time) noexcept,
                (set, operations, count, time))
EXPLORER_REFUSE(int, msgsnd, (int queue, const void* message, size_t size, int flags),
                (queue, message, size, flags))
EXPLORER_REFUSE(ssize_t, msgrcv, (int queue, void* message, size_t size, long type, int flags),
                (queue, message, size, type, flags))
EXPLORER_REFUSE(int, mq_send, (mqd_t queue, const char* message, size_t size, unsigned priority),
                (queue, message, size, priority))
EXPLORER_REFUSE(ssize_t, mq_receive, (mqd_t queue, char* message, size_t size, unsigned* priority),
                (queue, message, size, priority))

EXPLORER_REFUSE(int, mq_timedsend,
                (mqd_t queue, const char* message, size_t size, unsigned priority,
                 const timespec* deadline),
                (queue, message, size, priority, deadline))
EXPLORER_REFUSE(ssize_t, mq_timedreceive,
                (mqd_t queue, char* __restrict message, size_t size, unsigned* __restrict priority,
                 const timespec* __restrict deadline),
                (queue, message, size, priority, deadline))

}  // extern "C"
