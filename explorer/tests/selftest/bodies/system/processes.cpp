// Ways to leave, end or signal the process: the exploring process survives them all.
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

template <void (*kDo)()>
void in_a_thread() {
  std::thread a(kDo);
  a.join();
}

const Registration terminated({"a_thread_that_raises_sigterm_crashes", FindingKind::crash,
                               in_a_thread<[] { std::raise(SIGTERM); }>});
const Registration aborted({"raising_sigabrt_crashes", FindingKind::crash,
                            [] { std::raise(SIGABRT); }});
const Registration killed({"killing_the_own_process_crashes", FindingKind::crash,
                           in_a_thread<[] { kill(getpid(), SIGKILL); }>});
const Registration stopped({"stopping_the_own_process_crashes", FindingKind::crash,
                            in_a_thread<[] { std::raise(SIGSTOP); }>});
const Registration self_killed({"a_deadly_signal_to_the_own_thread_crashes", FindingKind::crash,
                                [] { pthread_kill(pthread_self(), SIGUSR1); }});
const Registration harmless({"signals_without_effect_are_allowed", FindingKind::none, [] {
                               std::raise(SIGCHLD);
                               kill(getpid(), 0);
                               std::thread a([] { std::raise(SIGWINCH); });
                               a.join();
                             }});

const Registration handled({"running_a_signal_handler_is_unsupported", FindingKind::unsupported,
                            [] {
                              std::signal(SIGUSR2, [](int) {});
                              std::raise(SIGUSR2);
                            }});
const Registration sent({"a_signal_to_another_thread_is_unsupported", FindingKind::unsupported, [] {
                           std::thread a([] {});
                           pthread_kill(a.native_handle(), SIGUSR1);
                           a.join();
                         }});
const Registration cancelled({"cancelling_a_thread_is_unsupported", FindingKind::unsupported, [] {
                                std::thread a([] {});
                                pthread_cancel(a.native_handle());
                                a.join();
                              }});
const Registration alarmed({"an_alarm_is_unsupported", FindingKind::unsupported, [] { alarm(1); }});
const Registration waiting({"waiting_for_a_signal_is_unsupported", FindingKind::unsupported,
                            [] { pause(); }});

const Registration quick({"quick_exit_crashes", FindingKind::crash,
                          in_a_thread<[] { std::quick_exit(0); }>});
const Registration at_once({"exit_without_cleaning_up_crashes", FindingKind::crash,
                            in_a_thread<[] { _exit(0); }>});
const Registration aborting({"abort_in_a_thread_crashes", FindingKind::crash,
                             in_a_thread<[] { std::abort(); }>});
const Registration terminating({"terminate_crashes", FindingKind::crash,
                                in_a_thread<[] { std::terminate(); }>});

const Registration body_exits({"the_body_may_leave_by_pthread_exit", FindingKind::none, [] {
                                 std::thread([] {}).join();
                                 pthread_exit(nullptr);
                               }});
const Registration thread_exits({"a_standard_thread_may_leave_by_pthread_exit", FindingKind::none,
                                 [] {
                                   std::atomic<bool> went_on{false};
                                   std::thread a([&] {
                                     pthread_exit(nullptr);
                                     went_on = true;
                                   });
                                   a.join();
                                   if (went_on) explorer::fail("went on");
                                 }});

const Registration execl_({"execl_is_unsupported", FindingKind::unsupported,
                           [] { execl("/bin/true", "true", static_cast<char*>(nullptr)); }});
const Registration execlp_({"execlp_is_unsupported", FindingKind::unsupported,
                            [] { execlp("true", "true", static_cast<char*>(nullptr)); }});

char program[] = "true";
char* arguments[] = {program, nullptr};
char* no_environment[] = {nullptr};

const Registration execle_({"execle_is_unsupported", FindingKind::unsupported, [] {
                              execle("/bin/true", "true", static_cast<char*>(nullptr),
                                     no_environment);
                            }});
const Registration execv_({"execv_is_unsupported", FindingKind::unsupported,
                           [] { execv("/bin/true", arguments); }});
const Registration execvp_({"execvp_is_unsupported", FindingKind::unsupported,
                            [] { execvp("true", arguments); }});
const Registration execve_({"execve_is_unsupported", FindingKind::unsupported,
                            [] { execve("/bin/true", arguments, no_environment); }});
const Registration spawn({"posix_spawn_is_unsupported", FindingKind::unsupported, [] {
                            pid_t child = 0;
                            posix_spawn(&child, "/bin/true", nullptr, nullptr, arguments,
                                        no_environment);
                          }});
const Registration piped({"popen_is_unsupported", FindingKind::unsupported,
                          [] { (void)popen("true", "r"); }});
const Registration forked({"vfork_is_unsupported", FindingKind::unsupported, [] {
                             if (vfork() == 0) _exit(0);  // NOLINT(bugprone-unsafe-functions)
                           }});
const Registration waited({"waiting_for_children_is_unsupported", FindingKind::unsupported,
                           [] { wait(nullptr); }});
const Registration direct({"leaving_by_a_system_call_is_unsupported", FindingKind::unsupported,
                           [] { syscall(SYS_exit_group, 0); }});

const Registration identities({"threads_have_kernel_ids_of_their_own", FindingKind::none, [] {
                                 std::atomic<pid_t> other{0};
                                 std::thread a([&] { other = gettid(); });
                                 a.join();
                                 if (other == gettid()) explorer::fail("one id for two threads");
                                 if (syscall(SYS_gettid) != gettid()) {
                                   explorer::fail("two ids for one thread");
                                 }
                               }});

}  // namespace
