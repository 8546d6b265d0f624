#include "process/guarded_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>

#include "process/guard.h"
#include "process/procfs.h"
#include "process/strays.h"

namespace runner {

namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct Pipe {
  Descriptor reader;
  Descriptor writer;
};

void make_non_blocking(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail("pipe");
  make_non_blocking(ends[0]);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

Pipe make_channel() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail("socketpair");
  make_non_blocking(ends[0]);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

void Descriptor::reset(int number) {
  if (number_ >= 0) close(number_);
  number_ = number;
}

bool read_available(int descriptor, std::string& text) {
  char buffer[16'384];
  for (;;) {
    const ssize_t size = read(descriptor, buffer, sizeof buffer);
    if (size > 0) {
      text.append(buffer, static_cast<std::size_t>(size));
      // One buffer a time: the caller counts what endless writers send.
      return true;
    }
    if (size == 0) return false;
    if (errno == EINTR) continue;
    return errno == EAGAIN || errno == EWOULDBLOCK;
  }
}

GuardedProcess::GuardedProcess(const Command& command, const Limits& limits) {
  adopt_strays();
  Pipe output = make_pipe();
  Pipe report = make_pipe();
  Pipe channel;
  std::vector<std::string> environment = command.environment;
  if (command.channel) {
    channel = make_channel();
    environment.push_back("KATA_CHANNEL=" + std::to_string(kChannelDescriptor));
    const ssize_t sent =
        send(channel.reader.get(), command.greeting.data(), command.greeting.size(), MSG_NOSIGNAL);
    if (sent != static_cast<ssize_t>(command.greeting.size())) fail("send");
  }
  const std::vector<const char*> argv = pointers_to(command.argv);
  const std::vector<const char*> variables = pointers_to(environment);
  const std::string directory = command.directory.string();
  constexpr std::int64_t kMillisecondsPerSecond = 1000;
  const GuardOrders orders{
      .argv = argv.data(),
      .environment = variables.data(),
      .directory = directory.c_str(),
      .output = output.writer.get(),
      .channel = channel.writer.get(),
      .report = report.writer.get(),
      // The kernel's own limit is per process and the last resort; ours is looked at first.
      .cpu_seconds = static_cast<rlim_t>(limits.cpu.count() / kMillisecondsPerSecond + 5),
      .file_bytes = limits.file_bytes,
      .fixed_addresses = command.fixed_addresses,
      .runner = getpid(),
  };
  guard_ = start_guard([&orders] {
    const pid_t pid = fork();
    if (pid == 0) guard_main(orders);
    return pid;
  });
  if (guard_ < 0) fail("fork");
  output_ = std::move(output.reader);
  report_ = std::move(report.reader);
  channel_ = std::move(channel.reader);
}

GuardedProcess::~GuardedProcess() {
  if (!reaped_) terminate();
}

bool GuardedProcess::read_reports() {
  const bool more = read_available(report_.get(), unread_);
  while (unread_.size() >= sizeof(GuardReport)) {
    GuardReport report{};
    std::memcpy(&report, unread_.data(), sizeof report);
    unread_.erase(0, sizeof report);
    switch (report.kind) {
      case GuardReport::Kind::started:
        program_ = report.value;
        break;
      case GuardReport::Kind::not_started:
        start_error_ = report.value;
        break;
      case GuardReport::Kind::ended:
        ended_ = true;
        wait_status_ = report.value;
        cpu_micro_ = report.cpu_micro;
        break;
      case GuardReport::Kind::swept:
        swept_ = true;
        left_behind_ = report.value;
        break;
    }
  }
  return more;
}

void GuardedProcess::terminate() {
  if (reaped_) return;
  kill(guard_, SIGTERM);
  kill(guard_, SIGCONT);  // The program may have stopped it.
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::seconds(10);
  bool alive = true;
  while (alive && Clock::now() < deadline) {
    pollfd waiting{report_.get(), POLLIN, 0};
    poll(&waiting, 1, 100);
    alive = read_reports();
    if (waitpid(guard_, nullptr, WNOHANG) == guard_) {
      reaped_ = true;
      break;
    }
  }
  if (!reaped_) {
    // Either it has just closed its pipe, or it fails in its duty: then the net below catches.
    if (alive) {
      for (const pid_t process : descendants_of(guard_)) kill(process, SIGKILL);
      kill(guard_, SIGKILL);
    }
    waitpid(guard_, nullptr, 0);
    reaped_ = true;
  }
  read_reports();
  forget_guard(guard_);
  if (!swept_ && start_error_ == 0) left_behind_ += sweep_strays();
}

}  // namespace runner
