// The loop behind `kata watch`: grades when the file is saved, obeys keys, until told to quit.
//
// Thread-safety: none; at most one at a time.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "verbs/verb.h"
#include "verbs/watch/child_job.h"
#include "verbs/watch/raw_keyboard.h"
#include "verbs/watch/signal_inbox.h"
#include "verbs/watch/source_watch.h"

namespace runner {

struct WatchOptions {
  std::string slug;
  std::string workspace;  // As the user named it; empty: the learner's own.
  std::string graders;
  bool notices = true;  // Let the kernel tell of changes.
};

class Watcher {
 public:
  Watcher(Context& context, WatchOptions options);

  // Blocks until the user quits. Returns 0, or 128 + the number of the signal that ended it.
  [[nodiscard]] int run();

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::filesystem::path folder() const;
  void watch_folder();
  void wait_for_news();
  void look_at_source();
  void obey_keys();
  void obey(char key);
  void obey_signals();
  void pause();
  void start_grading();
  void show(std::vector<std::string> arguments);
  [[nodiscard]] std::vector<std::string> with_color(std::vector<std::string> arguments) const;
  void move_on();
  void print_keys();

  Context& context_;
  WatchOptions options_;
  SignalInbox signals_;
  RawKeyboard keyboard_;
  std::optional<SourceWatch> source_;
  ChildJob grading_;
  std::optional<Clock::time_point> grade_at_;  // When the file has been quiet for long enough.
  Clock::time_point look_at_{};
  std::optional<int> exit_code_;
};

}  // namespace runner
