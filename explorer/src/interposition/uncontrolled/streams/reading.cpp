// Reading from C streams: refused where it would have to wait, be it for the first byte or for one
// behind it. Writing to them is in printing.cpp.
#include <stdio.h>
#include <sys/types.h>
#include <wchar.h>

#include <cstdarg>
#include <cstddef>

#include "interposition/uncontrolled/refusal.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

// What the C library has read already; there is no function that tells.
bool has_read_on(const FILE* stream) { return stream->_IO_read_ptr < stream->_IO_read_end; }

// Whether the C library is going to ask the file at once.
bool asks(FILE* stream) {
  return !has_read_on(stream) && feof_unlocked(stream) == 0 && ferror_unlocked(stream) == 0;
}

template <typename Read>
auto read_byte(const char* call, FILE* stream, Read read) {
  if (current_user != nullptr && asks(stream)) {
    const int descriptor = fileno_unlocked(stream);
    if (descriptor >= 0) refuse_unless_ready(call, descriptor, POLLIN);
  }
  return read();
}

// How many bytes it takes nobody knows beforehand. All there is to know of wide characters that
// have been read already is in a part of the stream that no header tells of.
template <typename Read>
auto read_wide(const char* call, FILE* stream, Read read) {
  WithoutWaiting patience(current_user == nullptr ? -1 : fileno_unlocked(stream));
  const auto result = read();
  if (patience.had_to_wait()) refuse(call);
  return result;
}

template <typename Read>
auto read_on(const char* call, FILE* stream, Read read) {
  return read_byte(call, stream, [=] { return read_wide(call, stream, read); });
}

}  // namespace
}  // namespace explorer

