#include "verbs/schedules/debugger.h"

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "build/toolkit.h"
#include "output/plain_text.h"
#include "process/scratch.h"
#include "stages/grader_process.h"
#include "system/program.h"
#include "user_error.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

fs::path gdb() {
  if (const auto found = find_program("gdb")) return *found;
  throw UserError(
      "There is no gdb on this machine. It is in the package gdb:\n\n"
      "  sudo apt-get install gdb");
}

// Variables too, and all functions where they stand in the source.
Toolkit for_debugging(Toolkit toolkit) {
  toolkit.compile.insert(toolkit.compile.end(), {"-g", "-O0"});
  toolkit.fingerprint += "-debug";
  return toolkit;
}

fs::path built(const GradeRequest& request, const fs::path& scratch) {
  GraderBuild build(build_request(request, scratch));
  const BuildResult result =
      build.program(for_debugging(load_toolkit(request.layout, Stage::explorer)));
  if (result.kind == BuildResult::Kind::built) return result.executable;
  if (result.kind == BuildResult::Kind::rejected)
    throw UserError(plain_compile_error(result.error));
  throw UserError(result.kind == BuildResult::Kind::failed ? result.problem : "Interrupted.");
}

std::vector<std::string> gdb_command(const GradeRequest& request, const fs::path& program,
                                     bool interactive) {
  const std::string header = request.header.filename().string();
  std::vector<std::string> argv = {gdb().string(), "-q"};
  if (!interactive) argv.emplace_back("-batch");
  for (const std::string& line :
       {std::string("set debuginfod enabled off"), std::string("set confirm off"),
        std::string("set print thread-events off"),
        "directory " + request.header.parent_path().string()}) {
    argv.insert(argv.end(), {"-iex", line});
  }
  // One stop at each function of the header; the grader itself stays out of sight.
  argv.insert(argv.end(), {"-ex", "rbreak " + header + ":.", "-ex", "run"});
  if (interactive) {
    argv.insert(argv.end(), {"-ex", "info threads"});
  } else {
    argv.insert(argv.end(), {"-ex", "backtrace 4", "-ex", "info threads"});
  }
  argv.insert(argv.end(), {"--args", program.string()});
  const std::vector<std::string> arguments =
      arguments_for({.executable = program, .stage = Stage::explorer},
                    {.name = request.behaviour, .seed = request.seed, .token = request.token});
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  argv.emplace_back("--kata-backend=kernel_threads");
  return argv;
}

// gdb gets the terminal, and Ctrl-C is for the program under it.
int run_on_terminal(std::vector<std::string> words) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  struct sigaction ignore{};
  struct sigaction before{};
  ignore.sa_handler = SIG_IGN;
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  sigaction(SIGINT, &ignore, &before);
  pid_t child = 0;
  const int error = posix_spawn(&child, argv.front(), nullptr, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  int status = 0;
  while (error == 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  sigaction(SIGINT, &before, nullptr);
  if (error != 0) throw std::system_error(error, std::generic_category(), "gdb");
  constexpr int kSignalled = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
}

}  // namespace

int debug_schedule(const Context& context, const GradeRequest& request) {
  (void)gdb();  // Before anything is built.
  const ScratchDirectory scratch;
  context.terminal.progress("building for the debugger");
  const fs::path program = built(request, scratch.path());
  context.terminal.progress("");
  const bool interactive = context.terminal.interactive_input();
  context.terminal.print_line(
      "gdb stops at each function of the header: `continue` to the next, `step` inside, "
      "`backtrace` and `info threads` to see who is where.");
  return run_on_terminal(gdb_command(request, program, interactive)) == 0 ? 0 : 2;
}

}  // namespace runner
