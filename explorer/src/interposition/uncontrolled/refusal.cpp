#include "interposition/uncontrolled/refusal.h"

#include <sys/syscall.h>

#include <string>

#include "runtime/context/raw_syscall.h"
#include "runtime/execution.h"

namespace explorer {

void refuse(std::string_view call) {
  ControlledThread* self = current_user;
  if (self == nullptr) return;
  current_user = nullptr;
  std::string text = "calls ";
  text += call;
  text += call.ends_with(')') ? ", which is not controlled" : "(), which is not controlled";
  Execution::current->fail(*self, FindingKind::unsupported, std::move(text));
}

bool is_ready(int descriptor, short events) {
  // Not through the C library: its own poll() is the program's to call.
  pollfd request{descriptor, events, 0};
  timespec no_time{};
  return raw_syscall(SYS_ppoll, reinterpret_cast<long>(&request), 1,
                     reinterpret_cast<long>(&no_time), 0, 0, 0) != 0;
}

bool would_wait(int descriptor, short events) {
  const long flags = raw_syscall(SYS_fcntl, descriptor, F_GETFL, 0, 0, 0, 0);
  // A wrong descriptor is the real call's to report.
  return flags >= 0 && (flags & O_NONBLOCK) == 0 && !is_ready(descriptor, events);
}

void refuse_unless_ready(std::string_view call, int descriptor, short events) {
  if (current_user != nullptr && would_wait(descriptor, events)) refuse(call);
}

}  // namespace explorer
