#include "verbs/watch/signal_inbox.h"

#include <sys/signalfd.h>
#include <unistd.h>

namespace runner {

SignalInbox::SignalInbox(const std::vector<int>& signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  ::sigprocmask(SIG_BLOCK, &set, &before_);
  descriptor_ = ::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

SignalInbox::~SignalInbox() {
  if (descriptor_ >= 0) ::close(descriptor_);
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

std::vector<int> SignalInbox::read() {
  std::vector<int> signals;
  signalfd_siginfo info{};
  while (::read(descriptor_, &info, sizeof info) == sizeof info) {
    signals.push_back(static_cast<int>(info.ssi_signo));
  }
  return signals;
}

}  // namespace runner
