#include "runtime/crash_guard.h"

#include <cxxabi.h>
#include <signal.h>
#include <ucontext.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <string>
#include <typeinfo>
#include <vector>

#include "runtime/execution.h"

namespace explorer {
namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
constexpr std::size_t kSignalStackSize = std::size_t{64} * 1024;

const char* name_of(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV";
    case SIGBUS:
      return "SIGBUS";
    case SIGFPE:
      return "SIGFPE";
    case SIGILL:
      return "SIGILL";
    case SIGABRT:
      return "SIGABRT";
    default:
      return "SIGTRAP";
  }
}

std::uintptr_t stack_pointer_of(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return machine.sp;
#endif
}

std::string describe(int signal, const siginfo_t& info, const ControlledThread& self) {
  std::string text = name_of(signal);
  if (signal != SIGSEGV && signal != SIGBUS) return text;
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  const auto stack = reinterpret_cast<std::uintptr_t>(self.pooled->stack_begin);
  if (address < stack && stack - address <= kStackGuardSize) return "stack overflow";
  if (address < 4096) return text + ": access through a null pointer";
  return text + ": invalid memory access";
}

void on_signal(int signal, siginfo_t* info, void* context) {
  Execution* x = Execution::current;
  ControlledThread* self = current_user;
  if (self == nullptr && x != nullptr) self = x->thread_on_stack(stack_pointer_of(context));
  if (self == nullptr) {
    // Not controlled code: let it have its usual effect when the instruction is tried again.
    ::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  current_user = nullptr;
  x->fail(*self, FindingKind::crash, describe(signal, *info, *self));
}

std::string demangled(const char* mangled) {
  int status = 0;
  char* text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : mangled;
  std::free(text);
  return result;
}

std::string describe_termination() {
  const std::exception_ptr thrown = std::current_exception();
  if (!thrown) return "std::terminate was called";
  const std::type_info* type = abi::__cxa_current_exception_type();
  std::string text =
      "an exception left the thread: " + (type != nullptr ? demangled(type->name()) : "unknown");
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& exception) {
    text += ": ";
    text += exception.what();
  } catch (...) {
  }
  return text;
}

[[noreturn]] void on_terminate() {
  ControlledThread* self = current_user;
  if (self == nullptr) std::abort();
  current_user = nullptr;
  std::string text = describe_termination();
  Execution::current->fail(*self, FindingKind::crash, std::move(text));
}

}  // namespace

struct CrashGuard::Saved {
  std::array<struct sigaction, kSignals.size()> actions{};
  stack_t stack{};
  std::terminate_handler terminate = nullptr;
  std::vector<std::byte> memory = std::vector<std::byte>(kSignalStackSize);
};

CrashGuard::CrashGuard() : saved_(new Saved) {
  stack_t stack{};
  stack.ss_sp = saved_->memory.data();
  stack.ss_size = saved_->memory.size();
  sigaltstack(&stack, &saved_->stack);
  struct sigaction action{};
  action.sa_sigaction = &on_signal;
  // The handler never returns: the signal must not stay blocked.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &action, &saved_->actions[i]);
  }
  saved_->terminate = std::set_terminate(&on_terminate);
}

bool CrashGuard::catches(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == &on_signal;
}

CrashGuard::~CrashGuard() {
  std::set_terminate(saved_->terminate);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &saved_->actions[i], nullptr);
  }
  sigaltstack(&saved_->stack, nullptr);
  delete saved_;
}

}  // namespace explorer
