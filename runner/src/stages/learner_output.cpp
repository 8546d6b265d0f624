#include "stages/learner_output.h"

#include <string_view>

#include "system/text.h"

namespace runner {

namespace {

constexpr std::size_t kMostOutput = 64UL * 1024;

std::string without_sanitizer_reports(const std::string& output) {
  constexpr std::string_view kRuler = "==================";
  std::string kept;
  bool report = false;
  for (const std::string& line : split_lines(output)) {
    if (line == kRuler) {
      report = !report;
    } else if (!report && !line.starts_with("ThreadSanitizer: reported ")) {
      kept += line + "\n";
    }
  }
  return valid_utf8(kept);
}

}  // namespace

void add_learner_output(std::string& kept, const std::string& output) {
  if (kept.size() >= kMostOutput) return;
  kept += without_sanitizer_reports(output);
  if (kept.size() > kMostOutput) kept.resize(kMostOutput);
}

}  // namespace runner
