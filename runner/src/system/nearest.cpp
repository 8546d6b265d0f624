#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "system/text.h"

namespace runner {

namespace {

// Optimal string alignment distance: edits and swaps of neighbours cost one each.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

std::string folded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '-') {
      out += '_';
    } else {
      out += (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> nearest(std::string_view wrong, const std::vector<std::string>& names) {
  constexpr std::size_t kLongestName = 64;  // Nobody mistypes a novel; keeps the table small.
  constexpr std::size_t kMostSuggestions = 3;
  const std::string asked = folded(wrong.substr(0, kLongestName));
  const std::size_t allowed = std::max<std::size_t>(asked.size() > 3 ? 2 : 1, asked.size() / 3);
  std::vector<std::pair<std::size_t, std::size_t>> found;  // Distance, index into `names`.
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string candidate = folded(names[i]);
    const bool contained = asked.size() >= 2 && candidate.find(asked) != std::string::npos;
    const std::size_t apart = contained ? 1 : distance(asked, candidate);
    if (apart <= allowed) found.emplace_back(apart, i);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> best;
  for (const auto& [apart, index] : found) {
    if (best.size() < kMostSuggestions) best.push_back(names[index]);
  }
  return best;
}

std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& names) {
  const std::vector<std::string> near = nearest(wrong, names);
  if (near.empty()) return "";
  std::string text = "Did you mean ";
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (i > 0) text += i + 1 == near.size() ? " or " : ", ";
    text += near[i];
  }
  return text + "?";
}

}  // namespace runner
