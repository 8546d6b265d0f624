#include "interposition/uncontrolled/refusal.h"

#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <string>

#include "runtime/context/raw_syscall.h"
#include "runtime/execution.h"

namespace explorer {
namespace {

void strip(std::string_view& text, std::string_view beginning, std::string_view end) {
  if (text.starts_with(beginning)) text.remove_prefix(beginning.size());
  if (text.ends_with(end)) text.remove_suffix(end.size());
}

// What the program calls, for what its compiler or the C library's headers make of it.
std::string_view as_written(std::string_view call) {
  strip(call, "__isoc99_", "");
  strip(call, "__isoc23_", "");
  strip(call, "__", "_chk");
  strip(call, "", "64");
  return call;
}

// Of descriptors of these kinds only their program knows; others may be a terminal's.
bool has_two_ends(int descriptor) {
  constexpr mode_t kEventDescriptor = 0;  // The kernel gives them no type.
  struct stat status{};
  if (fstat(descriptor, &status) != 0) return false;
  const mode_t type = status.st_mode & S_IFMT;
  return type == S_IFIFO || type == S_IFSOCK || type == kEventDescriptor;
}

}  // namespace

void refuse(std::string_view call) {
  ControlledThread* self = current_user;
  if (self == nullptr) return;
  current_user = nullptr;
  std::string text = "calls ";
  call = as_written(call);
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

bool never_waits(int descriptor) {
  const long flags = raw_syscall(SYS_fcntl, descriptor, F_GETFL, 0, 0, 0, 0);
  return flags >= 0 && (flags & O_NONBLOCK) != 0;
}

void refuse_unless_ready(std::string_view call, int descriptor, short events) {
  if (current_user != nullptr && would_wait(descriptor, events)) refuse(call);
}

WithoutWaiting::WithoutWaiting(int descriptor) : descriptor_(descriptor) {
  if (current_user == nullptr || descriptor < 0 || !has_two_ends(descriptor)) return;
  const long flags = raw_syscall(SYS_fcntl, descriptor, F_GETFL, 0, 0, 0, 0);
  if (flags < 0 || (flags & O_NONBLOCK) != 0) return;
  flags_ = flags;
  raw_syscall(SYS_fcntl, descriptor, F_SETFL, flags | O_NONBLOCK, 0, 0, 0);
  errno = 0;
}

void WithoutWaiting::end() {
  if (flags_ >= 0) raw_syscall(SYS_fcntl, descriptor_, F_SETFL, flags_, 0, 0, 0);
  flags_ = -1;
}

bool WithoutWaiting::had_to_wait() {
  const bool had_to = flags_ >= 0 && errno == EAGAIN;
  end();
  return had_to;
}

}  // namespace explorer
