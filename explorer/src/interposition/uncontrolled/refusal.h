// Calls by controlled threads that the explorer cannot control.
#pragma once

#include <fcntl.h>
#include <poll.h>

#include <cstddef>
#include <string_view>

#include "runtime/real.h"

namespace explorer {

// Ends the execution as unsupported if the caller is controlled; `call` without parentheses.
void refuse(std::string_view call);

// Whether a call on this descriptor that needs `events` (POLLIN, POLLOUT) would not have to wait.
[[nodiscard]] bool is_ready(int descriptor, short events);

// Whether a call has to wait that the descriptor is not ready for: it is not set not to block.
[[nodiscard]] bool would_wait(int descriptor, short events);

// Refuses unless the descriptor is ready or set not to block.
void refuse_unless_ready(std::string_view call, int descriptor, short events);

// Whether to write so many bytes would mean to wait. Not so where the program prints to.
[[nodiscard]] bool lacks_room(int descriptor, std::size_t bytes);

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
