// Writing to C streams: refused where the stream would empty its buffer into a pipe or socket that
// is too full for it.
//
// The C library writes past its own write(), so what it is going to write is worked out beforehand.
#include "interposition/uncontrolled/streams/printing.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdio_ext.h>

#include <cstdarg>
#include <cstddef>
#include <cstring>

namespace explorer {
namespace {

// Without a `check`, vfprintf and vdprintf.
constinit Real<int(FILE*, int check, const char*, va_list)> real_vfprintf_chk{"__vfprintf_chk"};
constinit Real<int(int, int check, const char*, va_list)> real_vdprintf_chk{"__vdprintf_chk"};

// Bits of a stream's flags that no header names.
constexpr int kUnbuffered = 0x2;
constexpr int kLineBuffered = 0x200;

std::size_t waiting_in(const FILE* stream) {
  if (stream->_IO_write_ptr <= stream->_IO_write_base) return 0;
  return static_cast<std::size_t>(stream->_IO_write_ptr - stream->_IO_write_base);
}

// A stream that has not been written to has no buffer yet; it will have one of this size at least.
constexpr std::size_t kLeastBuffer = 4096;

bool is_kept(const FILE* stream, std::size_t bytes) {
  if ((stream->_flags & (kUnbuffered | kLineBuffered)) != 0) return false;
  const std::size_t size =
      stream->_IO_buf_base == nullptr
          ? kLeastBuffer
          : static_cast<std::size_t>(stream->_IO_buf_end - stream->_IO_buf_base);
  return waiting_in(stream) + bytes < size;
}

void refuse_to_empty(const char* call, FILE* stream, std::size_t bytes) {
  const int descriptor = fileno_unlocked(stream);
  const std::size_t all = waiting_in(stream) + bytes;
  if (descriptor < 0 || all == 0 || !lacks_room(descriptor, all)) return;
  __fpurge(stream);  // Or the C library would wait at the end of the process, to empty it.
  refuse(call);
}

// By no header's name: where the C library's list of its streams begins.
FILE* all_streams() {
  const auto* list = static_cast<FILE* const*>(dlsym(RTLD_DEFAULT, "_IO_list_all"));
  return list == nullptr ? nullptr : *list;
}

std::size_t size_of(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int size = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  return size > 0 ? static_cast<std::size_t>(size) : 0;
}

int print(const char* call, int check, FILE* stream, const char* format, va_list arguments) {
  if (current_user != nullptr) before_printing(call, stream, size_of(format, arguments));
  return real_vfprintf_chk(stream, check, format, arguments);
}

// Without a stream: at once, all of it.
int print(const char* call, int check, int descriptor, const char* format, va_list arguments) {
  if (current_user != nullptr && lacks_room(descriptor, size_of(format, arguments))) refuse(call);
  return real_vdprintf_chk(descriptor, check, format, arguments);
}

}  // namespace

void before_printing(const char* call, FILE* stream, std::size_t bytes) {
  if (current_user == nullptr || stream == nullptr || is_kept(stream, bytes)) return;
  refuse_to_empty(call, stream, bytes);
}

void before_emptying(const char* call, FILE* stream) {
  if (current_user == nullptr) return;
  if (stream != nullptr) return refuse_to_empty(call, stream, 0);
  for (FILE* each = all_streams(); each != nullptr; each = each->_chain) {
    refuse_to_empty(call, each, 0);
  }
}

}  // namespace explorer

