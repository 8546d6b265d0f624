// Other processes: a controlled thread may not start any, nor become another program.
//
// A child would hold a copy of every controlled thread's state and none of the threads.
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdlib>
#include <vector>

#include "interposition/uncontrolled/refusal.h"

namespace explorer {
namespace {

constinit Real<decltype(fork)> real_fork{"fork"};
constinit Real<decltype(execv)> real_execv{"execv"};
constinit Real<decltype(execvp)> real_execvp{"execvp"};
constinit Real<decltype(execve)> real_execve{"execve"};
constinit Real<decltype(waitpid)> real_waitpid{"waitpid"};

// The arguments of execl() and its kin, with the null pointer that ends them.
std::vector<char*> collected(const char* first, va_list rest) {
  std::vector<char*> arguments{const_cast<char*>(first)};
  while (arguments.back() != nullptr) arguments.push_back(va_arg(rest, char*));
  return arguments;
}

}  // namespace
}  // namespace explorer

extern "C" {

pid_t fork() noexcept {
  explorer::refuse("fork");
  return explorer::real_fork();
}

// As fork(): the real one could not return twice through this function.
pid_t vfork() noexcept {
  explorer::refuse("vfork");
  return explorer::real_fork();
}

int execl(const char* path, const char* argument, ...) noexcept {
  explorer::refuse("execl");
  va_list rest;
  va_start(rest, argument);
  const std::vector<char*> arguments = explorer::collected(argument, rest);
  va_end(rest);
  return explorer::real_execv(path, arguments.data());
}

int execlp(const char* file, const char* argument, ...) noexcept {
  explorer::refuse("execlp");
  va_list rest;
  va_start(rest, argument);
  const std::vector<char*> arguments = explorer::collected(argument, rest);
  va_end(rest);
  return explorer::real_execvp(file, arguments.data());
}

int execle(const char* path, const char* argument, ...) noexcept {
  explorer::refuse("execle");
  va_list rest;
  va_start(rest, argument);
  const std::vector<char*> arguments = explorer::collected(argument, rest);
  char* const* environment = va_arg(rest, char* const*);
  va_end(rest);
  return explorer::real_execve(path, arguments.data(), environment);
}

EXPLORER_REFUSE(int, execv, (const char* path, char* const arguments[]) noexcept, (path, arguments))
EXPLORER_REFUSE(int, execvp, (const char* file, char* const arguments[]) noexcept,
                (file, arguments))
EXPLORER_REFUSE(int, execve,
                (const char* path, char* const arguments[], char* const environment[]) noexcept,
                (path, arguments, environment))
EXPLORER_REFUSE(int, execvpe,
                (const char* file, char* const arguments[], char* const environment[]) noexcept,
                (file, arguments, environment))
EXPLORER_REFUSE(int, fexecve,
                (int file, char* const arguments[], char* const environment[]) noexcept,
                (file, arguments, environment))
EXPLORER_REFUSE(int, system, (const char* command), (command))
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

pid_t waitpid(pid_t process, int* status, int options) {
  if ((options & WNOHANG) == 0) explorer::refuse("waitpid");
  return explorer::real_waitpid(process, status, options);
}

EXPLORER_REFUSE(pid_t, wait, (int* status), (status))
EXPLORER_REFUSE(pid_t, wait3, (int* status, int options, rusage* usage) noexcept,
                (status, options, usage))
EXPLORER_REFUSE(pid_t, wait4, (pid_t process, int* status, int options, rusage* usage) noexcept,
                (process, status, options, usage))
EXPLORER_REFUSE(int, waitid, (idtype_t type, id_t id, siginfo_t* info, int options),
                (type, id, info, options))

}  // extern "C"
