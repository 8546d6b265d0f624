#include "system/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iostream>

#include "system/text.h"

namespace runner {

namespace {

constexpr int kNarrowest = 20;
constexpr int kWidest = 100;  // Longer lines of prose are hard to read.

bool set_and_not_empty(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool dumb_terminal() {
  const char* term = std::getenv("TERM");
  return term == nullptr || std::string_view(term) == "dumb" || *term == '\0';
}

int screen_width() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  if (const char* columns = std::getenv("COLUMNS"); columns != nullptr) {
    if (const int value = std::atoi(columns); value > 0) return value;
  }
  return 80;
}

std::string painted(bool color, std::string_view code, std::string_view text) {
  if (!color || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace

std::string Style::bold(std::string_view text) const { return painted(color, "1", text); }
std::string Style::dim(std::string_view text) const { return painted(color, "2", text); }
std::string Style::red(std::string_view text) const { return painted(color, "31", text); }
std::string Style::green(std::string_view text) const { return painted(color, "32", text); }
std::string Style::yellow(std::string_view text) const { return painted(color, "33", text); }
std::string Style::cyan(std::string_view text) const { return painted(color, "36", text); }

Terminal::Terminal(ColorMode mode)
    : output_is_terminal_(::isatty(STDOUT_FILENO) == 1),
      error_is_terminal_(::isatty(STDERR_FILENO) == 1),
      input_is_terminal_(::isatty(STDIN_FILENO) == 1) {
  columns_ = std::max(screen_width(), kNarrowest);
  style_.width = std::min(columns_, kWidest);
  set_color_mode(mode);
}

void Terminal::set_color_mode(ColorMode mode) {
  const bool wanted = output_is_terminal_ && !set_and_not_empty("NO_COLOR") && !dumb_terminal();
  style_.color = mode == ColorMode::always || (mode == ColorMode::automatic && wanted);
}

void Terminal::print(std::string_view text) {
  const std::lock_guard lock(mutex_);
  clear_progress();
  if (output_failed_ == 0) output_failed_ = write_all(STDOUT_FILENO, text);
}

void Terminal::print_line(std::string_view line) { print(std::string(line) + "\n"); }

int Terminal::output_error() const {
  const std::lock_guard lock(mutex_);
  return output_failed_ == EPIPE ? 0 : output_failed_;  // EPIPE: the reader has seen enough.
}

void Terminal::complain(std::string_view text) {
  const std::lock_guard lock(mutex_);
  clear_progress();
  std::string line(text);
  if (line.empty() || line.back() != '\n') line += '\n';
  write_error(line);
}

void Terminal::progress(std::string_view text) {
  if (!error_is_terminal_ || dumb_terminal()) return;
  const std::lock_guard lock(mutex_);
  clear_progress();
  if (text.empty()) return;
  const auto room = static_cast<std::size_t>(std::max(screen_width() - 1, 1));
  write_error(cut_to(text, room));
  progress_shown_ = true;
}

bool Terminal::confirm(std::string_view question, bool fallback) {
  if (!input_is_terminal_ || !error_is_terminal_) return fallback;
  {
    const std::lock_guard lock(mutex_);
    clear_progress();
    write_error(std::string(question) + (fallback ? " [Y/n] " : " [y/N] "));
  }
  std::string answer;
  if (!std::getline(std::cin, answer)) return fallback;
  const std::string_view word = trim(answer);
  if (word.empty()) return fallback;
  return word.front() == 'y' || word.front() == 'Y';
}

int Terminal::write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void Terminal::write_error(std::string_view text) {
  if (!error_gone_) error_gone_ = write_all(STDERR_FILENO, text) != 0;
}

void Terminal::clear_progress() {
  if (!progress_shown_) return;
  write_error("\r\x1b[K");
  progress_shown_ = false;
}

}  // namespace runner
