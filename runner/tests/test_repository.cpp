#include "test_repository.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "system/files.h"
#include "system/program.h"
#include "verbs/starter/starter.h"

namespace runner {

namespace {

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

TestRepository::TestRepository() {
  for (const StarterFile& file : starter_files("tally", "Tally")) {
    folder_.write(file.path.string(), file.content);
  }
  folder_.write("docs/findings/README.md", "# Findings\n");
  folder_.write(
      "docs/findings/data_race.md",
      "# data_race\n\nTwo threads touch the same memory and nothing orders them. More.\n");
  folder_.write("docs/findings/lost_wakeup.md", "# lost_wakeup\n\nNobody told the waiter.\n");
}

void TestRepository::add_kata(const std::string& slug, int level,
                              const std::string& requires_) const {
  folder_.write("katas/" + slug + "/README.md", "# " + slug + "\n");
  folder_.write("katas/" + slug + "/kata.json",
                R"({"title": "T", "summary": "S", "minutes": 5, "concepts": [], "level": )" +
                    std::to_string(level) + R"(, "requires": [)" + requires_ + "]}");
}

void TestRepository::solve_tally() const {
  write_file(folder_ / "katas/tally/tally.h", *read_file(folder_ / "solutions/tally/tally.h"));
}

void TestRepository::commit_all() const {
  const std::string here = folder_.path().string();
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"init", "-q"}, {"add", "."}, {"commit", "-q", "-m", "all"}}) {
    std::vector<std::string> argv = {
        "git", "-C", here, "-c", "user.name=n", "-c", "user.email=e@e.example",
        // Whatever the user has for repositories that are real.
        "-c", "commit.gpgsign=false", "-c", "core.hooksPath=/dev/null"};
    argv.insert(argv.end(), command.begin(), command.end());
    const ProgramResult result = run_program(argv, true);
    ASSERT_TRUE(result.succeeded()) << result.output;
  }
}

std::vector<std::string> TestRepository::environment_for(
    const std::map<std::string, std::string>& more) const {
  std::map<std::string, std::string> all = {{"KATA_ROOT", folder_.path().string()},
                                            {"KATA_STATE", (folder_ / ".kata").string()},
                                            {"TERM", "xterm"}};
  for (const char* kept : {"PATH", "TMPDIR", "KATA_TOOLKITS"}) {
    if (const char* value = std::getenv(kept); value != nullptr) all[kept] = value;
  }
  for (const auto& [name, value] : more) all[name] = value;
  std::vector<std::string> lines;
  for (const auto& [name, value] : all) lines.push_back(name + "=" + value);
  return lines;
}

Ran TestRepository::run(const std::vector<std::string>& arguments,
                        const std::map<std::string, std::string>& environment) const {
  std::vector<std::string> argv = {KATA_RUNNER};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = environment_for(environment);
  std::vector<char*> argv_pointers = pointers_to(argv);
  std::vector<char*> variable_pointers = pointers_to(variables);
  const ScratchFolder results;
  const std::string out = (results / "out").string();
  const std::string err = (results / "err").string();
  const std::string here = folder_.path().string();
  const pid_t child = ::fork();
  if (child == 0) {
    const int input = ::open("/dev/null", O_RDONLY);
    const int output = ::open(out.c_str(), O_WRONLY | O_CREAT, 0600);
    const int errors = ::open(err.c_str(), O_WRONLY | O_CREAT, 0600);
    const bool ready = ::dup2(input, 0) == 0 && ::dup2(output, 1) == 1 && ::dup2(errors, 2) == 2 &&
                       ::chdir(here.c_str()) == 0;
    if (ready) ::execve(argv_pointers[0], argv_pointers.data(), variable_pointers.data());
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .out = read_file(out).value_or(""),
          .err = read_file(err).value_or("")};
}

}  // namespace runner