extern "C" {

EXPLORER_PRINTING(int, fputc, (int byte, FILE* stream), (byte, stream),
                  before_printing("fputc", stream, 1))
EXPLORER_PRINTING(int, putc, (int byte, FILE* stream), (byte, stream),
                  before_printing("putc", stream, 1))
EXPLORER_PRINTING(int, fputs, (const char* text, FILE* stream), (text, stream),
                  before_printing("fputs", stream, std::strlen(text)))
EXPLORER_PRINTING(std::size_t, fwrite,
                  (const void* block, std::size_t size, std::size_t count, FILE* stream),
                  (block, size, count, stream), before_printing("fwrite", stream, size* count))
EXPLORER_PRINTING(int, putchar, (int byte), (byte), before_printing("putchar", stdout, 1))
EXPLORER_PRINTING(int, puts, (const char* text), (text),
                  before_printing("puts", stdout, std::strlen(text) + 1))
EXPLORER_PRINTING(int, fputc_unlocked, (int byte, FILE* stream), (byte, stream),
                  before_printing("fputc_unlocked", stream, 1))
EXPLORER_PRINTING(int, putc_unlocked, (int byte, FILE* stream), (byte, stream),
                  before_printing("putc_unlocked", stream, 1))
EXPLORER_PRINTING(int, putchar_unlocked, (int byte), (byte),
                  before_printing("putchar_unlocked", stdout, 1))
EXPLORER_PRINTING(int, putw, (int word, FILE* stream), (word, stream),
                  before_printing("putw", stream, sizeof word))
EXPLORER_PRINTING(int, fputs_unlocked, (const char* text, FILE* stream), (text, stream),
                  before_printing("fputs_unlocked", stream, std::strlen(text)))
EXPLORER_PRINTING(std::size_t, fwrite_unlocked,
                  (const void* block, std::size_t size, std::size_t count, FILE* stream),
                  (block, size, count, stream),
                  before_printing("fwrite_unlocked", stream, size* count))
// The words for an error are short.
EXPLORER_PRINTING(void, perror, (const char* text), (text), before_printing("perror", stderr, 1))
// What the inline forms call, whose buffer is full.
EXPLORER_PRINTING(int, __overflow, (FILE * stream, int byte), (stream, byte),
                  before_printing("putc_unlocked", stream, 1))

}  // extern "C"

// Those that print with a format. With a check they are what programs call instead that have been
// compiled with _FORTIFY_SOURCE.
#define EXPLORER_FORMATTING(name, parameters, check, stream)              \
  int explorer_##name parameters asm(#name);                              \
  int explorer_##name parameters {                                        \
    va_list list;                                                         \
    va_start(list, format);                                               \
    const int size = explorer::print(#name, check, stream, format, list); \
    va_end(list);                                                         \
    return size;                                                          \
  }
#define EXPLORER_FORMATTING_A_LIST(name, parameters, check, stream) \
  int explorer_##name parameters asm(#name);                        \
  int explorer_##name parameters { return explorer::print(#name, check, stream, format, list); }

extern "C" {

EXPLORER_FORMATTING(printf, (const char* format, ...), 0, stdout)
EXPLORER_FORMATTING(fprintf, (FILE * stream, const char* format, ...), 0, stream)
EXPLORER_FORMATTING(__printf_chk, (int check, const char* format, ...), check, stdout)
EXPLORER_FORMATTING(__fprintf_chk, (FILE * stream, int check, const char* format, ...), check,
                    stream)
EXPLORER_FORMATTING_A_LIST(vprintf, (const char* format, va_list list), 0, stdout)
EXPLORER_FORMATTING_A_LIST(vfprintf, (FILE * stream, const char* format, va_list list), 0, stream)
EXPLORER_FORMATTING_A_LIST(__vprintf_chk, (int check, const char* format, va_list list), check,
                           stdout)
EXPLORER_FORMATTING_A_LIST(__vfprintf_chk,
                           (FILE * stream, int check, const char* format, va_list list), check,
                           stream)

EXPLORER_FORMATTING(dprintf, (int descriptor, const char* format, ...), 0, descriptor)
EXPLORER_FORMATTING(__dprintf_chk, (int descriptor, int check, const char* format, ...), check,
                    descriptor)
EXPLORER_FORMATTING_A_LIST(vdprintf, (int descriptor, const char* format, va_list list), 0,
                           descriptor)
EXPLORER_FORMATTING_A_LIST(__vdprintf_chk,
                           (int descriptor, int check, const char* format, va_list list), check,
                           descriptor)

}  // extern "C"
