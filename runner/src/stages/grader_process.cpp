#include "stages/grader_process.h"

#include <algorithm>
#include <set>
#include <system_error>

#include "process/scratch.h"
#include "stages/channel_reader.h"
#include "stages/json_fields.h"

namespace runner {

namespace {

// What a behaviour may take on real threads is no measure for thousands of schedules, whose number
// is what bounds them.
std::chrono::milliseconds allowed(Stage stage, std::chrono::milliseconds limit) {
  constexpr std::chrono::seconds kForAnExploration{10};
  return stage == Stage::explorer ? std::max<std::chrono::milliseconds>(limit, kForAnExploration)
                                  : limit;
}

Limits grader_limits(Stage stage, std::chrono::milliseconds limit) {
  Limits limits;
  // Real threads use several processors at once.
  limits.cpu = stage == Stage::explorer ? limit : 2 * limit;
  limits.wall = limit;
  // The sanitizer's shadow memory counts several times over.
  limits.memory_bytes = 1ULL << 30;
  limits.output_bytes = 1ULL << 20;
  limits.detect_hang = true;
  return limits;
}

GraderRun run_grader(const GraderProgram& program, const std::vector<std::string>& arguments,
                     std::chrono::milliseconds limit) {
  const ScratchDirectory scratch;
  const std::string secret = ChannelReader::new_secret();
  ChannelReader reader(secret);
  GraderRun result;
  result.stage = program.stage;
  result.limit = limit;

  Command command;
  command.argv = {program.executable.string()};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.directory = scratch.path();
  command.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=" + scratch.path().string(),
                         "TMPDIR=" + scratch.path().string()};
  command.fixed_addresses = true;
  command.channel = true;
  command.greeting = secret + "\n";

  std::set<pid_t> runtime_threads;
  std::size_t seen = 0;
  bool failed = false;
  int signal = 0;
  pid_t crashed = 0;
  Observer observer;
  observer.on_channel = [&](std::string_view bytes) {
    const bool sound = reader.feed(bytes);
    for (; seen < reader.messages().size(); ++seen) {
      const nlohmann::json& message = reader.messages()[seen];
      failed = failed || message["type"] == "failure";
      if (message["type"] == "crash") {
        signal = static_cast<int>(number_of(message, "signal"));
        crashed = static_cast<pid_t>(number_of(message, "thread"));
      }
      if (message["type"] != "hello" || !message.contains("runtime_threads")) continue;
      for (const auto& thread : message["runtime_threads"]) {
        if (thread.is_number_integer()) runtime_threads.insert(thread.get<pid_t>());
      }
    }
    return sound;
  };
  observer.ignores_thread = [&](pid_t thread) { return runtime_threads.contains(thread); };
  // The grading library reports what it waited for in vain, and then rests.
  observer.expects_hang = [&] { return failed; };
  observer.dying_of = [&] { return signal; };
  observer.before_kill = [&](pid_t process, Ending ending) {
    switch (ending) {
      case Ending::signalled:
        result.stacks = stacks_of(process, [&](pid_t thread) { return thread != crashed; });
        break;
      case Ending::hung:
      case Ending::cpu_limit:
      case Ending::wall_limit:
        result.stacks = stacks_of(process, observer.ignores_thread);
        break;
      default:
        break;
    }
  };
  result.outcome = run(command, grader_limits(program.stage, limit), observer);
  result.messages = reader.messages();
  result.interference = reader.interference();
  return result;
}

}  // namespace

GraderRun list_behaviours(const GraderProgram& program) {
  return run_grader(program, {"--kata-list"}, std::chrono::seconds(10));
}

std::vector<std::string> arguments_for(const GraderProgram& program,
                                       const BehaviourRequest& request) {
  std::vector<std::string> arguments = {"--kata-behaviour=" + request.name,
                                        "--kata-seed=" + std::to_string(request.seed)};
  if (program.stage != Stage::explorer) return arguments;
  arguments.push_back("--kata-story=" + request.story);
  if (!request.backend.empty()) arguments.push_back("--kata-backend=" + request.backend);
  if (!request.token.empty()) arguments.push_back("--kata-replay=" + request.token);
  return arguments;
}

GraderRun run_behaviour(const GraderProgram& program, const BehaviourRequest& request) {
  return run_grader(program, arguments_for(program, request),
                    allowed(program.stage, request.limit));
}

}  // namespace runner
