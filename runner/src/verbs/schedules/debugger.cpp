#include "verbs/schedules/debugger.h"

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "build/toolkit.h"
#include "output/plain_text.h"
#include "process/scratch.h"
#include "stages/grader_process.h"
#include "system/files.h"
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

// Sets a breakpoint on every function of the header. gdb's own rbreak misses templates and talks a
// lot: it is read instead of shown, and what it could not do is done by name.
constexpr const char* kBreakpoints = R"python(import re

def without_brackets(name):
    while True:
        shorter = re.sub(r"<[^<>]*>", "", name)
        if shorter == name:
            return name.split("(")[0].split(" ")[-1].strip()
        name = shorter

said = gdb.execute("rbreak {header}:.", to_string=True)
names = set()
for mangled in re.findall(r'Function "(_Z\w+)" not defined', said):
    names.add(without_brackets(gdb.execute("demangle " + mangled, to_string=True)))
for name in sorted(names):
    try:
        gdb.execute("break " + name, to_string=True)
    except gdb.error:
        pass
)python";

fs::path breakpoints(const std::string& header, const fs::path& scratch) {
  std::string script = kBreakpoints;
  constexpr std::string_view kHeader = "{header}";
  script.replace(script.find(kHeader), kHeader.size(), header);
  const fs::path file = scratch / "breakpoints.py";
  write_file(file, script);
  return file;
}

std::vector<std::string> gdb_command(const GradeRequest& request, const fs::path& program,
                                     const fs::path& scratch, bool interactive) {
  std::vector<std::string> argv = {gdb().string(), "-q"};
  if (!interactive) argv.emplace_back("-batch");
  for (const char* const line :
       {"set debuginfod enabled off", "set confirm off", "set print thread-events off"}) {
    argv.insert(argv.end(), {"-iex", line});
  }
  const fs::path script = breakpoints(request.header.filename().string(), scratch);
  argv.insert(argv.end(), {"-x", script.string(), "-ex", "run", "-ex", "info threads"});
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
  return run_on_terminal(gdb_command(request, program, scratch.path(), interactive)) == 0 ? 0 : 2;
}

}  // namespace runner
