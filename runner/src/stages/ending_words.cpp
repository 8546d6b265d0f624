#include "stages/ending_words.h"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "system/text.h"

namespace runner {

namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool calls(const ThreadStack& stack, std::string_view part) {
  return std::ranges::any_of(stack.frames,
                             [&](const Frame& frame) { return has(frame.function, part); });
}

struct Waiting {
  std::string_view part;  // Of a function's name.
  std::string_view words;
};

// Outermost meaning first: a condition variable's wait ends in a futex, too.
constexpr Waiting kWaiting[] = {
    {"pthread_cond_timedwait", "waits for a condition variable, with a deadline"},
    {"pthread_cond_clockwait", "waits for a condition variable, with a deadline"},
    {"pthread_cond_wait", "waits for a condition variable"},
    {"pthread_rwlock", "waits for a shared mutex"},
    {"pthread_mutex", "waits for a mutex"},
    {"lll_lock_wait", "waits for a mutex"},
    {"pthread_join", "waits for a thread to end"},
    {"pthread_barrier", "waits for a barrier"},
    {"sem_wait", "waits for a POSIX semaphore"},
    {"sem_timedwait", "waits for a POSIX semaphore"},
    {"__atomic_wait", "waits for an atomic to change"},
    {"__platform_wait", "waits for an atomic to change"},
    {"nanosleep", "sleeps"},
    {"sched_yield", "yields the processor"},
};

std::string doing(const ThreadStack& stack) {
  for (const Waiting& waiting : kWaiting) {
    if (calls(stack, waiting.part)) return std::string(waiting.words);
  }
  if (calls(stack, "futex") || calls(stack, "syscall")) return "waits in the kernel";
  return "is running";
}

bool waits_for_a_mutex(const ThreadStack& stack) {
  return doing(stack) == "waits for a mutex" || doing(stack) == "waits for a shared mutex";
}

// The learner's threads; the others are the grader's way of waiting for them.
std::vector<ThreadView> views(const GraderRun& run, const LearnersCode& code) {
  std::vector<ThreadView> found;
  for (const ThreadStack& stack : run.stacks) {
    std::vector<Place> places = code.places(stack.frames);
    if (!places.empty()) found.push_back({stack.name, doing(stack), std::move(places)});
  }
  return found;
}

// What can be said of where the threads stand when no view of them can be shown.
std::string missing_views(const std::vector<ThreadView>& threads, const GraderRun& run) {
  if (run.stacks.empty()) return " (where its threads stand could not be seen: ./kata doctor)";
  if (threads.empty()) return "; none of its threads is inside your code";
  return {};
}

EndingWords hang(const GraderRun& run, const LearnersCode& code) {
  EndingWords words;
  words.threads = views(run, code);
  const bool locked = std::ranges::any_of(run.stacks, [&](const ThreadStack& stack) {
    return waits_for_a_mutex(stack) && !code.places(stack.frames).empty();
  });
  words.finding = locked ? "deadlock" : "hang";
  words.message = fmt::format("every thread waits and nothing will wake them{}",
                              missing_views(words.threads, run));
  return words;
}

EndingWords out_of_time(const GraderRun& run, const LearnersCode& code, bool busy) {
  EndingWords words;
  words.finding = busy ? "busy_wait" : "hang";
  words.threads = views(run, code);
  words.message = fmt::format("{} after {:.1f} s{}",
                              busy ? "it keeps the processor busy and gets nowhere: still running"
                                   : "it does not come to an end: still running",
                              static_cast<double>(run.outcome.wall.count()) / 1000.0,
                              missing_views(words.threads, run));
  return words;
}

EndingWords simple(std::string finding, std::string message) {
  return {Status::fail, std::move(finding), std::move(message), {}};
}

// The one thread whose stack was taken is the one that crashed.
EndingWords crash(const GraderRun& run, const LearnersCode& code) {
  EndingWords words =
      simple("crash", "the program was ended by " + signal_in_words(run.outcome.signal));
  words.threads = views(run, code);
  for (ThreadView& view : words.threads) view.doing = "was here";
  return words;
}

// What the C++ library prints where the grading library's own handler is not yet installed.
std::optional<EndingWords> terminated_at_start(const Outcome& outcome) {
  constexpr std::string_view kThrown = "terminate called after throwing an instance of '";
  const std::string& output = outcome.output;
  const auto thrown = output.rfind(kThrown);
  if (outcome.signal != SIGABRT || thrown == std::string::npos) return std::nullopt;
  const auto type = thrown + kThrown.size();
  std::string words = "std::terminate was called before main(): " +
                      output.substr(type, output.find('\'', type) - type) +
                      " was thrown and nobody caught it";
  constexpr std::string_view kText = "what():  ";
  if (const auto text = output.find(kText, type); text != std::string::npos) {
    const auto begin = text + kText.size();
    words += " (\"" + output.substr(begin, output.find('\n', begin) - begin) + "\")";
  }
  return simple("crash", std::move(words));
}

}  // namespace

