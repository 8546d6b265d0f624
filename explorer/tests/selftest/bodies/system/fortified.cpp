// What headers make of calls where the C library is to check sizes, as some distributions have it.
#if defined(__OPTIMIZE__)  // Else it is not to be had.
#undef _FORTIFY_SOURCE
#define _FORTIFY_SOURCE 2
#endif
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "scenario.h"

namespace {

using explorer::FindingKind;
using selftest::Registration;

// Whoever is refused leaves its descriptors open, so in a process of its own.
void once(explorer::Options& options) {
  options.max_schedules = 1;
  options.isolation = explorer::Isolation::forked;
}

volatile int four = 4;  // What the compiler cannot know, the C library has to check.

std::array<int, 2> new_pipe() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) std::abort();
  return ends;
}

const Registration reads({"a_checked_read_is_unsupported", FindingKind::unsupported,
                          [] {
                            char bytes[8];
                            (void)!read(new_pipe()[0], bytes, static_cast<std::size_t>(four));
                          },
                          once});
const Registration receives({"checked_receiving_is_unsupported", FindingKind::unsupported,
                             [] {
                               std::array<int, 2> ends{};
                               socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data());
                               char bytes[8];
                               (void)!recv(ends[0], bytes, static_cast<std::size_t>(four), 0);
                             },
                             once});
const Registration polls({"checked_polling_is_unsupported", FindingKind::unsupported,
                          [] {
                            pollfd requests[4]{{new_pipe()[0], POLLIN, 0}};
                            poll(requests, static_cast<nfds_t>(four), -1);
                          },
                          once});
const Registration lines({"a_checked_line_is_unsupported", FindingKind::unsupported,
                          [] {
                            char line[8];
                            (void)!std::fgets(line, four, fdopen(new_pipe()[0], "r"));
                          },
                          once});
const Registration blocks({"a_checked_block_is_unsupported", FindingKind::unsupported,
                           [] {
                             char block[8];
                             (void)!std::fread(block, 1, static_cast<std::size_t>(four),
                                               fdopen(new_pipe()[0], "r"));
                           },
                           once});
const Registration prints({"checked_printing_is_unsupported", FindingKind::unsupported,
                           [] {
                             const int to = new_pipe()[1];
                             for (;;) dprintf(to, "%4000d", four);
                           },
                           once});
const Registration opens({"checked_opening_is_unsupported", FindingKind::unsupported,
                          [] {
                            std::string folder = "/tmp/explorer-open-XXXXXX";
                            if (mkdtemp(folder.data()) == nullptr) std::abort();
                            const std::string path = folder + "/pipe";
                            if (mkfifo(path.c_str(), 0600) != 0) std::abort();
                            const int place = open(path.c_str(), O_PATH);
                            unlink(path.c_str());
                            rmdir(folder.c_str());
                            const std::string again = "/proc/self/fd/" + std::to_string(place);
                            close(open(again.c_str(), four - 4));
                          },
                          once});

}  // namespace
