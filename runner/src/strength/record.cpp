#include "strength/record.h"

#include <algorithm>

namespace runner {

bool FaultFigures::declares(const std::string& finding) const {
  return std::ranges::find(findings, finding) != findings.end();
}

KataFigures* StrengthRecord::find(const std::string& slug) {
  const auto found = std::ranges::find(katas, slug, &KataFigures::slug);
  return found == katas.end() ? nullptr : &*found;
}

const KataFigures* StrengthRecord::find(const std::string& slug) const {
  const auto found = std::ranges::find(katas, slug, &KataFigures::slug);
  return found == katas.end() ? nullptr : &*found;
}

}  // namespace runner
