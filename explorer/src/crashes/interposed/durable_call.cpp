#include "crashes/interposed/durable_call.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unwind.h>

#include <cerrno>
#include <cstdio>
#include <string_view>

#include "crashes/interposed/real_call.h"

namespace explorer::crashes {
namespace {

constinit std::atomic<Blackboard*> armed{nullptr};

constinit std::atomic<bool> syncing_skipped{false};

// A controlled thread may not kill, but this is not its doing.
constinit RealCall<int(pid_t, int)> real_kill{"kill"};

bool is_durable(int file, const Blackboard& board) {
  struct stat status{};
  if (fstat(file, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) {
    return false;
  }
  return status.st_dev != board.output_device || status.st_ino != board.output_file;
}

_Unwind_Reason_Code keep_frame(_Unwind_Context* context, void* data) {
  Blackboard& board = *static_cast<Blackboard*>(data);
  if (board.depth == Blackboard::kMaxFrames) {
    return _URC_END_OF_STACK;
  }
  board.stack[board.depth++] = _Unwind_GetIP(context);
  return _URC_NO_REASON;
}

void keep_file_path(Blackboard& board, int file) {
  char link[32];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, board.path, sizeof board.path - 1);
  board.path[length > 0 ? length : 0] = '\0';
}

[[noreturn]] void die() {
  while (true) {
    real_kill(getpid(), SIGKILL);
  }
}

}  // namespace

void arm(Blackboard& board) { armed.store(&board); }

void skip_syncing() { syncing_skipped.store(true); }

bool skips_syncing() { return syncing_skipped.load(std::memory_order_relaxed); }

DurableCall::DurableCall(const char* name, int file, std::size_t bytes) {
  if (armed.load(std::memory_order_relaxed) != nullptr) {
    const int error = errno;
    if (is_durable(file, *armed.load())) {
      begin(name, file, nullptr, bytes);
    }
    errno = error;
  }
}

DurableCall::DurableCall(const char* name, const char* path) {
  if (armed.load(std::memory_order_relaxed) != nullptr) {
    const int error = errno;
    begin(name, -1, path, 0);
    errno = error;
  }
}

DurableCall::~DurableCall() {
  if (fatal_) {
    armed.load()->reached = true;
    die();
  }
}

void DurableCall::begin(const char* name, int file, const char* path, std::size_t bytes) {
  Blackboard& board = *armed.load();
  if (board.calls.fetch_add(1) + 1 != board.fatal_call) {
    return;
  }
  Blackboard::copy(board.name, name);
  if (path != nullptr) {
    Blackboard::copy(board.path, path);
  } else {
    keep_file_path(board, file);
  }
  board.bytes = bytes;
  _Unwind_Backtrace(&keep_frame, &board);
  if (!board.die_after) {
    board.reached = true;
    die();
  }
  fatal_ = true;
}

}  // namespace explorer::crashes
