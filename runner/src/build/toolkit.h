// What is needed to compile a grader for one stage without CMake: compiler, flags, prebuilt
// libraries, precompiled header. CMake describes it in <toolkits>/<stage>.json.
//
// Thread-safety: plain data; load_toolkit() may be called from any thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "verdict/verdict.h"

namespace runner {

struct Toolkit {
  Stage stage = Stage::tsan;
  std::string compiler;
  std::string compiler_version;
  std::vector<std::string> compile;  // Flags.
  std::vector<std::string> link;     // Flags and libraries, after the object.
  std::filesystem::path symbolizer;  // Empty when there is none.
  std::string fingerprint;           // Changes when anything of the above does.

  // The compiler: "clang 19.1.7".
  [[nodiscard]] std::string description() const;
};

// Who watches over the code in a stage: "ThreadSanitizer"; empty when nobody does.
[[nodiscard]] std::string watcher(Stage stage);

// Where toolkits are: as the layout says, else $KATA_TOOLKITS, else beside this program's own
// build, else in the release build of the repository.
[[nodiscard]] std::filesystem::path toolkits_directory(const Layout& layout);

// Whether this build of the project has the stage at all: the explorer needs a processor that it
// knows.
[[nodiscard]] bool has_toolkit(const Layout& layout, Stage stage);

// Throws UserError, which says what to run, when the toolkit is missing, damaged, or names files
// that are not there.
[[nodiscard]] Toolkit load_toolkit(const Layout& layout, Stage stage);

}  // namespace runner
