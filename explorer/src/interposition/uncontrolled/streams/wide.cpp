// Writing wide characters. How many bytes they take is known when they are converted: it is done
// without waiting, and reported if that would not do.
#include <stdio.h>
#include <stdio_ext.h>
#include <unistd.h>
#include <wchar.h>

#include <cstdarg>

#include "interposition/uncontrolled/refusal.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

template <typename Write>
auto write_wide(const char* call, FILE* stream, Write write) {
  const int descriptor = current_user == nullptr ? -1 : fileno_unlocked(stream);
  // What is printed others read: what does not fit at once does so when they have made room.
  if (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO) {
    if (lacks_room(descriptor, 1)) refuse(call);
    return write();
  }
  WithoutWaiting patience(descriptor);
  const auto result = write();
  if (patience.had_to_wait()) {
    __fpurge(stream);  // Or the C library would wait at the end of the process, to empty it.
    refuse(call);
  }
  return result;
}

}  // namespace
}  // namespace explorer

#define EXPLORER_WRITING_WIDE(type, name, parameters, arguments, stream)             \
  type explorer_##name parameters asm(#name);                                        \
  type explorer_##name parameters {                                                  \
    static constinit explorer::Real<type parameters> real_call{#name};               \
    return explorer::write_wide(#name, stream, [=] { return real_call arguments; }); \
  }

// Those that write with a format, and those that take a list; without a check, vfwprintf.
#define EXPLORER_FORMATTING_WIDE(name, parameters, check, stream)                \
  int explorer_##name parameters asm(#name);                                     \
  int explorer_##name parameters {                                               \
    va_list list;                                                                \
    va_start(list, format);                                                      \
    FILE* const to = stream;                                                     \
    const int size = explorer::write_wide(                                       \
        #name, to, [&] { return real_vfwprintf_chk(to, check, format, list); }); \
    va_end(list);                                                                \
    return size;                                                                 \
  }
#define EXPLORER_FORMATTING_A_LIST_WIDE(name, parameters, check, stream)                      \
  int explorer_##name parameters asm(#name);                                                  \
  int explorer_##name parameters {                                                            \
    FILE* const to = stream;                                                                  \
    return explorer::write_wide(#name, to,                                                    \
                                [&] { return real_vfwprintf_chk(to, check, format, list); }); \
  }

namespace {
constinit explorer::Real<int(FILE*, int check, const wchar_t*, va_list)> real_vfwprintf_chk{
    "__vfwprintf_chk"};
}  // namespace

extern "C" {

EXPLORER_WRITING_WIDE(wint_t, fputwc, (wchar_t character, FILE* stream), (character, stream),
                      stream)
EXPLORER_WRITING_WIDE(wint_t, putwc, (wchar_t character, FILE* stream), (character, stream), stream)
EXPLORER_WRITING_WIDE(wint_t, putwchar, (wchar_t character), (character), stdout)
EXPLORER_WRITING_WIDE(int, fputws, (const wchar_t* text, FILE* stream), (text, stream), stream)
EXPLORER_WRITING_WIDE(wint_t, fputwc_unlocked, (wchar_t character, FILE* stream),
                      (character, stream), stream)
EXPLORER_WRITING_WIDE(wint_t, putwc_unlocked, (wchar_t character, FILE* stream),
                      (character, stream), stream)
EXPLORER_WRITING_WIDE(wint_t, putwchar_unlocked, (wchar_t character), (character), stdout)
EXPLORER_WRITING_WIDE(int, fputws_unlocked, (const wchar_t* text, FILE* stream), (text, stream),
                      stream)

EXPLORER_FORMATTING_WIDE(wprintf, (const wchar_t* format, ...), 0, stdout)
EXPLORER_FORMATTING_WIDE(fwprintf, (FILE * stream, const wchar_t* format, ...), 0, stream)
EXPLORER_FORMATTING_WIDE(__wprintf_chk, (int check, const wchar_t* format, ...), check, stdout)
EXPLORER_FORMATTING_WIDE(__fwprintf_chk, (FILE * stream, int check, const wchar_t* format, ...),
                         check, stream)
EXPLORER_FORMATTING_A_LIST_WIDE(vwprintf, (const wchar_t* format, va_list list), 0, stdout)
EXPLORER_FORMATTING_A_LIST_WIDE(vfwprintf, (FILE * stream, const wchar_t* format, va_list list), 0,
                                stream)
EXPLORER_FORMATTING_A_LIST_WIDE(__vwprintf_chk, (int check, const wchar_t* format, va_list list),
                                check, stdout)
EXPLORER_FORMATTING_A_LIST_WIDE(__vfwprintf_chk,
                                (FILE * stream, int check, const wchar_t* format, va_list list),
                                check, stream)

}  // extern "C"
