// Pipes, sockets and files: what returns at once is allowed, what would have to wait is reported.
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using namespace std::chrono_literals;
using explorer::FindingKind;
using selftest::Registration;

// Both ends are closed when an execution ends well; others are few.
struct Pipe {
  Pipe() {
    if (pipe(ends) != 0) std::abort();
  }
  ~Pipe() {
    close(ends[0]);
    close(ends[1]);
  }
  [[nodiscard]] int from() const { return ends[0]; }
  [[nodiscard]] int to() const { return ends[1]; }
  int ends[2] = {-1, -1};
};

struct Connection {
  Connection() {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) std::abort();
  }
  ~Connection() {
    close(ends[0]);
    close(ends[1]);
  }
  int ends[2] = {-1, -1};
};

void once(explorer::Options& options) { options.max_schedules = 1; }
void some(explorer::Options& options) { options.max_schedules = 50; }

constexpr std::size_t kFarTooMuch = std::size_t{1} << 21;
char much[kFarTooMuch];

const Registration passed_on({"bytes_go_through_pipes_and_sockets", FindingKind::none,
                              [] {
                                const Pipe pipe;
                                const Connection connection;
                                char byte = 0;
                                std::thread a([&] {
                                  (void)!write(pipe.to(), "x", 1);
                                  send(connection.ends[0], "y", 1, 0);
                                });
                                a.join();
                                if (read(pipe.from(), &byte, 1) != 1 || byte != 'x') {
                                  explorer::fail("the pipe lost it");
                                }
                                if (recv(connection.ends[1], &byte, 1, 0) != 1 || byte != 'y') {
                                  explorer::fail("the socket lost it");
                                }
                              },
                              some});

const Registration full({"writing_more_than_a_pipe_takes_is_unsupported", FindingKind::unsupported,
                         [] {
                           const Pipe pipe;
                           (void)!write(pipe.to(), much, sizeof much);
                         },
                         once});
const Registration filled({"writing_to_a_full_pipe_is_unsupported", FindingKind::unsupported,
                           [] {
                             const Pipe pipe;
                             for (;;) (void)!write(pipe.to(), much, 4096);
                           },
                           once});
const Registration polite({"a_descriptor_that_never_blocks_may_be_full", FindingKind::none,
                           [] {
                             const Pipe pipe;
                             fcntl(pipe.to(), F_SETFL, O_NONBLOCK);
                             while (write(pipe.to(), much, 4096) > 0) {
                             }
                           },
                           once});
const Registration unread({"sending_to_a_full_socket_is_unsupported", FindingKind::unsupported,
                           [] {
                             const Connection connection;
                             for (;;) send(connection.ends[0], much, 4096, 0);
                           },
                           once});
const Registration unsent({"receiving_what_nobody_sent_is_unsupported", FindingKind::unsupported,
                           [] {
                             const Connection connection;
                             char byte = 0;
                             recv(connection.ends[0], &byte, 1, 0);
                           },
                           once});
const Registration asked({"asking_a_socket_without_waiting_is_allowed", FindingKind::none,
                          [] {
                            const Connection connection;
                            char byte = 0;
                            if (recv(connection.ends[0], &byte, 1, MSG_DONTWAIT) == 1) {
                              explorer::fail("nobody sent that");
                            }
                          },
                          once});

const Registration stream({"a_stream_on_an_empty_pipe_is_unsupported", FindingKind::unsupported,
                           [] {
                             const Pipe pipe;
                             std::FILE* file = fdopen(pipe.from(), "r");
                             (void)std::fgetc(file);
                           },
                           once});
const Registration buffered({"what_a_stream_has_read_already_is_there", FindingKind::none,
                             [] {
                               const Pipe pipe;
                               (void)!write(pipe.to(), "ab\n", 3);
                               std::FILE* file = fdopen(dup(pipe.from()), "r");
                               std::array<char, 8> line{};
                               if (std::fgetc(file) != 'a') explorer::fail("not the first");
                               if (std::fgets(line.data(), line.size(), file) == nullptr) {
                                 explorer::fail("no line");
                               }
                               std::fclose(file);
                             },
                             once});

const Registration waits_for_one({"polling_with_a_timeout_is_unsupported", FindingKind::unsupported,
                                  [] {
                                    const Pipe pipe;
                                    pollfd request{pipe.from(), POLLIN, 0};
                                    poll(&request, 1, 10'000);
                                  },
                                  once});
const Registration selects({"selecting_with_a_timeout_is_unsupported", FindingKind::unsupported,
                            [] {
                              const Pipe pipe;
                              fd_set readers;
                              FD_ZERO(&readers);
                              FD_SET(pipe.from(), &readers);
                              timeval time{10, 0};
                              select(pipe.from() + 1, &readers, nullptr, nullptr, &time);
                            },
                            once});
const Registration epolls({"waiting_for_epoll_events_is_unsupported", FindingKind::unsupported,
                           [] {
                             epoll_event event{};
                             epoll_wait(epoll_create1(0), &event, 1, 10'000);
                           },
                           once});
const Registration looks({"looking_for_what_is_ready_is_allowed", FindingKind::none,
                          [] {
                            const Pipe pipe;
                            pollfd request{pipe.from(), POLLIN, 0};
                            if (poll(&request, 1, 0) != 0) explorer::fail("nothing is there");
                            (void)!write(pipe.to(), "x", 1);
                            if (poll(&request, 1, 10'000) != 1) explorer::fail("it is there");
                          },
                          once});
const Registration sleeps({"polling_nothing_sleeps_in_virtual_time", FindingKind::none,
                           [] {
                             const auto begin = std::chrono::steady_clock::now();
                             poll(nullptr, 0, 3'600'000);
                             timeval hour{3600, 0};
                             select(0, nullptr, nullptr, nullptr, &hour);
                             if (std::chrono::steady_clock::now() - begin < 2h) {
                               explorer::fail("woke too early");
                             }
                           },
                           some});

// Two open files of one name, which exclude each other.
struct LockedFile {
  LockedFile() {
    char name[] = "/tmp/explorer-lock-XXXXXX";
    mine = mkstemp(name);
    yours = open(name, O_RDWR);
    unlink(name);
    if (flock(yours, LOCK_EX) != 0) std::abort();
  }
  ~LockedFile() {
    close(mine);
    close(yours);
  }
  int mine = -1;
  int yours = -1;
};

const Registration locked({"waiting_for_a_file_lock_is_unsupported", FindingKind::unsupported,
                           [] {
                             const LockedFile file;
                             flock(file.mine, LOCK_EX);
                           },
                           once});
const Registration unlocked({"a_free_file_lock_may_be_taken", FindingKind::none,
                             [] {
                               const LockedFile file;
                               flock(file.yours, LOCK_UN);
                               if (flock(file.mine, LOCK_EX) != 0) explorer::fail("it was free");
                             },
                             once});

}  // namespace
