// Where in the author's code each step of a trace happened.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "report/evidence.h"
#include "report/symbols/symbols.h"

namespace explorer {

struct Place {
  SourceLocation where;
  // The library function that the author's code called there and the step happened in, e.g.
  // "std::counting_semaphore::acquire"; empty when the author's code did it itself.
  std::string library_call;
};

[[nodiscard]] Place place_of(Symbols& symbols, const ReturnAddresses& stack);
// Of the event at `position` of the trace.
[[nodiscard]] Place place_of(Symbols& symbols, const ExecutionRecord& record, std::size_t position);

// The places of a whole trace. Loops pass the same places thousands of times, so each distinct
// stack is looked up once.
class Places {
 public:
  Places(const ExecutionRecord& record, Symbols& symbols) : record_(record), symbols_(symbols) {}

  [[nodiscard]] const Place& at(std::size_t position);

 private:
  const ExecutionRecord& record_;
  Symbols& symbols_;
  std::map<ReturnAddresses, Place> known_;
};

// True for library functions of several steps inside (semaphores, futures, latches, atomic waits):
// a story tells them as one call. False where the step itself says all (mutexes, threads, ...).
[[nodiscard]] bool tells_as_one_call(const std::string& library_call);

// "counting_semaphore::acquire()" for "std::counting_semaphore::acquire"; the library's internal
// base classes lose their decoration: "std::__atomic_base::wait" is "atomic::wait()".
[[nodiscard]] std::string call_words(const std::string& library_call);

// "semaphore.h:31", or the function's name where there is no file.
[[nodiscard]] std::string short_place(const SourceLocation& where);

}  // namespace explorer
