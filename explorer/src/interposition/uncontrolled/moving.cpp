// Event descriptors, and calls that move bytes from one descriptor to another: done without
// waiting, and reported by name if they would have had to.
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstddef>

#include "interposition/uncontrolled/refusal.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

constinit Real<decltype(eventfd_read)> real_eventfd_read{"eventfd_read"};
constinit Real<decltype(eventfd_write)> real_eventfd_write{"eventfd_write"};
constinit Real<decltype(splice)> real_splice{"splice"};
constinit Real<decltype(tee)> real_tee{"tee"};
constinit Real<decltype(vmsplice)> real_vmsplice{"vmsplice"};
constinit Real<decltype(sendfile)> real_sendfile{"sendfile"};
constinit Real<decltype(preadv2)> real_preadv2{"preadv2"};
constinit Real<decltype(pwritev2)> real_pwritev2{"pwritev2"};

// Two descriptors where bytes are moved between them; else twice the same.
template <typename Call>
auto without_waiting(const char* name, int from, int to, Call call) {
  if (current_user == nullptr || never_waits(from) || never_waits(to)) return call();
  WithoutWaiting reading(from);
  WithoutWaiting writing(to);
  const auto result = call();
  if (result >= 0) return result;
  const bool read = reading.had_to_wait();
  const bool wrote = writing.had_to_wait();
  if (read || wrote) refuse(name);
  return result;
}

// Until it is all on its way, as the call itself does where it may wait.
ssize_t send_all(int to, int from, off_t* offset, std::size_t size) {
  ssize_t sent = 0;
  while (size > 0) {
    const ssize_t part = real_sendfile(to, from, offset, size);
    if (part <= 0) return part < 0 && (sent == 0 || errno == EAGAIN) ? part : sent;
    sent += part;
    size -= static_cast<std::size_t>(part);
  }
  return sent;
}

ssize_t controlled_sendfile(int to, int from, off_t* offset, std::size_t size) {
  if (current_user == nullptr) return real_sendfile(to, from, offset, size);
  return without_waiting("sendfile", from, to, [=] { return send_all(to, from, offset, size); });
}

std::size_t total(const iovec* parts, int count) {
  std::size_t bytes = 0;
  for (int i = 0; i < count; ++i) bytes += parts[i].iov_len;
  return bytes;
}

// At no place of its own such a call reads or writes wherever the descriptor is, so also in pipes.
constexpr off_t kNoPlace = -1;

ssize_t controlled_preadv2(int descriptor, const iovec* parts, int count, off_t place, int flags) {
  if (place == kNoPlace && (flags & RWF_NOWAIT) == 0) {
    refuse_unless_ready("preadv2", descriptor, POLLIN);
  }
  return real_preadv2(descriptor, parts, count, place, flags);
}

ssize_t controlled_pwritev2(int descriptor, const iovec* parts, int count, off_t place, int flags) {
  if (current_user != nullptr && place == kNoPlace && (flags & RWF_NOWAIT) == 0 &&
      lacks_room(descriptor, total(parts, count))) {
    refuse("pwritev2");
  }
  return real_pwritev2(descriptor, parts, count, place, flags);
}

}  // namespace
}  // namespace explorer

extern "C" {

int eventfd_read(int file, eventfd_t* value) {
  return explorer::without_waiting("eventfd_read", file, file,
                                   [=] { return explorer::real_eventfd_read(file, value); });
}

int eventfd_write(int file, eventfd_t value) {
  return explorer::without_waiting("eventfd_write", file, file,
                                   [=] { return explorer::real_eventfd_write(file, value); });
}

ssize_t splice(int from, off64_t* from_offset, int to, off64_t* to_offset, std::size_t size,
               unsigned flags) {
  const auto move = [=] {
    return explorer::real_splice(from, from_offset, to, to_offset, size, flags);
  };
  if ((flags & SPLICE_F_NONBLOCK) != 0) return move();
  return explorer::without_waiting("splice", from, to, move);
}

ssize_t tee(int from, int to, std::size_t size, unsigned flags) {
  const auto copy = [=] { return explorer::real_tee(from, to, size, flags); };
  if ((flags & SPLICE_F_NONBLOCK) != 0) return copy();
  return explorer::without_waiting("tee", from, to, copy);
}

// It does not ask whether the pipe is set not to block.
ssize_t vmsplice(int pipe, const iovec* parts, std::size_t count, unsigned flags) {
  if (explorer::current_user == nullptr || (flags & SPLICE_F_NONBLOCK) != 0) {
    return explorer::real_vmsplice(pipe, parts, count, flags);
  }
  const ssize_t given = explorer::real_vmsplice(pipe, parts, count, flags | SPLICE_F_NONBLOCK);
  if (given < 0 && errno == EAGAIN) explorer::refuse("vmsplice");
  return given;
}

ssize_t sendfile(int to, int from, off_t* offset, std::size_t size) noexcept {
  return explorer::controlled_sendfile(to, from, offset, size);
}

ssize_t sendfile64(int to, int from, off64_t* offset, std::size_t size) noexcept {
  return explorer::controlled_sendfile(to, from, offset, size);
}

ssize_t preadv2(int descriptor, const iovec* parts, int count, off_t place, int flags) {
  return explorer::controlled_preadv2(descriptor, parts, count, place, flags);
}

ssize_t preadv64v2(int descriptor, const iovec* parts, int count, off64_t place, int flags) {
  return explorer::controlled_preadv2(descriptor, parts, count, place, flags);
}

ssize_t pwritev2(int descriptor, const iovec* parts, int count, off_t place, int flags) {
  return explorer::controlled_pwritev2(descriptor, parts, count, place, flags);
}

ssize_t pwritev64v2(int descriptor, const iovec* parts, int count, off64_t place, int flags) {
  return explorer::controlled_pwritev2(descriptor, parts, count, place, flags);
}

}  // extern "C"
