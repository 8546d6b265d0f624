#include "grading/src/durable/child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>

#include "grading/durable.h"
#include "grading/expect.h"
#include "grading/src/harness/exceptions.h"
#include "grading/src/raw_syscall.h"
#include "grading/time.h"

namespace grading {
namespace durable {
namespace {

using namespace std::chrono_literals;

constexpr auto kLongestLife = 10s;

[[noreturn]] void system_failure(const char* call) {
  throw std::system_error(errno, std::generic_category(), call);
}

void note_failure(Board& board, const std::string& message) {
  board.failed = true;
  Board::copy(board.message, sizeof board.message, message);
}

// What the running behaviour's first failed expectation says.
std::string first_failure() {
  const auto& result = *::testing::UnitTest::GetInstance()->current_test_info()->result();
  for (int i = 0; i < result.total_part_count(); ++i) {
    if (result.GetTestPartResult(i).failed()) return result.GetTestPartResult(i).message();
  }
  return "an expectation failed";
}

[[noreturn]] void be_child(CallRef<void()> function, const std::string& directory, Board& board) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // What it prints would be printed by every one of a hundred lives.
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  if (!directory.empty() && chdir(directory.c_str()) != 0) {
    note_failure(board, "cannot enter the working directory");
  }
  if (!board.failed) run_noting(function, board);
  // Not even _exit(): a sanitizer would have its say.
  for (;;) raw_syscall(SYS_exit_group, 0);
}

// Awake all the time, so that nobody takes this process for one that hangs.
bool ends_in_time(pid_t child, int& status) {
  const Stopwatch watch;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (watch.elapsed() > kLongestLife) return false;
    let_pass(200us);
  }
  return true;
}

}  // namespace

bool run_noting(CallRef<void()> function, Board& board) {
  try {
    function();
    if (!failed()) return true;
    const std::string message = first_failure();
    board.not_implemented = harness::is_not_implemented(message);
    note_failure(board, message);
  } catch (...) {
    const harness::Escaped escaped = harness::describe_current_exception();
    board.not_implemented = escaped.not_implemented;
    note_failure(board, escaped.text.empty() ? escaped.type : "an exception: " + escaped.text);
  }
  return false;
}

void Board::copy(char* target, std::size_t size, const std::string& text) {
  target[text.copy(target, size - 1)] = '\0';
}

SharedBoard::SharedBoard() {
  void* memory =
      mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) system_failure("mmap");
  board_ = new (memory) Board;
}

SharedBoard::~SharedBoard() { munmap(board_, sizeof(Board)); }

Ending run_child(CallRef<void()> function, const std::string& directory, Board& board) {
  std::fflush(nullptr);  // Or the child would write the parent's pending output a second time.
  const pid_t child = fork();
  if (child < 0) system_failure("fork");
  if (child == 0) be_child(function, directory, board);
  int status = 0;
  if (!ends_in_time(child, status)) {
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return {End::broke, "did not end within ten seconds"};
  }
  if (board.failed) return {End::failed, board.message};
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return {End::died, {}};
  if (WIFSIGNALED(status)) {
    return {End::broke, std::string("crashed: ") + strsignal(WTERMSIG(status))};
  }
  if (WEXITSTATUS(status) != 0) {
    return {End::broke, "exited with status " + std::to_string(WEXITSTATUS(status))};
  }
  return {};
}

}  // namespace durable

void die() {
  for (;;) kill(getpid(), SIGKILL);
}

void in_dying_process(CallRef<void()> life) {
  const durable::SharedBoard board;
  const durable::Ending ending = durable::run_child(life, {}, *board);
  if (board->not_implemented) {
    harness::fail_as_not_implemented();
  } else if (ending.end == durable::End::returned) {
    fail("the call returned before it came to the point where its process was to die");
  } else if (ending.end != durable::End::died) {
    fail("in a process that was to die in the middle of a call: " + ending.words);
  }
}

}  // namespace grading
