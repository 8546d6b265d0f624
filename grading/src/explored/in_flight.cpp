#include "grading/src/explored/in_flight.h"

#include <exception>
#include <string>
#include <typeinfo>

#include "grading/src/explored/schedule.h"
#include "grading/src/harness/exceptions.h"

namespace grading {
namespace {

struct Thrown {
  void* object = nullptr;
  const std::type_info* type = nullptr;
};
thread_local Thrown thrown_last;

// As a handler for std::exception would be found.
const std::exception* as_standard(const Thrown& thrown) {
  void* object = thrown.object;
  if (!typeid(std::exception).__do_catch(thrown.type, &object, 1)) return nullptr;
  return static_cast<const std::exception*>(object);
}

}  // namespace

void fail_with_exception_in_flight(std::string_view what) {
  std::string message(what);
  const Thrown thrown = thrown_last;
  if (thrown.type == nullptr)
    schedule::fail(message + " threw an exception", Finding::wrong_result);
  const std::exception* standard = as_standard(thrown);
  const std::string text = standard == nullptr ? "" : standard->what();
  if (harness::is_not_implemented(text)) {
    schedule::fail("not implemented", Finding::not_implemented);
  }
  message += " threw " + harness::readable_name(*thrown.type) + (text.empty() ? "" : ": ") + text;
  schedule::fail(message, Finding::wrong_result);
}

}  // namespace grading

extern "C" {

// The linker puts the first before the second (--wrap).
[[noreturn]] void __wrap___cxa_throw(void* object, std::type_info* type, void (*destroy)(void*));
[[noreturn]] void __real___cxa_throw(void* object, std::type_info* type, void (*destroy)(void*));

void __wrap___cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
  grading::thrown_last = {object, type};
  __real___cxa_throw(object, type, destroy);
}

}  // extern "C"