std::string signal_in_words(int signal) {
  const auto named = [&](std::string_view meaning) {
    const char* abbreviation = sigabbrev_np(signal);
    return fmt::format("SIG{} ({})", abbreviation ? abbreviation : std::to_string(signal), meaning);
  };
  switch (signal) {
    case SIGSEGV:
      return named("segmentation fault: it used memory that it does not have");
    case SIGBUS:
      return named("bus error: it used memory in a way that is not possible");
    case SIGFPE:
      return named("arithmetic error, such as an integer divided by zero");
    case SIGILL:
      return named("illegal instruction, often the end of a function that should return a value");
    case SIGABRT:
      return named("abort() was called");
    case SIGTRAP:
      return named("trap, often a failed built-in check");
    case SIGXFSZ:
      return named("it wrote a file that is too large");
    case SIGKILL:
      return named("killed from outside, most likely because the machine had no memory left");
    default:
      break;
  }
  const char* description = sigdescr_np(signal);
  return named(description ? description : "unknown signal");
}

std::optional<EndingWords> explain_ending(const GraderRun& run, const LearnersCode& code) {
  const Outcome& outcome = run.outcome;
  switch (outcome.ending) {
    case Ending::exited:
      return std::nullopt;
    case Ending::signalled:
      if (auto words = terminated_at_start(outcome)) return words;
      return crash(run, code);
    case Ending::hung:
      return hang(run, code);
    case Ending::stopped:
      return simple("hang", "the program stopped itself (SIGSTOP) and would never have gone on");
    case Ending::cpu_limit:
      return out_of_time(run, code, true);
    case Ending::wall_limit:
      return out_of_time(run, code, 2 * outcome.cpu >= run.limit);
    case Ending::memory_limit:
      return simple("unbounded", fmt::format("memory grew without end: {} MiB and still growing",
                                             outcome.peak_memory_bytes >> 20));
    case Ending::output_limit:
      return simple("unbounded", "it printed more than 1 MiB and did not stop");
    case Ending::thread_limit:
      return simple("unbounded", "it started more and more threads");
    case Ending::process_limit:
      return simple("unbounded", "it started more and more processes");
    case Ending::refused:
      return simple("misuse", fmt::format("something wrote into the grader's own channel ({})",
                                          run.interference));
    case Ending::guard_lost:
      return simple("misuse", "it sent a signal to the process that watches over it");
    case Ending::interrupted:
      return EndingWords{Status::error, "internal_error", "the grading was interrupted", {}};
    case Ending::not_started:
      return EndingWords{Status::error,
                         "internal_error",
                         fmt::format("the grader could not be started: {}", outcome.error),
                         {}};
  }
  return std::nullopt;
}

EndingWords left_early(const GraderRun& run) {
  const std::string& output = run.outcome.output;
  if (has(output, "unexpected memory mapping") || has(output, "ThreadSanitizer: CHECK failed") ||
      has(output, "ThreadSanitizer failed to")) {
    return {
        Status::error,
        "internal_error",
        "ThreadSanitizer cannot run on this machine as it is set up: ./kata doctor says why and "
        "what helps",
        {}};
  }
  if (has(output, "simultaneously alive threads")) {
    return simple("unbounded", "it started more threads than ThreadSanitizer can watch");
  }
  if (has(output, "ThreadSanitizer: SEGV") || has(output, "ThreadSanitizer:DEADLYSIGNAL")) {
    return simple("crash", "the program was ended by " + signal_in_words(SIGSEGV));
  }
  if (has(output, "out-of-memory") || has(output, "allocation-size-too-big") ||
      has(output, "exceeds maximum supported size")) {
    return simple("unbounded", "it asked for more memory than there can be");
  }
  const std::string when =
      run.messages.empty() ? "before the first behaviour could begin" : "before it was over";
  return simple("crash", fmt::format("the code ended the whole program {}, with exit code {}", when,
                                     run.outcome.exit_code));
}

}  // namespace runner
