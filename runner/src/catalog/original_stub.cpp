#include "catalog/original_stub.h"

#include <string_view>
#include <system_error>
#include <vector>

#include "system/program.h"
#include "system/text.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

constexpr int kVersionsLookedAt = 500;

std::vector<std::string> git(const fs::path& root, std::vector<std::string> arguments) {
  // safe.directory: a clone that belongs to somebody else (a container's mount) is read all the
  // same; nothing of its configuration is run by the commands used here.
  std::vector<std::string> argv = {"git",        "-c", "safe.directory=*",
                                   "--no-pager", "-C", root.string()};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return argv;
}

std::size_t unwritten_parts(std::string_view content) {
  constexpr std::string_view kMark = "not implemented";
  std::size_t count = 0;
  for (std::size_t at = content.find(kMark); at != std::string_view::npos;
       at = content.find(kMark, at + kMark.size())) {
    ++count;
  }
  return count;
}

}  // namespace

std::optional<std::string> original_stub(const Layout& layout, const std::string& slug) {
  const fs::path file = layout.katas / slug / (slug + ".h");
  const fs::path inside = file.lexically_relative(layout.root);
  if (inside.empty() || *inside.begin() == "..") return std::nullopt;
  const ProgramResult history =
      run_program(git(layout.root, {"log", "--format=%H", "-n", std::to_string(kVersionsLookedAt),
                                    "HEAD", "--", inside.string()}));
  if (!history.succeeded()) return std::nullopt;
  std::optional<std::string> stub;
  std::size_t most = 0;
  for (const std::string& commit : split_lines(history.output)) {
    const ProgramResult version =
        run_program(git(layout.root, {"show", commit + ":./" + inside.string()}));
    if (!version.succeeded()) continue;
    const std::size_t parts = unwritten_parts(version.output);
    if (!stub || parts > most) {
      most = parts;
      stub = version.output;
    }
  }
  return stub;
}

}  // namespace runner
