#include "stages/grader_process.h"

#include <algorithm>
#include <set>
#include <system_error>

#include "process/scratch.h"
#include "stages/channel_reader.h"

namespace runner {

namespace {

Limits grader_limits(std::chrono::milliseconds limit) {
  Limits limits;
  // Threads on several processors use them at once.
  limits.cpu = 2 * limit;
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
  Observer observer;
  observer.on_channel = [&](std::string_view bytes) {
    const bool sound = reader.feed(bytes);
    for (; seen < reader.messages().size(); ++seen) {
      const nlohmann::json& message = reader.messages()[seen];
      failed = failed || message["type"] == "failure";
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
  observer.before_kill = [&](pid_t process, Ending ending) {
    if (ending != Ending::hung && ending != Ending::cpu_limit && ending != Ending::wall_limit) {
      return;
    }
    result.stacks = stacks_of(process, observer.ignores_thread);
  };
  result.outcome = run(command, grader_limits(limit), observer);
  result.messages = reader.messages();
  result.interference = reader.interference();
  return result;
}

}  // namespace

GraderRun list_behaviours(const GraderProgram& program) {
  return run_grader(program, {"--kata-list"}, std::chrono::seconds(10));
}

GraderRun run_behaviour(const GraderProgram& program, const std::string& name, std::uint64_t seed,
                        std::chrono::milliseconds limit) {
  return run_grader(program, {"--kata-behaviour=" + name, "--kata-seed=" + std::to_string(seed)},
                    limit);
}

}  // namespace runner
