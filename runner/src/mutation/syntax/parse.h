// Makes a syntax tree of a C++ file, with libclang. The only place that knows of it.
//
// Thread-safety: may be called from several threads at once.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mutation/syntax/node.h"

namespace runner {

// Parses `source` as what the file `path` holds; that file need not exist. Only what stands in it
// is in the tree, not what it includes. `flags` are those of a compiler. Blocks for a second or
// two. Throws std::invalid_argument with the first error, "line 3: ...", when it is not valid C++.
[[nodiscard]] SyntaxTree parse_cpp(const std::filesystem::path& path, std::string source,
                                   const std::vector<std::string>& flags);

}  // namespace runner