// What the code under test calls may be the names that the headers' inline functions have inside.
#define EXPLORER_READING(how, type, name, parameters, arguments, stream)                \
  type explorer_##name parameters asm(#name);                                           \
  type explorer_##name parameters {                                                     \
    static constinit explorer::Real<type parameters> real_call{#name};                  \
    return explorer::how(#name, stream, [=]() -> type { return real_call arguments; }); \
  }

// Those that read with a format, and those that take a list.
#define EXPLORER_SCANNING(how, character, name, list_name, parameters, stream)                    \
  int explorer_##name parameters asm(#name);                                                      \
  int explorer_##name parameters {                                                                \
    static constinit explorer::Real<int(FILE*, const character*, va_list)> real_call{#list_name}; \
    va_list list;                                                                                 \
    va_start(list, format);                                                                       \
    FILE* const from = stream;                                                                    \
    const int count = explorer::how(                                                              \
        #name, from, [from, format, &list] { return real_call(from, format, list); });            \
    va_end(list);                                                                                 \
    return count;                                                                                 \
  }
#define EXPLORER_SCANNING_A_LIST(how, character, name, list_name, parameters, stream)             \
  int explorer_##name parameters asm(#name);                                                      \
  int explorer_##name parameters {                                                                \
    static constinit explorer::Real<int(FILE*, const character*, va_list)> real_call{#list_name}; \
    FILE* const from = stream;                                                                    \
    return explorer::how(#name, from,                                                             \
                         [from, format, &list] { return real_call(from, format, list); });        \
  }

#define EXPLORER_SCANNING_FAMILY(how, character, prefix, name)                             \
  EXPLORER_SCANNING(how, character, prefix##f##name, prefix##vf##name,                     \
                    (FILE * stream, const character* format, ...), stream)                 \
  EXPLORER_SCANNING(how, character, prefix##name, prefix##vf##name,                        \
                    (const character* format, ...), stdin)                                 \
  EXPLORER_SCANNING_A_LIST(how, character, prefix##vf##name, prefix##vf##name,             \
                           (FILE * stream, const character* format, va_list list), stream) \
  EXPLORER_SCANNING_A_LIST(how, character, prefix##v##name, prefix##vf##name,              \
                           (const character* format, va_list list), stdin)

extern "C" {

EXPLORER_READING(read_byte, int, fgetc, (FILE * stream), (stream), stream)
EXPLORER_READING(read_byte, int, getc, (FILE * stream), (stream), stream)
EXPLORER_READING(read_byte, int, getchar, (), (), stdin)
EXPLORER_READING(read_byte, int, fgetc_unlocked, (FILE * stream), (stream), stream)
EXPLORER_READING(read_byte, int, getc_unlocked, (FILE * stream), (stream), stream)
EXPLORER_READING(read_byte, int, getchar_unlocked, (), (), stdin)
// What the inline forms of those call, whose buffer is empty.
EXPLORER_READING(read_byte, int, __uflow, (FILE * stream), (stream), stream)
EXPLORER_READING(read_byte, int, __underflow, (FILE * stream), (stream), stream)
EXPLORER_READING(read_on, int, getw, (FILE * stream), (stream), stream)

EXPLORER_READING(read_on, char*, fgets, (char* text, int size, FILE* stream), (text, size, stream),
                 stream)
EXPLORER_READING(read_on, char*, fgets_unlocked, (char* text, int size, FILE* stream),
                 (text, size, stream), stream)
EXPLORER_READING(read_on, char*, __fgets_chk,
                 (char* text, std::size_t room, int size, FILE* stream), (text, room, size, stream),
                 stream)
EXPLORER_READING(read_on, char*, __fgets_unlocked_chk,
                 (char* text, std::size_t room, int size, FILE* stream), (text, room, size, stream),
                 stream)
EXPLORER_READING(read_on, std::size_t, fread,
                 (void* block, std::size_t size, std::size_t count, FILE* stream),
                 (block, size, count, stream), stream)
EXPLORER_READING(read_on, std::size_t, fread_unlocked,
                 (void* block, std::size_t size, std::size_t count, FILE* stream),
                 (block, size, count, stream), stream)
EXPLORER_READING(read_on, std::size_t, __fread_chk,
                 (void* block, std::size_t room, std::size_t size, std::size_t count, FILE* stream),
                 (block, room, size, count, stream), stream)
EXPLORER_READING(read_on, std::size_t, __fread_unlocked_chk,
                 (void* block, std::size_t room, std::size_t size, std::size_t count, FILE* stream),
                 (block, room, size, count, stream), stream)
EXPLORER_READING(read_on, ssize_t, getline, (char** line, std::size_t* size, FILE* stream),
                 (line, size, stream), stream)
EXPLORER_READING(read_on, ssize_t, getdelim,
                 (char** line, std::size_t* size, int end, FILE* stream), (line, size, end, stream),
                 stream)
EXPLORER_READING(read_on, ssize_t, __getdelim,
                 (char** line, std::size_t* size, int end, FILE* stream), (line, size, end, stream),
                 stream)

EXPLORER_READING(read_wide, wint_t, fgetwc, (FILE * stream), (stream), stream)
EXPLORER_READING(read_wide, wint_t, getwc, (FILE * stream), (stream), stream)
EXPLORER_READING(read_wide, wint_t, getwchar, (), (), stdin)
EXPLORER_READING(read_wide, wchar_t*, fgetws, (wchar_t * text, int size, FILE* stream),
                 (text, size, stream), stream)

EXPLORER_READING(read_wide, wint_t, fgetwc_unlocked, (FILE * stream), (stream), stream)
EXPLORER_READING(read_wide, wint_t, getwc_unlocked, (FILE * stream), (stream), stream)
EXPLORER_READING(read_wide, wint_t, getwchar_unlocked, (), (), stdin)
EXPLORER_READING(read_wide, wchar_t*, fgetws_unlocked, (wchar_t * text, int size, FILE* stream),
                 (text, size, stream), stream)

EXPLORER_SCANNING_FAMILY(read_on, char, , scanf)
EXPLORER_SCANNING_FAMILY(read_on, char, __isoc99_, scanf)
EXPLORER_SCANNING_FAMILY(read_on, char, __isoc23_, scanf)
EXPLORER_SCANNING_FAMILY(read_wide, wchar_t, , wscanf)
EXPLORER_SCANNING_FAMILY(read_wide, wchar_t, __isoc99_, wscanf)
EXPLORER_SCANNING_FAMILY(read_wide, wchar_t, __isoc23_, wscanf)

}  // extern "C"
