#include "process/run.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "process/guarded_process.h"
#include "process/limit_watch.h"
#include "process/stop.h"

namespace runner {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kLookMilliseconds = 20;

// One run, from the start of the program to the last byte it wrote.
class Run {
 public:
  Run(const Command& command, const Limits& limits, const Observer& observer)
      : limits_(limits),
        observer_(observer),
        process_(command, limits),
        watch_(limits, observer_) {}

  Outcome finish() {
    while (!ending_ && wait_for_news()) {
    }
    if (ending_) {
      if (observer_.before_kill && process_.program() != 0 && !process_.ended()) {
        observer_.before_kill(process_.program(), *ending_);
      }
      process_.terminate();
    } else {
      process_.terminate();  // It has finished; this collects it.
    }
    drain();
    return outcome();
  }

 private:
  // False when the guard has finished and nothing more is to come.
  bool wait_for_news() {
    pollfd waiting[3] = {{process_.report(), POLLIN, 0},
                         {process_.output().get(), POLLIN, 0},
                         {process_.channel().get(), POLLIN, 0}};
    poll(waiting, 3, kLookMilliseconds);
    if (stop_requested()) return end(Ending::interrupted);
    if (waiting[1].revents != 0) take_output();
    if (waiting[2].revents != 0) take_channel();
    if (waiting[0].revents != 0 && !process_.read_reports()) return false;
    const auto now = Clock::now();
    if (!process_.ended() && now >= next_look_) {
      next_look_ = now + std::chrono::milliseconds(kLookMilliseconds);
      if (const auto limit = watch_.look(process_.guard(), now)) end(*limit);
    }
    return true;
  }

  bool end(Ending ending) {
    if (!ending_) ending_ = ending;
    return true;
  }

  bool take_output() {
    const std::size_t before = output_.size();
    if (!read_available(process_.output().get(), output_)) {
      process_.output().reset();
      return false;
    }
    if (output_.size() > limits_.output_bytes) {
      output_.resize(limits_.output_bytes);
      end(Ending::output_limit);
      return false;
    }
    return output_.size() > before;
  }

  bool take_channel() {
    std::string bytes;
    if (!read_available(process_.channel().get(), bytes)) {
      process_.channel().reset();
      return false;
    }
    if (!bytes.empty() && observer_.on_channel && !observer_.on_channel(bytes)) {
      end(Ending::refused);
      return false;
    }
    if (!ending_ && observer_.dying_of) {
      signal_ = observer_.dying_of();
      if (signal_ != 0) end(Ending::signalled);
    }
    return !bytes.empty();
  }

  // What was written before the end is in the pipes still.
  void drain() {
    while (process_.output().open() && take_output()) {
    }
    while (process_.channel().open() && take_channel()) {
    }
  }

  Outcome outcome() {
    Outcome outcome;
    outcome.output = std::move(output_);
    outcome.left_behind = process_.left_behind();
    outcome.wall = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started_);
    outcome.cpu = std::max(watch_.cpu(), std::chrono::milliseconds(process_.cpu_micro() / 1000));
    outcome.peak_memory_bytes = watch_.peak_memory_bytes();
    const int status = process_.wait_status();
    if (ending_) {
      outcome.ending = *ending_;
      if (ending_ == Ending::signalled) outcome.signal = signal_;
    } else if (process_.start_error() != 0) {
      outcome.ending = Ending::not_started;
      outcome.error = std::strerror(process_.start_error());
    } else if (!process_.ended()) {
      outcome.ending = Ending::guard_lost;
    } else if (WIFSIGNALED(status)) {
      outcome.ending = Ending::signalled;
      outcome.signal = WTERMSIG(status);
      if (outcome.signal == SIGXCPU) outcome.ending = Ending::cpu_limit;
    } else {
      outcome.ending = Ending::exited;
      outcome.exit_code = WEXITSTATUS(status);
    }
    return outcome;
  }

  Limits limits_;
  const Observer& observer_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point next_look_ = started_;
  GuardedProcess process_;
  LimitWatch watch_;
  std::string output_;
  std::optional<Ending> ending_;
  int signal_ = 0;  // That the program has said it is dying of.
};

}  // namespace

Outcome run(const Command& command, const Limits& limits, const Observer& observer) {
  return Run(command, limits, observer).finish();
}

}  // namespace runner
