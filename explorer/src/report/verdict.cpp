#include "explorer/report.h"
#include "report/telling/numbers.h"

namespace explorer {

std::string Report::verdict() const {
  if (!passed()) {
    return finding.summary.empty() ? std::string(name(finding.kind)) : finding.summary;
  }
  const std::string count = counted(schedules, "schedule");
  if (exhausted) {
    return schedules == 1 ? "proved: the only schedule" : "proved: all " + count;
  }
  return "sampled: " + count + ", seed " + std::to_string(seed);
}

}  // namespace explorer
