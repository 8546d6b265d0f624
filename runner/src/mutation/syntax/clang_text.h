// What libclang says, as ordinary strings and offsets.
#pragma once

#include <clang-c/Index.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mutation/syntax/tokens.h"

namespace runner {

// Takes over `string`.
[[nodiscard]] std::string text_of(CXString string);

struct Bytes {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Nothing for what is not, or not as a whole, in that file.
[[nodiscard]] std::optional<Bytes> bytes_in(CXFile file, CXSourceRange range);

// Those of a file of so many bytes, without comments.
[[nodiscard]] std::vector<Token> tokens_of(CXTranslationUnit unit, CXFile file, std::size_t size);

}  // namespace runner
