// An llvm-symbolizer child process that answers one question after another.
//
// Thread-safety: none. Uses posix_spawn and a socket pair only: no threads, no signal handlers, so
// that it works in a process whose pthread functions are interposed.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace explorer {

class SymbolizerProcess {
 public:
  SymbolizerProcess() = default;
  ~SymbolizerProcess();
  SymbolizerProcess(const SymbolizerProcess&) = delete;
  SymbolizerProcess& operator=(const SymbolizerProcess&) = delete;

  // The program to run, or an empty string when there is none: EXPLORER_SYMBOLIZER if set (empty:
  // none), else llvm-symbolizer or its highest-numbered variant in PATH.
  [[nodiscard]] static std::string find();

  // False when the program cannot be started.
  [[nodiscard]] bool start(const std::string& program);
  [[nodiscard]] bool running() const { return socket_ >= 0; }

  // Sends one line; returns the lines of the answer up to the empty line that ends it. An empty
  // result means that the child is gone or did not answer within ten seconds; it is then stopped.
  [[nodiscard]] std::vector<std::string> ask(std::string_view question);

 private:
  bool send_line(std::string_view line);
  bool receive_more();
  void stop();

  int socket_ = -1;
  pid_t child_ = -1;
  std::string buffer_;
};

}  // namespace explorer
