#include "watch_on_terminal.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>

namespace runner {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{60};

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

WatchOnTerminal::WatchOnTerminal(const TestRepository& repository,
                                 const std::vector<std::string>& options) {
  std::vector<std::string> argv = {KATA_RUNNER, "watch", "tally", "--color", "never"};
  argv.insert(argv.end(), options.begin(), options.end());
  std::vector<std::string> variables = repository.environment_for({});
  std::vector<char*> argv_pointers = pointers_to(argv);
  std::vector<char*> variable_pointers = pointers_to(variables);
  const std::string here = repository.folder().path().string();
  winsize size{.ws_row = 40, .ws_col = 90, .ws_xpixel = 0, .ws_ypixel = 0};
  program_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
  if (program_ == 0) {
    if (::chdir(here.c_str()) == 0) {
      ::execve(argv_pointers[0], argv_pointers.data(), variable_pointers.data());
    }
    ::_exit(127);
  }
}

WatchOnTerminal::~WatchOnTerminal() {
  if (program_ > 0) {
    ::kill(program_, SIGKILL);
    ::waitpid(program_, nullptr, 0);
  }
  ::close(terminal_);
}

bool WatchOnTerminal::read_more(int milliseconds) {
  pollfd waiting{terminal_, POLLIN, 0};
  if (::poll(&waiting, 1, milliseconds) != 1) return false;
  char buffer[4096];
  const ssize_t got = ::read(terminal_, buffer, sizeof buffer);
  if (got <= 0) return false;
  shown_.append(buffer, static_cast<std::size_t>(got));
  return true;
}

bool WatchOnTerminal::sees(const std::string& words) {
  const auto deadline = Clock::now() + kPatience;
  while (true) {
    if (const std::size_t at = shown_.find(words); at != std::string::npos) {
      shown_.erase(0, at + words.size());
      return true;
    }
    if (Clock::now() >= deadline) return false;
    read_more(200);
  }
}

void WatchOnTerminal::type(const std::string& keys) const {
  const ssize_t written = ::write(terminal_, keys.data(), keys.size());
  (void)written;
}

int WatchOnTerminal::exit_code() {
  const auto deadline = Clock::now() + kPatience;
  int status = 0;
  while (::waitpid(program_, &status, WNOHANG) != program_) {
    if (Clock::now() >= deadline) return -1;
    read_more(20);  // Its last words must not block it.
  }
  program_ = -1;
  while (read_more(0)) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool WatchOnTerminal::stopped() const {
  int status = 0;
  return ::waitpid(program_, &status, WUNTRACED) == program_ && WIFSTOPPED(status);
}

void WatchOnTerminal::signal(int number) const { ::kill(program_, number); }

bool WatchOnTerminal::is_as_before() const {
  termios settings{};
  return ::tcgetattr(terminal_, &settings) == 0 && (settings.c_lflag & ICANON) != 0 &&
         (settings.c_lflag & ECHO) != 0;
}

bool WatchOnTerminal::is_raw() const {
  const auto deadline = Clock::now() + kPatience;
  while (is_as_before()) {
    if (Clock::now() >= deadline) return false;
    ::poll(nullptr, 0, 5);
  }
  return true;
}

}  // namespace runner
