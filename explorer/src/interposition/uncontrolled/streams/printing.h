// What writing to C streams has in common.
#pragma once

#include <stdio.h>

#include <cstddef>

#include "interposition/uncontrolled/refusal.h"
#include "runtime/execution.h"

namespace explorer {

// Refuses if to print so many bytes more makes the stream empty its buffer into what is too full.
void before_printing(const char* call, FILE* stream, std::size_t bytes);

// Refuses if to empty the stream's buffer would mean to wait; without a stream: any stream's.
void before_emptying(const char* call, FILE* stream);

}  // namespace explorer

// Ours alone have these names: the headers give some of theirs inline bodies.
#define EXPLORER_PRINTING(type, name, parameters, arguments, before)   \
  type explorer_##name parameters asm(#name);                          \
  type explorer_##name parameters {                                    \
    static constinit explorer::Real<type parameters> real_call{#name}; \
    explorer::before;                                                  \
    return real_call arguments;                                        \
  }
