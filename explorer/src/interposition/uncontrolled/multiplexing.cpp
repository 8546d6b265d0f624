// poll(), select() and epoll: they return what is ready now, sleep in virtual time where they watch
// nothing, and are reported by name where they would have to wait.
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "interposition/call_site.h"
#include "interposition/deadline.h"
#include "interposition/libc/sleeping.h"
#include "interposition/uncontrolled/refusal.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

constinit Real<decltype(poll)> real_poll{"poll"};
constinit Real<decltype(ppoll)> real_ppoll{"ppoll"};
constinit Real<decltype(select)> real_select{"select"};
constinit Real<decltype(pselect)> real_pselect{"pselect"};
constinit Real<decltype(epoll_wait)> real_epoll_wait{"epoll_wait"};
constinit Real<decltype(epoll_pwait)> real_epoll_pwait{"epoll_pwait"};
constinit Real<int(int, epoll_event*, int, const timespec*, const sigset_t*)> real_epoll_pwait2{
    "epoll_pwait2"};

using Timeout = std::optional<std::int64_t>;  // Nanoseconds; none: for ever.

constexpr std::int64_t kMillisecond = 1'000'000;

Timeout timeout_of(int milliseconds) {
  return milliseconds < 0 ? Timeout() : Timeout(milliseconds * kMillisecond);
}
Timeout timeout_of(const timespec* time) {
  return time == nullptr ? Timeout() : Timeout(nanoseconds(*time));
}
Timeout timeout_of(const timeval* time) {
  constexpr std::int64_t kMicrosecond = 1'000;
  if (time == nullptr) return std::nullopt;
  return time->tv_sec * kNanosecondsPerSecond + time->tv_usec * kMicrosecond;
}

// `look` asks without waiting; `watches`: whether there is anything to ask.
template <typename Look>
int wait_for(ControlledThread& self, const char* call, const Timeout& timeout, bool watches,
             std::uintptr_t site, Look look) {
  if (!watches && timeout) {
    if (*timeout > 0) controlled_sleep(self, *timeout, site);
    return 0;
  }
  const int ready = look();
  if (ready == 0 && timeout != Timeout(0)) refuse(call);
  return ready;
}

int look_at(int count, fd_set* readers, fd_set* writers, fd_set* exceptional) {
  timeval no_time{};
  return real_select(count, readers, writers, exceptional, &no_time);
}

}  // namespace
}  // namespace explorer

extern "C" {

int poll(pollfd* requests, nfds_t count, int timeout) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_poll(requests, count, timeout);
  return explorer::wait_for(*self, "poll", explorer::timeout_of(timeout), count > 0,
                            explorer::call_site(),
                            [=] { return explorer::real_poll(requests, count, 0); });
}

int ppoll(pollfd* requests, nfds_t count, const timespec* time, const sigset_t* mask) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_ppoll(requests, count, time, mask);
  return explorer::wait_for(*self, "ppoll", explorer::timeout_of(time), count > 0,
                            explorer::call_site(),
                            [=] { return explorer::real_poll(requests, count, 0); });
}

int select(int count, fd_set* __restrict readers, fd_set* __restrict writers,
           fd_set* __restrict exceptional, timeval* __restrict time) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_select(count, readers, writers, exceptional, time);
  return explorer::wait_for(
      *self, "select", explorer::timeout_of(time), count > 0, explorer::call_site(),
      [=] { return explorer::look_at(count, readers, writers, exceptional); });
}

int pselect(int count, fd_set* __restrict readers, fd_set* __restrict writers,
            fd_set* __restrict exceptional, const timespec* __restrict time,
            const sigset_t* __restrict mask) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) {
    return explorer::real_pselect(count, readers, writers, exceptional, time, mask);
  }
  return explorer::wait_for(
      *self, "pselect", explorer::timeout_of(time), count > 0, explorer::call_site(),
      [=] { return explorer::look_at(count, readers, writers, exceptional); });
}

int epoll_wait(int file, epoll_event* events, int count, int timeout) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_epoll_wait(file, events, count, timeout);
  return explorer::wait_for(*self, "epoll_wait", explorer::timeout_of(timeout), true,
                            explorer::call_site(),
                            [=] { return explorer::real_epoll_wait(file, events, count, 0); });
}

int epoll_pwait(int file, epoll_event* events, int count, int timeout, const sigset_t* mask) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_epoll_pwait(file, events, count, timeout, mask);
  return explorer::wait_for(*self, "epoll_pwait", explorer::timeout_of(timeout), true,
                            explorer::call_site(),
                            [=] { return explorer::real_epoll_wait(file, events, count, 0); });
}

int epoll_pwait2(int file, epoll_event* events, int count, const timespec* time,
                 const sigset_t* mask) {
  explorer::ControlledThread* self = explorer::current_user;
  if (self == nullptr) return explorer::real_epoll_pwait2(file, events, count, time, mask);
  return explorer::wait_for(*self, "epoll_pwait2", explorer::timeout_of(time), true,
                            explorer::call_site(),
                            [=] { return explorer::real_epoll_wait(file, events, count, 0); });
}

// What headers make of poll() where they know how many requests there is room for.
int __poll_chk(pollfd* requests, nfds_t count, int timeout, std::size_t) {
  return poll(requests, count, timeout);
}
int __ppoll_chk(pollfd* requests, nfds_t count, const timespec* time, const sigset_t* mask,
                std::size_t) {
  return ppoll(requests, count, time, mask);
}

}  // extern "C"
