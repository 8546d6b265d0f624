#include "verbs/watch/child_job.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace runner {

namespace {

constexpr std::chrono::seconds kGrace{5};

pid_t spawn_self(const std::vector<std::string>& arguments) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  // This process blocks signals to read them from a descriptor; the child takes them as usual.
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  std::string self = "/proc/self/exe";
  std::vector<std::string> words = arguments;
  std::vector<char*> argv = {self.data()};
  argv.reserve(words.size() + 2);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = -1;
  const int error =
      ::posix_spawn(&child, self.c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error == 0 ? child : -1;
}

}  // namespace

ChildJob::~ChildJob() { stop(); }

bool ChildJob::start(const std::vector<std::string>& arguments) {
  stop();
  child_ = spawn_self(arguments);
  return child_ > 0;
}

bool ChildJob::reap() {
  if (child_ <= 0 || ::waitpid(child_, nullptr, WNOHANG) != child_) return false;
  child_ = -1;
  return true;
}

void ChildJob::wait() {
  if (child_ <= 0) return;
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
}

void ChildJob::stop() {
  if (child_ <= 0) return;
  ::kill(child_, SIGTERM);
  ::kill(child_, SIGCONT);  // It may have been stopped together with us.
  const auto deadline = std::chrono::steady_clock::now() + kGrace;
  while (!reap()) {
    if (std::chrono::steady_clock::now() >= deadline) {
      ::kill(child_, SIGKILL);
      wait();
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace runner
