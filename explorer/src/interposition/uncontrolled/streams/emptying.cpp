// Whatever else makes a C stream write down what is in its buffer, and locks on streams.
#include "interposition/uncontrolled/streams/printing.h"

extern "C" {

EXPLORER_PRINTING(int, fflush, (FILE * stream), (stream), before_emptying("fflush", stream))
EXPLORER_PRINTING(int, fflush_unlocked, (FILE * stream), (stream),
                  before_emptying("fflush_unlocked", stream))
EXPLORER_PRINTING(int, fclose, (FILE * stream), (stream), before_emptying("fclose", stream))
EXPLORER_PRINTING(int, fcloseall, (), (), before_emptying("fcloseall", nullptr))
EXPLORER_PRINTING(int, fseek, (FILE * stream, long offset, int whence), (stream, offset, whence),
                  before_emptying("fseek", stream))
EXPLORER_PRINTING(int, fseeko, (FILE * stream, off_t offset, int whence), (stream, offset, whence),
                  before_emptying("fseeko", stream))
EXPLORER_PRINTING(int, fseeko64, (FILE * stream, off64_t offset, int whence),
                  (stream, offset, whence), before_emptying("fseeko", stream))
EXPLORER_PRINTING(void, rewind, (FILE * stream), (stream), before_emptying("rewind", stream))
EXPLORER_PRINTING(int, fsetpos, (FILE * stream, const fpos_t* position), (stream, position),
                  before_emptying("fsetpos", stream))
EXPLORER_PRINTING(int, fsetpos64, (FILE * stream, const fpos64_t* position), (stream, position),
                  before_emptying("fsetpos", stream))
EXPLORER_PRINTING(int, setvbuf, (FILE * stream, char* buffer, int mode, std::size_t size),
                  (stream, buffer, mode, size), before_emptying("setvbuf", stream))

// A thread that has such a lock may be switched away from, and others wait within the C library.
EXPLORER_PRINTING(void, flockfile, (FILE * stream), (stream), refuse("flockfile"))
EXPLORER_PRINTING(int, ftrylockfile, (FILE * stream), (stream), refuse("ftrylockfile"))

}  // extern "C"
