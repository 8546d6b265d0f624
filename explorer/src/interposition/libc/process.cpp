// Ways to end the process, or to leave it, from within a controlled thread.
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "runtime/execution.h"
#include "runtime/real.h"

namespace explorer {
namespace {

constinit Real<void()> real_abort{"abort"};
constinit Real<void(int)> real_exit{"exit"};
constinit Real<void(int)> real_fast_exit{"_exit"};
constinit Real<void(int)> real_quick_exit{"quick_exit"};
constinit Real<void(const char*, const char*, unsigned, const char*)> real_assert_fail{
    "__assert_fail"};

void exits(int status, const char* function) {
  ControlledThread* self = current_user;
  if (self == nullptr) return;
  current_user = nullptr;
  if (Execution::exit_ends_body) {
    if (status == 0) Execution::current->finish_body(*self);
    Execution::current->fail(*self, FindingKind::wrong_result,
                             "the program ends with status " + std::to_string(status));
  }
  Execution::current->fail(
      *self, FindingKind::crash,
      "calls " + std::string(function) + "(" + std::to_string(status) + ") in the middle");
}

}  // namespace
}  // namespace explorer

extern "C" {

void abort() noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self != nullptr) {
    explorer::current_user = nullptr;
    explorer::Execution::current->fail(*self, explorer::FindingKind::crash, "calls abort()");
  }
  explorer::real_abort();
  __builtin_unreachable();
}

void __assert_fail(const char* expression, const char* file, unsigned line,
                   const char* function) noexcept {
  explorer::ControlledThread* self = explorer::current_user;
  if (self != nullptr) {
    explorer::current_user = nullptr;
    std::string text = "assertion failed: ";
    text += expression;
    explorer::Execution::current->fail(*self, explorer::FindingKind::wrong_result, std::move(text));
  }
  explorer::real_assert_fail(expression, file, line, function);
  __builtin_unreachable();
}

void exit(int status) noexcept {
  explorer::exits(status, "exit");
  explorer::real_exit(status);
  __builtin_unreachable();
}

void _exit(int status) {
  explorer::exits(status, "_exit");
  explorer::real_fast_exit(status);
  __builtin_unreachable();
}

void _Exit(int status) noexcept {
  explorer::exits(status, "_Exit");
  explorer::real_fast_exit(status);
  __builtin_unreachable();
}

void quick_exit(int status) noexcept {
  explorer::exits(status, "quick_exit");
  explorer::real_quick_exit(status);
  __builtin_unreachable();
}

}  // extern "C"
