#include "mutation/edit.h"

#include <algorithm>

namespace runner {

std::string with_edits(std::string_view source, std::vector<Edit> edits) {
  // An insertion sort keeps the order of equals; there are few.
  for (std::size_t i = 1; i < edits.size(); ++i) {
    for (std::size_t j = i; j > 0 && edits[j].begin < edits[j - 1].begin; --j) {
      std::swap(edits[j], edits[j - 1]);
    }
  }
  std::string text;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    text += source.substr(at, edit.begin - at);
    text += edit.text;
    at = std::max(at, edit.end);
  }
  text += source.substr(at);
  return text;
}

}  // namespace runner
