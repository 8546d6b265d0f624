// Compiles a kata's grader against somebody's header and links it for one or several stages.
//
// Compiling is what takes the time. Stages whose toolkits compile alike share the objects, so that
// a second stage costs a link and no more. With two processors to use, a grader is compiled in two
// parts at the same time: the behaviours of core, and the rest (grading/behaviour.h).
//
// Thread-safety: none; different builds may run at once, with a scratch directory each.
#pragma once

#include <atomic>
#include <filesystem>
#include <future>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "build/build_request.h"
#include "build/build_result.h"
#include "build/tool_run.h"
#include "build/toolkit.h"

namespace runner {

class GraderBuild {
 public:
  // Reads header and grader: what is built is what they hold now. Throws UserError when one of
  // them is not a file that can be read.
  explicit GraderBuild(BuildRequest request);
  GraderBuild(const GraderBuild&) = delete;
  GraderBuild& operator=(const GraderBuild&) = delete;

  // The behaviours of core alone, while the rest goes on being compiled. Nothing when there is no
  // such short cut: one processor, a program that exists already, or a header that only the whole
  // grader can judge. Blocks until core is compiled.
  [[nodiscard]] std::optional<BuildResult> core_program(const Toolkit& toolkit);

  // The grader as `toolkit` makes it. Blocks for as long as that takes: seconds when it has to be
  // compiled first.
  [[nodiscard]] BuildResult program(const Toolkit& toolkit);

  // What the header held when this object was made; nothing when it was too large to be one.
  [[nodiscard]] const std::optional<std::string>& header() const { return header_; }

  // Whether a build failed because somebody saved the header meanwhile. A new object is needed.
  [[nodiscard]] bool outdated() const { return outdated_; }

 private:
  // Each does one step and says what stopped it.
  [[nodiscard]] std::optional<BuildResult> make(const Toolkit& toolkit,
                                                const std::filesystem::path& program);
  [[nodiscard]] std::optional<BuildResult> compile_parts(const Toolkit& toolkit);
  [[nodiscard]] std::optional<BuildResult> compile_core(const Toolkit& toolkit);
  [[nodiscard]] std::optional<BuildResult> await_rest();
  void give_up_parts();
  [[nodiscard]] std::optional<BuildResult> compile_whole(const Toolkit& toolkit);
  [[nodiscard]] std::optional<BuildResult> look_at_macros(const Toolkit& toolkit,
                                                          const std::string& piece);
  [[nodiscard]] std::optional<BuildResult> link_whole(const Toolkit& toolkit,
                                                      const std::filesystem::path& program) const;

  [[nodiscard]] ToolRun compile(const Toolkit& toolkit, const std::string& piece);
  [[nodiscard]] ToolRun link(const Toolkit& toolkit, const std::vector<std::string>& pieces,
                             const std::filesystem::path& program) const;
  [[nodiscard]] std::filesystem::path program_file(const Toolkit& toolkit) const;
  [[nodiscard]] std::string key(const Toolkit& toolkit) const;
  [[nodiscard]] std::vector<std::string> compiler(const Toolkit& toolkit,
                                                  const std::string& piece) const;
  [[nodiscard]] std::string file(const std::string& piece, const char* extension) const;

  BuildRequest request_;
  std::optional<std::string> header_;  // Nothing when it is too large.
  std::string grader_;
  bool whole_;                       // Compiled in one piece.
  std::set<std::string> looked_at_;  // The pieces whose macros are fine.
  std::atomic<bool> outdated_{false};
  std::vector<std::string>
      compiled_by_;            // The command that made the objects; empty: there are none.
  std::future<ToolRun> rest_;  // Valid while that part is being compiled. Last: it uses the others.
};

}  // namespace runner
