#include "catalog/catalog.h"

namespace runner {

Layout Layout::of_repository(const std::filesystem::path& root) {
  return {.root = root,
          .katas = root / "katas",
          .graders = root / "graders",
          .solutions = root / "solutions",
          .docs = root / "docs"};
}

}  // namespace runner
