// Event descriptors, and bytes that go from one descriptor to another.
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <thread>

#include "explorer/controls.h"
#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

// Whoever is refused leaves its descriptors open, so in a process of its own.
void once(explorer::Options& options) {
  options.max_schedules = 1;
  options.isolation = explorer::Isolation::forked;
}
void some(explorer::Options& options) { options.max_schedules = 50; }

struct Pipe {
  explicit Pipe(int flags = 0) {
    if (pipe2(ends, flags) != 0) std::abort();
  }
  ~Pipe() {
    close(ends[0]);
    close(ends[1]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] int from() const { return ends[0]; }
  [[nodiscard]] int to() const { return ends[1]; }
  int ends[2] = {-1, -1};
};

class Event {
 public:
  explicit Event(int flags = 0) : file_(eventfd(0, flags)) {}
  ~Event() { close(file_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  [[nodiscard]] int file() const { return file_; }

 private:
  int file_;
};

const Registration signalled({"an_event_that_has_come_is_read", FindingKind::none,
                              [] {
                                const Event event;
                                std::thread other([&] { eventfd_write(event.file(), 2); });
                                other.join();
                                eventfd_t value = 0;
                                if (eventfd_read(event.file(), &value) != 0 || value != 2) {
                                  explorer::fail("it has come");
                                }
                              },
                              some});
const Registration unsignalled({"reading_an_event_to_come_is_unsupported", FindingKind::unsupported,
                                [] {
                                  const Event event;
                                  eventfd_t value = 0;
                                  eventfd_read(event.file(), &value);
                                },
                                once});
const Registration polite({"an_event_descriptor_that_never_waits_says_so", FindingKind::none,
                           [] {
                             const Event event(EFD_NONBLOCK);
                             eventfd_t value = 0;
                             if (eventfd_read(event.file(), &value) == 0 || errno != EAGAIN) {
                               explorer::fail("nothing has come");
                             }
                           },
                           once});
const Registration overflowing({"writing_more_events_than_there_can_be_is_unsupported",
                                FindingKind::unsupported,
                                [] {
                                  const Event event;
                                  eventfd_write(event.file(), 2);
                                  eventfd_write(event.file(),
                                                std::numeric_limits<eventfd_t>::max() - 1);
                                },
                                once});

const Registration awaited({"waiting_for_epoll_events_to_the_nanosecond_is_unsupported",
                            FindingKind::unsupported,
                            [] {
                              epoll_event event{};
                              epoll_pwait2(epoll_create1(0), &event, 1, nullptr, nullptr);
                            },
                            once});
const Registration looked({"looking_for_epoll_events_is_allowed", FindingKind::none,
                           [] {
                             epoll_event event{};
                             const int file = epoll_create1(EPOLL_CLOEXEC);
                             const timespec no_time{};
                             if (epoll_pwait2(file, &event, 1, &no_time, nullptr) != 0) {
                               explorer::fail("nothing is watched");
                             }
                             close(file);
                           },
                           once});

const Registration moved({"bytes_that_are_there_are_moved", FindingKind::none,
                          [] {
                            const Pipe from;
                            const Pipe to;
                            (void)!write(from.to(), "ab", 2);
                            if (tee(from.from(), to.to(), 2, 0) != 2) explorer::fail("no copy");
                            if (splice(from.from(), nullptr, to.to(), nullptr, 9, 0) != 2) {
                              explorer::fail("not moved");
                            }
                            std::array<char, 8> bytes{};
                            if (read(to.from(), bytes.data(), bytes.size()) != 4) {
                              explorer::fail("not twice two");
                            }
                          },
                          once});
const Registration spliced({"splicing_from_an_empty_pipe_is_unsupported", FindingKind::unsupported,
                            [] {
                              const Pipe from;
                              const Pipe to;
                              splice(from.from(), nullptr, to.to(), nullptr, 9, 0);
                            },
                            once});
const Registration teed({"copying_from_an_empty_pipe_is_unsupported", FindingKind::unsupported,
                         [] {
                           const Pipe from;
                           const Pipe to;
                           tee(from.from(), to.to(), 9, 0);
                         },
                         once});
const Registration refused({"a_splice_that_may_not_wait_says_so", FindingKind::none,
                            [] {
                              const Pipe from;
                              const Pipe to;
                              if (splice(from.from(), nullptr, to.to(), nullptr, 9,
                                         SPLICE_F_NONBLOCK) != -1 ||
                                  errno != EAGAIN) {
                                explorer::fail("nothing is there");
                              }
                              const Pipe never(O_NONBLOCK);
                              if (tee(never.from(), to.to(), 9, 0) != -1 || errno != EAGAIN) {
                                explorer::fail("nothing is there");
                              }
                            },
                            once});

std::array<char, 4096> page{};

const Registration given({"giving_pages_to_a_full_pipe_is_unsupported", FindingKind::unsupported,
                          [] {
                            const Pipe pipe;
                            const iovec part{page.data(), page.size()};
                            for (;;) vmsplice(pipe.to(), &part, 1, 0);
                          },
                          once});

// A file without a name, of a page.
class File {
 public:
  File() : file_(open("/tmp", O_TMPFILE | O_RDWR, 0600)) {
    if (write(file_, page.data(), page.size()) < 0) std::abort();
  }
  ~File() { close(file_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] ssize_t send_to(int descriptor) const {
    off_t begin = 0;
    return sendfile(descriptor, file_, &begin, 2 * page.size());
  }

 private:
  int file_;
};

const Registration sent({"a_file_is_sent_as_far_as_it_goes", FindingKind::none,
                         [] {
                           const File file;
                           const Pipe pipe;
                           if (file.send_to(pipe.to()) != 4096) explorer::fail("not all of it");
                         },
                         once});
const Registration unsent({"sending_a_file_to_a_full_pipe_is_unsupported", FindingKind::unsupported,
                           [] {
                             const File file;
                             const Pipe pipe;
                             while (file.send_to(pipe.to()) > 0) {
                             }
                           },
                           once});

const Registration placeless({"reading_parts_from_an_empty_pipe_is_unsupported",
                              FindingKind::unsupported,
                              [] {
                                const Pipe pipe;
                                const iovec part{page.data(), page.size()};
                                (void)!preadv2(pipe.from(), &part, 1, -1, 0);
                              },
                              once});
const Registration by_number({"a_system_call_that_would_wait_is_unsupported",
                              FindingKind::unsupported,
                              [] {
                                const Pipe pipe;
                                char byte = 0;
                                syscall(SYS_read, pipe.from(), &byte, 1);
                              },
                              once});
const Registration by_number_ready({"a_system_call_that_need_not_wait_is_made", FindingKind::none,
                                    [] {
                                      const Pipe pipe;
                                      char byte = 0;
                                      syscall(SYS_write, pipe.to(), "x", 1);
                                      syscall(SYS_read, pipe.from(), &byte, 1);
                                      if (byte != 'x') explorer::fail("another byte");
                                    },
                                    once});

const Registration many({"receiving_more_messages_than_were_sent_is_unsupported",
                         FindingKind::unsupported,
                         [] {
                           int ends[2];
                           if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) std::abort();
                           send(ends[0], "x", 1, 0);
                           iovec parts[2]{{page.data(), 1}, {page.data() + 1, 1}};
                           mmsghdr messages[2]{};
                           for (int i = 0; i < 2; ++i) {
                             messages[i].msg_hdr.msg_iov = &parts[i];
                             messages[i].msg_hdr.msg_iovlen = 1;
                           }
                           if (recvmmsg(ends[1], messages, 1, 0, nullptr) != 1) {
                             explorer::fail("it was sent");
                           }
                           send(ends[0], "y", 1, 0);
                           recvmmsg(ends[1], messages, 2, 0, nullptr);
                         },
                         once});

}  // namespace
