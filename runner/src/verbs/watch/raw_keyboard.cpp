#include "verbs/watch/raw_keyboard.h"

#include <signal.h>
#include <termios.h>
#include <unistd.h>

namespace runner {

namespace {

constexpr int kCrashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};

// Read by the signal handler; written only while no handler is installed.
termios g_original{};

void give_back_and_die(int signal) {
  ::tcsetattr(STDIN_FILENO, TCSANOW, &g_original);
  ::raise(signal);  // The handler was installed to act once.
}

void handle_crashes(bool on) {
  for (const int crash : kCrashes) {
    struct sigaction action{};
    action.sa_handler = on ? give_back_and_die : SIG_DFL;
    action.sa_flags = on ? static_cast<int>(SA_RESETHAND) | SA_NODEFER : 0;
    ::sigaction(crash, &action, nullptr);
  }
}

// Changing the terminal from the background would stop this process.
bool in_foreground() { return ::tcgetpgrp(STDIN_FILENO) == ::getpgrp(); }

}  // namespace

RawKeyboard::RawKeyboard()
    : is_terminal_(::isatty(STDIN_FILENO) == 1 && ::tcgetattr(STDIN_FILENO, &g_original) == 0) {
  if (!is_terminal_) return;
  handle_crashes(true);
  take();
}

RawKeyboard::~RawKeyboard() {
  if (!is_terminal_) return;
  give_back();
  handle_crashes(false);
}

void RawKeyboard::give_back() {
  if (is_terminal_ && in_foreground()) ::tcsetattr(STDIN_FILENO, TCSANOW, &g_original);
}

void RawKeyboard::take() {
  if (!is_terminal_ || !in_foreground()) return;
  termios raw = g_original;
  // Signals stay: Ctrl-C and Ctrl-Z mean what they always mean.
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

std::optional<char> RawKeyboard::read_key() {
  char key = 0;
  const ssize_t got = ::read(STDIN_FILENO, &key, 1);
  if (got == 1) return key;
  if (got == 0) at_end_ = true;
  return std::nullopt;
}

}  // namespace runner
