// The program behind the script `kata`.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "catalog/catalog.h"
#include "state/state_store.h"
#include "system/terminal.h"
#include "verbs/command_line.h"

namespace {

namespace fs = std::filesystem;

bool is_repository(const fs::path& folder) {
  std::error_code error;
  return fs::is_directory(folder / "katas", error);
}

// KATA_ROOT, which the script sets; else the repository around this program or the working
// directory. Empty when there is none.
fs::path find_root() {
  std::error_code error;
  if (const char* root = std::getenv("KATA_ROOT"); root != nullptr && *root != '\0') {
    return fs::absolute(root, error);
  }
  for (fs::path folder : {fs::read_symlink("/proc/self/exe", error), fs::current_path(error)}) {
    while (!folder.empty() && folder != folder.root_path()) {
      if (is_repository(folder)) return folder;
      folder = folder.parent_path();
    }
  }
  return {};
}

// As it can be typed from here.
std::string command_from_here(const fs::path& root) {
  std::error_code error;
  const fs::path relative = (root / "kata").lexically_relative(fs::current_path(error));
  if (error || relative.empty()) return (root / "kata").string();
  if (relative == "kata") return "./kata";
  const std::string text = relative.string();
  return text.starts_with("../../../") ? (root / "kata").string() : text;
}

fs::path state_directory(const fs::path& root) {
  std::error_code error;
  const char* state = std::getenv("KATA_STATE");
  return state != nullptr && *state != '\0' ? fs::absolute(state, error) : root / ".kata";
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that goes away is no reason to die, nor to complain: Terminal drops the rest.
  std::signal(SIGPIPE, SIG_IGN);
  const fs::path root = find_root();
  if (root.empty() || !is_repository(root)) {
    std::fputs("There are no katas here: start the command with the script `kata` in the clone.\n",
               stderr);
    return 2;
  }
  runner::Terminal terminal;
  const runner::StateStore state(state_directory(root), [&terminal](const std::string& warning) {
    terminal.complain("Note: " + warning);
  });
  runner::Context context{.command = command_from_here(root),
                          .layout = runner::Layout::of_repository(root),
                          .terminal = terminal,
                          .state = state};
  const int code = runner::run_command_line(context, argc, argv);
  const int failed = terminal.output_error();
  if (failed == 0) return code;
  terminal.complain("The output could not be written: " + std::generic_category().message(failed) +
                    ".");
  constexpr int kSignalled = 128;
  return code > kSignalled ? code : 2;
}
