#include "verbs/watch/watcher.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "system/files.h"
#include "verbs/common/choice.h"

namespace runner {

namespace {

using std::chrono::milliseconds;

// Editors write in steps; the file is graded when it has been quiet for this long.
constexpr milliseconds kQuiet{100};
constexpr milliseconds kLookEvery{700};

}  // namespace

Watcher::Watcher(Context& context, WatchOptions options)
    : context_(context),
      options_(std::move(options)),
      signals_({SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGCHLD}) {
  watch_folder();
}

std::filesystem::path Watcher::folder() const {
  const Layout& layout = context_.layout;
  const std::filesystem::path workspace =
      options_.workspace.empty() ? layout.katas : std::filesystem::absolute(options_.workspace);
  return workspace / options_.slug;
}

void Watcher::watch_folder() {
  source_.emplace(folder(), options_.notices);
  grade_at_ = Clock::now();
}

int Watcher::run() {
  while (!exit_code_) {
    if (grade_at_ && *grade_at_ <= Clock::now()) start_grading();
    wait_for_news();
    obey_signals();
    if (!exit_code_) look_at_source();
    if (!exit_code_) obey_keys();
  }
  grading_.stop();
  context_.terminal.print("\n");
  return *exit_code_;
}

void Watcher::wait_for_news() {
  const int keys = keyboard_.is_terminal() && !keyboard_.at_end() ? STDIN_FILENO : -1;
  std::array<pollfd, 3> sources = {pollfd{signals_.descriptor(), POLLIN, 0},
                                   pollfd{source_->descriptor(), POLLIN, 0},
                                   pollfd{keys, POLLIN, 0}};
  Clock::time_point until = look_at_;
  if (grade_at_) until = std::min(until, *grade_at_);
  const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
  ::poll(sources.data(), sources.size(), static_cast<int>(std::max<long>(left.count(), 0)));
}

void Watcher::look_at_source() {
  look_at_ = Clock::now() + kLookEvery;
  if (!source_->changed()) return;
  std::error_code error;
  const std::filesystem::path header = folder() / (options_.slug + ".h");
  if (!std::filesystem::exists(header, error)) {
    grade_at_.reset();  // Replaced in two steps, most likely; its return is the next change.
    return;
  }
  grade_at_ = Clock::now() + kQuiet;
}

void Watcher::obey_signals() {
  for (const int signal : signals_.read()) {
    if (signal == SIGCHLD) {
      if (grading_.reap()) print_keys();
    } else if (signal == SIGTSTP) {
      pause();
    } else if (signal == SIGCONT) {
      keyboard_.take();
    } else {
      constexpr int kSignalled = 128;
      exit_code_ = kSignalled + signal;
    }
  }
}

// Ctrl-Z: the shell gets its terminal back as it was, until the job is continued.
void Watcher::pause() {
  keyboard_.give_back();
  ::kill(::getpid(), SIGSTOP);
  keyboard_.take();
}

void Watcher::obey_keys() {
  if (!keyboard_.is_terminal()) return;
  pollfd keys{STDIN_FILENO, POLLIN, 0};
  while (!exit_code_ && !keyboard_.at_end() && ::poll(&keys, 1, 0) == 1) {
    const std::optional<char> key = keyboard_.read_key();
    if (!key) break;
    obey(*key);
  }
  if (keyboard_.at_end()) exit_code_ = 0;  // The terminal was closed.
}

void Watcher::obey(char key) {
  switch (key) {
    case 'q':
      exit_code_ = 0;
      break;
    case 'r':
      grade_at_ = Clock::now();
      break;
    case 'h':
      show({"hint", options_.slug});
      break;
    case 'l':
      show({"list"});
      break;
    case 'n':
      move_on();
      break;
    case '?':
      print_keys();
      break;
    default:
      break;
  }
}

// The children write to the same screen, so they are told what was decided for it.
std::vector<std::string> Watcher::with_color(std::vector<std::string> arguments) const {
  arguments.insert(arguments.end(),
                   {"--color", context_.terminal.style().color ? "always" : "never"});
  return arguments;
}

void Watcher::start_grading() {
  grade_at_.reset();
  std::vector<std::string> arguments = {"grade", options_.slug};
  if (!options_.workspace.empty()) {
    arguments.insert(arguments.end(), {"--workspace", options_.workspace});
  }
  if (!options_.graders.empty()) {
    arguments.insert(arguments.end(), {"--graders", options_.graders});
  }
  grading_.stop();
  // What was saved until now is what gets graded.
  (void)source_->changed();
  if (context_.terminal.interactive_output()) context_.terminal.print("\x1b[2J\x1b[H");
  if (!grading_.start(with_color(std::move(arguments)))) {
    context_.terminal.complain("The grading could not be started; press r to try again.");
  }
}

void Watcher::show(std::vector<std::string> arguments) {
  context_.terminal.print("\n");
  ChildJob job;
  if (job.start(with_color(std::move(arguments)))) job.wait();
  if (!grading_.running()) print_keys();
}

void Watcher::move_on() {
  const Catalog catalog = context_.catalog();
  const Progress progress = context_.state.load();
  const std::vector<Kata>& katas = catalog.katas();
  const auto current = std::find_if(
      katas.begin(), katas.end(), [this](const Kata& kata) { return kata.slug == options_.slug; });
  const auto open = [&](const Kata& kata) {
    return kata.slug != options_.slug && standing(progress, kata.slug) != Standing::passed;
  };
  auto next = current == katas.end() ? current : std::find_if(current + 1, katas.end(), open);
  if (next == katas.end()) next = std::find_if(katas.begin(), katas.end(), open);
  if (next == katas.end()) {
    context_.terminal.print("\nThere is no other kata that is not passed yet.\n");
    return;
  }
  grading_.stop();
  options_.slug = next->slug;
  make_current(context_, next->slug);
  watch_folder();
}

void Watcher::print_keys() {
  const Style style = context_.terminal.style();
  std::string text = "\n" + style.dim("Watching " + shown_path(folder())) + "\n";
  if (keyboard_.is_terminal()) {
    for (const auto& [key, meaning] : {std::pair{"n", "next kata"},
                                       {"h", "hint"},
                                       {"l", "list"},
                                       {"r", "run again"},
                                       {"q", "quit"}}) {
      text += style.bold(key) + " " + meaning + "  ";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  context_.terminal.print(text);
}

}  // namespace runner
