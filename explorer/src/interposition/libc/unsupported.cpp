// Further calls that wait in the kernel, start other programs or reach the C library's locks from
// within, past the functions that the explorer stands in for: reported by name.
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <threads.h>
#include <unistd.h>

#include <string>

#include "runtime/execution.h"
#include "runtime/real.h"

namespace explorer {
namespace {

// Ends the execution if the caller is controlled.
void refuse(const char* call) {
  ControlledThread* self = current_user;
  if (self == nullptr) return;
  current_user = nullptr;
  Execution::current->fail(*self, FindingKind::unsupported,
                           "calls " + std::string(call) + "(), which is not controlled");
}

}  // namespace
}  // namespace explorer

// A function that controlled threads may not call and everybody else gets as it is.
#define EXPLORER_REFUSE(type, name, parameters, arguments)             \
  type name parameters {                                               \
    static constinit explorer::Real<type parameters> real_call{#name}; \
    explorer::refuse(#name);                                           \
    return real_call arguments;                                        \
  }

extern "C" {

EXPLORER_REFUSE(ssize_t, readv, (int file, const iovec* parts, int count), (file, parts, count))
EXPLORER_REFUSE(int, ppoll,
                (pollfd * requests, nfds_t count, const timespec* time, const sigset_t* mask),
                (requests, count, time, mask))
EXPLORER_REFUSE(int, epoll_wait, (int file, epoll_event* events, int count, int timeout),
                (file, events, count, timeout))
EXPLORER_REFUSE(int, epoll_pwait,
                (int file, epoll_event* events, int count, int timeout, const sigset_t* mask),
                (file, events, count, timeout, mask))
EXPLORER_REFUSE(int, accept4,
                (int socket, sockaddr* __restrict address, socklen_t* __restrict length, int flags),
                (socket, address, length, flags))
EXPLORER_REFUSE(int, sigwait, (const sigset_t* __restrict set, int* __restrict signal),
                (set, signal))
EXPLORER_REFUSE(int, sigwaitinfo, (const sigset_t* __restrict set, siginfo_t* __restrict info),
                (set, info))
EXPLORER_REFUSE(int, sigtimedwait,
                (const sigset_t* __restrict set, siginfo_t* __restrict info,
                 const timespec* __restrict time),
                (set, info, time))
EXPLORER_REFUSE(int, sigsuspend, (const sigset_t* set), (set))

EXPLORER_REFUSE(FILE*, popen, (const char* command, const char* mode), (command, mode))
EXPLORER_REFUSE(int, posix_spawn,
                (pid_t* __restrict process, const char* __restrict path,
                 const posix_spawn_file_actions_t* __restrict actions,
                 const posix_spawnattr_t* __restrict attributes, char* const* __restrict arguments,
                 char* const* __restrict environment),
                (process, path, actions, attributes, arguments, environment))
EXPLORER_REFUSE(int, posix_spawnp,
                (pid_t* __restrict process, const char* __restrict path,
                 const posix_spawn_file_actions_t* __restrict actions,
                 const posix_spawnattr_t* __restrict attributes, char* const* __restrict arguments,
                 char* const* __restrict environment),
                (process, path, actions, attributes, arguments, environment))

EXPLORER_REFUSE(int, pthread_tryjoin_np, (pthread_t thread, void** result) noexcept,
                (thread, result))
EXPLORER_REFUSE(int, pthread_timedjoin_np, (pthread_t thread, void** result, const timespec* time),
                (thread, result, time))
EXPLORER_REFUSE(int, pthread_clockjoin_np,
                (pthread_t thread, void** result, clockid_t clock, const timespec* time),
                (thread, result, clock, time))

// The threads of C11: inside the C library they do not pass by any pthread_ function.
EXPLORER_REFUSE(int, thrd_create, (thrd_t * thread, thrd_start_t routine, void* argument),
                (thread, routine, argument))
EXPLORER_REFUSE(int, thrd_join, (thrd_t thread, int* result), (thread, result))
EXPLORER_REFUSE(int, mtx_lock, (mtx_t * mutex), (mutex))
EXPLORER_REFUSE(int, mtx_timedlock, (mtx_t* __restrict mutex, const timespec* __restrict deadline),
                (mutex, deadline))
EXPLORER_REFUSE(int, mtx_trylock, (mtx_t * mutex), (mutex))
EXPLORER_REFUSE(int, cnd_wait, (cnd_t * condvar, mtx_t* mutex), (condvar, mutex))
EXPLORER_REFUSE(int, cnd_timedwait,
                (cnd_t* __restrict condvar, mtx_t* __restrict mutex,
                 const timespec* __restrict deadline),
                (condvar, mutex, deadline))

}  // extern "C"
