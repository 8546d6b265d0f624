#include "build/build_result.h"

#include <utility>

#include "system/text.h"

namespace runner {

BuildResult rejected(CompileError error) {
  error.message = printable(valid_utf8(error.message));
  for (std::string& line : error.context) line = printable(valid_utf8(line));
  BuildResult result;
  result.kind = BuildResult::Kind::rejected;
  result.error = std::move(error);
  return result;
}

BuildResult rejected(const std::filesystem::path& header, std::string message) {
  CompileError error;
  error.file = header;
  error.message = std::move(message);
  error.in_learners_file = false;
  return rejected(std::move(error));
}

BuildResult failed(std::string problem) {
  BuildResult result;
  result.problem = std::move(problem);
  return result;
}

}  // namespace runner
