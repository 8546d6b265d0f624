// Calls by controlled threads that the explorer cannot control.
#pragma once

#include <fcntl.h>
#include <poll.h>

#include <cstddef>
#include <string_view>

#include "runtime/real.h"

namespace explorer {

// Ends the execution as unsupported if the caller is controlled. `call`: without parentheses; a
// name that headers put in the place of the program's own ("__read_chk") is told as what it stands
// for.
void refuse(std::string_view call);

// Whether a call on this descriptor that needs `events` (POLLIN, POLLOUT) would not have to wait.
[[nodiscard]] bool is_ready(int descriptor, short events);

// Whether a call has to wait that the descriptor is not ready for: it is not set not to block.
[[nodiscard]] bool would_wait(int descriptor, short events);

// Whether it is set not to block.
[[nodiscard]] bool never_waits(int descriptor);

// Refuses unless the descriptor is ready or set not to block.
void refuse_unless_ready(std::string_view call, int descriptor, short events);

// Whether to write so many bytes would mean to wait. Not so where the program prints to.
[[nodiscard]] bool lacks_room(int descriptor, std::size_t bytes);

// While it lives, what a controlled thread does to a pipe, socket or event descriptor fails with
// EAGAIN where it would have to wait. For calls of which cannot be told beforehand how much they
// ask for. Whoever else has the descriptor open is not to use it meanwhile.
class WithoutWaiting {
 public:
  // Does nothing to descriptors of other kinds, to those that never wait, and for uncontrolled
  // callers.
  explicit WithoutWaiting(int descriptor);
  ~WithoutWaiting() { end(); }
  WithoutWaiting(const WithoutWaiting&) = delete;
  WithoutWaiting& operator=(const WithoutWaiting&) = delete;

  // Whether a call since has left errno at EAGAIN for having had to wait. The descriptor is itself
  // again.
  [[nodiscard]] bool had_to_wait();

 private:
  void end();

  int descriptor_;
  long flags_ = -1;  // The descriptor's own, if they have been changed.
};

}  // namespace explorer

// A function that controlled threads may not call and everybody else gets as it is.
#define EXPLORER_REFUSE(type, name, parameters, arguments)             \
  type name parameters {                                               \
    static constinit explorer::Real<type parameters> real_call{#name}; \
    explorer::refuse(#name);                                           \
    return real_call arguments;                                        \
  }

// The same, if it would have to wait for its descriptor.
#define EXPLORER_REFUSE_UNLESS_READY(type, name, parameters, arguments, descriptor, events) \
  type name parameters {                                                                    \
    static constinit explorer::Real<type parameters> real_call{#name};                      \
    explorer::refuse_unless_ready(#name, descriptor, events);                               \
    return real_call arguments;                                                             \
  }
