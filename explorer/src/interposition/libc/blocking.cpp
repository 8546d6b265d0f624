// Calls that may block in the kernel or leave the process: the carrier of all controlled threads
// would stand still, so they are reported by name unless they return at once.
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "interposition/call_site.h"
#include "runtime/execution.h"
#include "runtime/real.h"

namespace explorer {
namespace {

constinit Real<decltype(read)> real_read{"read"};
constinit Real<decltype(recv)> real_recv{"recv"};
constinit Real<decltype(recvfrom)> real_recvfrom{"recvfrom"};
constinit Real<decltype(recvmsg)> real_recvmsg{"recvmsg"};
constinit Real<int(int, sockaddr*, socklen_t*)> real_accept{"accept"};
constinit Real<int(int, const sockaddr*, socklen_t)> real_connect{"connect"};
constinit Real<decltype(poll)> real_poll{"poll"};
constinit Real<decltype(select)> real_select{"select"};
constinit Real<decltype(waitpid)> real_waitpid{"waitpid"};
constinit Real<decltype(wait)> real_wait{"wait"};
constinit Real<decltype(pause)> real_pause{"pause"};
constinit Real<decltype(flock)> real_flock{"flock"};
constinit Real<decltype(fork)> real_fork{"fork"};
constinit Real<decltype(execve)> real_execve{"execve"};
constinit Real<decltype(system)> real_system{"system"};
constinit Real<decltype(pthread_cancel)> real_cancel{"pthread_cancel"};
constinit Real<decltype(pthread_kill)> real_kill{"pthread_kill"};

// Ends the execution if the caller is controlled.
void refuse(const char* call) {
  ControlledThread* self = current_user;
  if (self == nullptr) return;
  current_user = nullptr;
  std::string text = "calls ";
  text += call;
  text += "(), which is not controlled";
  Execution::current->fail(*self, FindingKind::unsupported, std::move(text));
}

// Ends the execution if the caller is controlled and the descriptor has nothing to offer yet.
void refuse_unless_ready(const char* call, int descriptor) {
  if (current_user == nullptr) return;
  if ((fcntl(descriptor, F_GETFL) & O_NONBLOCK) != 0) return;
  pollfd request{descriptor, POLLIN, 0};
  if (real_poll(&request, nfds_t{1}, 0) != 0) return;
  refuse(call);
}

}  // namespace
}  // namespace explorer

extern "C" {

ssize_t read(int descriptor, void* buffer, size_t size) {
  explorer::refuse_unless_ready("read", descriptor);
  return explorer::real_read(descriptor, buffer, size);
}

ssize_t recv(int socket, void* buffer, size_t size, int flags) {
  explorer::refuse_unless_ready("recv", socket);
  return explorer::real_recv(socket, buffer, size, flags);
}

ssize_t recvfrom(int socket, void* __restrict buffer, size_t size, int flags,
                 sockaddr* __restrict address, socklen_t* __restrict length) {
  explorer::refuse_unless_ready("recvfrom", socket);
  return explorer::real_recvfrom(socket, buffer, size, flags, address, length);
}

ssize_t recvmsg(int socket, msghdr* message, int flags) {
  explorer::refuse_unless_ready("recvmsg", socket);
  return explorer::real_recvmsg(socket, message, flags);
}

int accept(int socket, sockaddr* __restrict address, socklen_t* __restrict length) {
  explorer::refuse_unless_ready("accept", socket);
  return explorer::real_accept(socket, address, length);
}

int connect(int socket, const sockaddr* address, socklen_t length) {
  explorer::refuse("connect");
  return explorer::real_connect(socket, address, length);
}

int poll(pollfd* requests, nfds_t count, int timeout) {
  if (explorer::current_user != nullptr && timeout != 0) {
    const int ready = explorer::real_poll(requests, count, 0);
    if (ready != 0) return ready;
    explorer::refuse("poll");
  }
  return explorer::real_poll(requests, count, timeout);
}

int select(int count, fd_set* __restrict readers, fd_set* __restrict writers,
           fd_set* __restrict exceptional, timeval* __restrict timeout) {
  explorer::refuse("select");
  return explorer::real_select(count, readers, writers, exceptional, timeout);
}

pid_t waitpid(pid_t process, int* status, int options) {
  if ((options & WNOHANG) == 0) explorer::refuse("waitpid");
  return explorer::real_waitpid(process, status, options);
}

pid_t wait(int* status) {
  explorer::refuse("wait");
  return explorer::real_wait(status);
}

int pause() {
  explorer::refuse("pause");
  return explorer::real_pause();
}

int flock(int descriptor, int operation) noexcept {
  if ((operation & LOCK_NB) == 0) explorer::refuse("flock");
  return explorer::real_flock(descriptor, operation);
}

pid_t fork() noexcept {
  explorer::refuse("fork");
  return explorer::real_fork();
}

int execve(const char* path, char* const arguments[], char* const environment[]) noexcept {
  explorer::refuse("execve");
  return explorer::real_execve(path, arguments, environment);
}

int system(const char* command) {
  explorer::refuse("system");
  return explorer::real_system(command);
}

int pthread_cancel(pthread_t thread) {
  explorer::refuse("pthread_cancel");
  return explorer::real_cancel(thread);
}

int pthread_kill(pthread_t thread, int signal) noexcept {
  explorer::refuse("pthread_kill");
  return explorer::real_kill(thread, signal);
}

}  // extern "C"
