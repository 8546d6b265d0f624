// `kata watch` as the child of a pseudo-terminal: what a person would see and type.
#pragma once

#include <sys/types.h>
#include <termios.h>

#include <string>
#include <vector>

#include "../test_repository.h"

namespace runner {

class WatchOnTerminal {
 public:
  WatchOnTerminal(const TestRepository& repository, const std::vector<std::string>& options);
  // Kills the program if it is still there.
  ~WatchOnTerminal();
  WatchOnTerminal(const WatchOnTerminal&) = delete;
  WatchOnTerminal& operator=(const WatchOnTerminal&) = delete;

  // Waits until `words` have been shown since the last call, and forgets what came before them.
  // False when they do not come within a minute; what came is in shown().
  [[nodiscard]] bool sees(const std::string& words);
  [[nodiscard]] const std::string& shown() const { return shown_; }

  void type(const std::string& keys) const;

  // Waits until the program has ended. Returns its exit code, 128 + n for a signal, -1 when it
  // does not end within a minute.
  [[nodiscard]] int exit_code();
  // Waits until the program has been stopped (Ctrl-Z). False when it ended instead.
  [[nodiscard]] bool stopped() const;
  void signal(int number) const;

  // Whether the terminal edits lines and echoes, as a shell expects to find it.
  [[nodiscard]] bool is_as_before() const;
  // Waits for keys to be handed over as they are typed.
  [[nodiscard]] bool is_raw() const;

 private:
  bool read_more(int milliseconds);

  int terminal_ = -1;
  pid_t program_ = -1;
  std::string shown_;
};

}  // namespace runner
