// A reference solution with one mistake in it.
//
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "mutation/syntax/node.h"

namespace runner {

struct Mutant {
  // "drop_notify.release.3f2a91": operator, function, and a sum of the lines before and after.
  // Stays the same when the file changes elsewhere. Equal changes in one function are told apart
  // by "-2", "-3", ... in the order of the source.
  std::string id;
  std::string operator_name;
  std::string function;  // "class" for what stands in none.
  std::size_t line = 0;  // From 1.
  std::size_t column = 0;
  std::string original;  // The lines that differ, without common indentation.
  std::string mutated;
  std::string source;  // The whole file, changed.
};

// All mutants of `tree`, in the order of the source, no two of which have the same text. What
// `stub` has word for word, a whole function or a line outside of functions, is left alone: it is
// given to those who solve the kata, so a mistake in it is none of theirs.
[[nodiscard]] std::vector<Mutant> mutants_of(const SyntaxTree& tree, std::string_view stub = {});

// Those that `chosen` names: an id, a part of one, or an operator; all when it is empty.
[[nodiscard]] std::vector<Mutant> chosen_mutants(std::vector<Mutant> mutants,
                                                 std::string_view chosen);

}  // namespace runner
