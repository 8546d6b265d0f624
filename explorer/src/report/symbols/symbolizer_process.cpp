#include "report/symbols/symbolizer_process.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace explorer {
namespace {

constexpr int kNewestKnown = 40;  // Versions tried, downwards.
constexpr int kOldestKnown = 14;
constexpr int kAnswerMilliseconds = 10'000;

std::string in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (true) {
    const auto colon = rest.find(':');
    std::string candidate = std::string(rest.substr(0, colon)) + "/" + program;
    if (access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
    if (colon == std::string_view::npos) {
      return {};
    }
    rest.remove_prefix(colon + 1);
  }
}

}  // namespace

SymbolizerProcess::~SymbolizerProcess() { stop(); }

std::string SymbolizerProcess::find() {
  if (const char* chosen = std::getenv("EXPLORER_SYMBOLIZER"); chosen != nullptr) {
    return chosen;
  }
  for (int version = kNewestKnown; version >= kOldestKnown; --version) {
    std::string found = in_path("llvm-symbolizer-" + std::to_string(version));
    if (!found.empty()) {
      return found;
    }
  }
  return in_path("llvm-symbolizer");
}

bool SymbolizerProcess::start(const std::string& program) {
  int ends[2];
  if (program.empty() || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return false;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1 /* O_WRONLY */, 0);
  std::string arguments[] = {program, "--demangle", "--inlines", "--output-style=LLVM"};
  char* argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(),
                  arguments[3].data(), nullptr};
  const int error = posix_spawn(&child_, program.c_str(), &actions, nullptr, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    child_ = -1;
    return false;
  }
  socket_ = ends[0];
  return true;
}

std::vector<std::string> SymbolizerProcess::ask(std::string_view question) {
  std::vector<std::string> lines;
  buffer_.clear();
  if (!running() || !send_line(question)) {
    stop();
    return lines;
  }
  std::string::size_type begin = 0;
  while (true) {
    const auto end = buffer_.find('\n', begin);
    if (end == std::string::npos) {
      if (!receive_more()) {
        stop();
        return {};
      }
      continue;
    }
    if (end == begin) {
      return lines;
    }
    lines.push_back(buffer_.substr(begin, end - begin));
    begin = end + 1;
  }
}

bool SymbolizerProcess::send_line(std::string_view line) {
  const std::string text = std::string(line) + '\n';
  std::string_view rest = text;
  while (!rest.empty()) {
    // A child that died must be an answer, not a SIGPIPE.
    const ssize_t sent = send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) {
      return false;
    }
    rest.remove_prefix(sent > 0 ? static_cast<std::size_t>(sent) : 0);
  }
  return true;
}

bool SymbolizerProcess::receive_more() {
  pollfd waiting{socket_, POLLIN, 0};
  int ready = 0;
  do {
    ready = poll(&waiting, 1, kAnswerMilliseconds);
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) {
    return false;
  }
  char bytes[4096];
  const ssize_t received = recv(socket_, bytes, sizeof bytes, 0);
  if (received <= 0) {
    return received < 0 && errno == EINTR;
  }
  buffer_.append(bytes, static_cast<std::size_t>(received));
  return true;
}

void SymbolizerProcess::stop() {
  if (socket_ >= 0) {
    close(socket_);
    socket_ = -1;
  }
  if (child_ > 0) {
    kill(child_, SIGKILL);
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
  }
}

}  // namespace explorer
