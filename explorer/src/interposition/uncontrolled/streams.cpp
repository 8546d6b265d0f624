// Reading from C streams: refused while neither the stream's buffer nor its file has anything.
//
// Only the first byte is asked for. Writing to them is in printing.cpp.
#include <stdio.h>
#include <sys/types.h>

#include <cstddef>

#include "interposition/uncontrolled/refusal.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

void refuse_unless_readable(const char* call, FILE* stream) {
  if (current_user == nullptr) return;
  // What the C library has read already; there is no function that tells.
  if (stream->_IO_read_ptr < stream->_IO_read_end) return;
  if (feof_unlocked(stream) != 0 || ferror_unlocked(stream) != 0) return;
  const int descriptor = fileno_unlocked(stream);
  if (descriptor >= 0) refuse_unless_ready(call, descriptor, POLLIN);
}

}  // namespace
}  // namespace explorer

// What the code under test calls may be the names that the headers' inline functions have inside.
#define EXPLORER_READING(type, name, parameters, arguments, stream)    \
  type explorer_##name parameters asm(#name);                          \
  type explorer_##name parameters {                                    \
    static constinit explorer::Real<type parameters> real_call{#name}; \
    explorer::refuse_unless_readable(#name, stream);                   \
    return real_call arguments;                                        \
  }

extern "C" {

EXPLORER_READING(int, fgetc, (FILE * stream), (stream), stream)
EXPLORER_READING(int, getc, (FILE * stream), (stream), stream)
EXPLORER_READING(int, getchar, (), (), stdin)
EXPLORER_READING(char*, fgets, (char* text, int size, FILE* stream), (text, size, stream), stream)
EXPLORER_READING(std::size_t, fread,
                 (void* block, std::size_t size, std::size_t count, FILE* stream),
                 (block, size, count, stream), stream)
EXPLORER_READING(ssize_t, getline, (char** line, std::size_t* size, FILE* stream),
                 (line, size, stream), stream)
EXPLORER_READING(ssize_t, getdelim, (char** line, std::size_t* size, int end, FILE* stream),
                 (line, size, end, stream), stream)
EXPLORER_READING(ssize_t, __getdelim, (char** line, std::size_t* size, int end, FILE* stream),
                 (line, size, end, stream), stream)

}  // extern "C"
