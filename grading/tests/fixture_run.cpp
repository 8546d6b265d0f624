#include "fixture_run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <stdexcept>

namespace grading::tests {
namespace {

using nlohmann::json;

constexpr char kSecret[] = "00112233445566778899aabbccddeeff";
constexpr int kChannel = 7;

struct Process {
  pid_t id;
  int channel;
  int output;
};

Process start(const std::string& executable, const std::vector<std::string>& arguments,
              bool with_channel) {
  std::array<int, 2> channel{};
  std::array<int, 2> output{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel.data()) != 0 ||
      pipe2(output.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error("no descriptors");
  }
  std::vector<char*> command{const_cast<char*>(executable.c_str())};
  for (const std::string& argument : arguments) {
    command.push_back(const_cast<char*>(argument.c_str()));
  }
  command.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(output[1], STDOUT_FILENO);
    dup2(output[1], STDERR_FILENO);
    unsetenv("TSAN_OPTIONS");
    unsetenv("KATA_CHANNEL");
    if (with_channel) {
      dup2(channel[1], kChannel);
      fcntl(kChannel, F_SETFD, 0);  // dup2() does not, should it have that number already.
      setenv("KATA_CHANNEL", std::to_string(kChannel).c_str(), 1);
    }
    execv(executable.c_str(), command.data());
    _exit(127);
  }
  close(channel[1]);
  close(output[1]);
  const std::string first_line = std::string(kSecret) + "\n";
  if (with_channel) send(channel[0], first_line.data(), first_line.size(), MSG_NOSIGNAL);
  return {child, channel[0], output[0]};
}

// The message in `line`, or nothing if it is not the channel's `number`-th.
std::optional<json> parse(const std::string& line, std::size_t number) {
  const std::string start = std::string(kSecret) + " " + std::to_string(number) + " ";
  if (!line.starts_with(start)) return std::nullopt;
  return json::parse(line.substr(start.size()));
}

// True when `stop` was met.
bool take_lines(std::string& pending, FixtureRun& run, const StopWhen& stop) {
  for (std::size_t end = 0; (end = pending.find('\n')) != std::string::npos;) {
    const std::string line = pending.substr(0, end);
    pending.erase(0, end + 1);
    if (auto message = parse(line, run.messages.size())) {
      run.messages.push_back(*message);
      if (stop && stop(*message)) return true;
    } else {
      ++run.foreign_lines;
    }
  }
  return false;
}

FixtureRun collect(const Process& process, const StopWhen& stop) {
  FixtureRun run;
  std::string pending;
  std::array<pollfd, 2> open{pollfd{process.channel, POLLIN, 0}, pollfd{process.output, POLLIN, 0}};
  while (open[0].fd >= 0 || open[1].fd >= 0) {
    poll(open.data(), open.size(), -1);
    for (pollfd& source : open) {
      if (source.fd < 0 || source.revents == 0) continue;
      std::array<char, 4096> buffer{};
      const ssize_t size = read(source.fd, buffer.data(), buffer.size());
      std::string& target = source.fd == process.channel ? pending : run.output;
      if (size > 0) target.append(buffer.data(), static_cast<std::size_t>(size));
      if (size <= 0) source.fd = -1;
    }
    if (take_lines(pending, run, stop)) {
      kill(process.id, SIGKILL);
      break;
    }
  }
  int status = 0;
  waitpid(process.id, &status, 0);
  run.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  close(process.channel);
  close(process.output);
  return run;
}

}  // namespace

std::vector<json> FixtureRun::of_type(const std::string& type) const {
  std::vector<json> found;
  for (const json& message : messages) {
    if (message.at("type") == type) found.push_back(message);
  }
  return found;
}

std::string FixtureRun::end_status() const {
  if (messages.empty() || messages.back().at("type") != "end") return "none";
  return messages.back().at("status");
}

FixtureRun run_fixture(const std::string& executable, const std::vector<std::string>& arguments,
                       const StopWhen& stop) {
  return collect(start(executable, arguments, true), stop);
}

FixtureRun run_by_hand(const std::string& executable, const std::vector<std::string>& arguments) {
  return collect(start(executable, arguments, false), nullptr);
}

}  // namespace grading::tests
