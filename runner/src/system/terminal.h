// Where the command's words go: standard output as text, standard error as progress and
// complaints, and what is known of the screen in front of them.
//
// Thread-safety: every member may be called from any thread; lines are not interleaved.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

namespace runner {

enum class ColorMode { automatic, always, never };

// How text is to be laid out. Renderers take it by value and stay pure functions.
struct Style {
  bool color = false;
  int width = 80;  // Columns; text wraps at it.

  [[nodiscard]] std::size_t columns() const { return static_cast<std::size_t>(width); }
  [[nodiscard]] std::string bold(std::string_view text) const;
  [[nodiscard]] std::string dim(std::string_view text) const;
  [[nodiscard]] std::string red(std::string_view text) const;
  [[nodiscard]] std::string green(std::string_view text) const;
  [[nodiscard]] std::string yellow(std::string_view text) const;
  [[nodiscard]] std::string cyan(std::string_view text) const;
};

class Terminal {
 public:
  // Looks at descriptors 1 and 2 and at NO_COLOR, TERM and COLUMNS.
  explicit Terminal(ColorMode mode = ColorMode::automatic);

  void set_color_mode(ColorMode mode);

  [[nodiscard]] Style style() const { return style_; }
  // The screen's width, also where prose would be hard to read; style().width is bounded.
  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] bool interactive_output() const { return output_is_terminal_; }
  [[nodiscard]] bool interactive_input() const { return input_is_terminal_; }

  // Writes to standard output, unbuffered. When the reader has gone (`kata list | head -1`) the
  // rest is dropped without a word.
  void print(std::string_view text);
  void print_line(std::string_view line);

  // Why standard output could not be written; 0 when it could, or when its reader has gone.
  [[nodiscard]] int output_error() const;

  // Writes a complaint to standard error.
  void complain(std::string_view text);

  // Shows a line that the next progress or print replaces; nothing unless standard error is a
  // terminal. An empty text removes it.
  void progress(std::string_view text);

  // Asks a yes/no question; `fallback` when nobody can be asked.
  [[nodiscard]] bool confirm(std::string_view question, bool fallback);

 private:
  // 0, or the errno that stopped it.
  static int write_all(int descriptor, std::string_view text);
  void write_error(std::string_view text);
  void clear_progress();

  mutable std::mutex mutex_;
  Style style_;
  int columns_ = 80;
  bool output_is_terminal_ = false;
  bool error_is_terminal_ = false;
  bool input_is_terminal_ = false;
  int output_failed_ = 0;  // An errno; nothing more is written after it.
  bool error_gone_ = false;
  bool progress_shown_ = false;
};

}  // namespace runner
