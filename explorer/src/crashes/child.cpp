#include "crashes/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <system_error>

#include "crashes/interposed/durable_call.h"

namespace explorer::crashes {
namespace {

constexpr std::size_t kKeptOutput = 4096;
constexpr std::chrono::milliseconds kLongestPoll{60'000};

constinit Blackboard* own_board = nullptr;  // In a child; null in every other process.

[[noreturn]] void system_failure(const char* call) {
  throw std::system_error(errno, std::generic_category(), call);
}

// A file without a name, deleted with its last descriptor.
class OutputFile {
 public:
  OutputFile() : file_(memfd_create("child output", MFD_CLOEXEC)) {
    if (file_ < 0) {
      system_failure("memfd_create");
    }
  }
  ~OutputFile() { close(file_); }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  int descriptor() const { return file_; }

  std::string tail() const {
    const off_t size = lseek(file_, 0, SEEK_END);
    const off_t begin = size > off_t{kKeptOutput} ? size - off_t{kKeptOutput} : 0;
    std::string text(static_cast<std::size_t>(size - begin), '\0');
    const ssize_t length = pread(file_, text.data(), text.size(), begin);
    text.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
    return text;
  }

 private:
  int file_;
};

[[noreturn]] void end_failed(std::string_view message) {
  own_board->failed = true;
  Blackboard::copy(own_board->message, message);
  std::fflush(nullptr);
  _exit(1);
}

[[noreturn]] void be_child(const std::function<void()>& function, const std::string& directory,
                           Blackboard& board, bool count_calls, int output) {
  own_board = &board;
  setpgid(0, 0);
  skip_syncing();
  struct stat status{};
  fstat(output, &status);
  board.output_device = status.st_dev;
  board.output_file = status.st_ino;
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  if (chdir(directory.c_str()) != 0) {
    end_failed("cannot enter the working directory: " + std::string(std::strerror(errno)));
  }
  if (count_calls) {
    arm(board);
  }
  try {
    function();
  } catch (const std::exception& exception) {
    end_failed(std::string("threw: ") + exception.what());
  } catch (...) {
    end_failed("threw something that is no std::exception");
  }
  board.finished = true;
  std::fflush(nullptr);
  _exit(0);
}

bool has_ended(pid_t child) {
  siginfo_t ended{};
  return waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == child;
}

// Waits until the child has ended; false when `limit` passes first.
bool ends_within(pid_t child, std::chrono::milliseconds limit) {
  // Kernels and sandboxes without such handles make us look once a millisecond.
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  pollfd waiting{handle, POLLIN, 0};
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!has_ended(child)) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) {
      break;
    }
    poll(&waiting, 1, handle < 0 ? 1 : static_cast<int>(std::min(left, kLongestPoll).count()));
  }
  if (handle >= 0) {
    close(handle);
  }
  return has_ended(child);
}

std::string signal_name(int number) {
  const char* abbreviation = sigabbrev_np(number);
  return abbreviation != nullptr ? std::string("SIG") + abbreviation
                                 : "signal " + std::to_string(number);
}

ChildResult judged(int status, bool in_time, const Blackboard& board,
                   std::chrono::milliseconds limit) {
  if (!in_time) {
    return {
        ChildEnd::took_too_long, "did not end within " + std::to_string(limit.count()) + " ms", {}};
  }
  if (board.failed) {
    return {ChildEnd::failed, board.message, {}};
  }
  if (WIFSIGNALED(status)) {
    if (board.reached && WTERMSIG(status) == SIGKILL) {
      return {ChildEnd::killed_at_call, {}, {}};
    }
    return {ChildEnd::signalled, "died of " + signal_name(WTERMSIG(status)), {}};
  }
  if (!board.finished) {
    return {ChildEnd::exited,
            "exited with status " + std::to_string(WEXITSTATUS(status)) + " instead of returning",
            {}};
  }
  return {};
}

}  // namespace

ChildResult run_child(const std::function<void()>& function, const std::string& directory,
                      Blackboard& board, bool count_calls, std::chrono::milliseconds limit) {
  const OutputFile output;
  std::fflush(nullptr);  // Or the child would write the parent's pending output a second time.
  const pid_t child = fork();
  if (child < 0) {
    system_failure("fork");
  }
  if (child == 0) {
    be_child(function, directory, board, count_calls, output.descriptor());
  }
  setpgid(child, child);  // In both, whoever comes first.
  const bool in_time = ends_within(child, limit);
  kill(-child, SIGKILL);  // Whatever the child started, and the child itself when it is late.
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  ChildResult result = judged(status, in_time, board, limit);
  result.output = output.tail();
  return result;
}

void fail_child(std::string_view message) {
  if (own_board != nullptr) {
    end_failed(message.empty() ? "failed" : "failed: " + std::string(message));
  }
}

}  // namespace explorer::crashes
