// The tokens of a source file in order, and what brackets match.
//
// Thread-safety: immutable once made.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

struct Token {
  std::size_t begin = 0;  // Bytes of the source, `end` excluded.
  std::size_t end = 0;
  bool identifier = false;  // Or a keyword.
  std::string text;
};

class Tokens {
 public:
  // In the order of the source, without comments.
  explicit Tokens(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  // The first token that begins at `offset` or after it; null at the end of the file.
  [[nodiscard]] const Token* at_or_after(std::size_t offset) const;
  // The last token that ends at `offset` or before it; null at the beginning.
  [[nodiscard]] const Token* before(std::size_t offset) const;
  // Those that lie in [begin, end).
  [[nodiscard]] std::vector<const Token*> between(std::size_t begin, std::size_t end) const;

  // The first `(` at `offset` or after it, and the `)` that closes it.
  struct Brackets {
    const Token* open = nullptr;
    const Token* close = nullptr;
  };
  [[nodiscard]] std::optional<Brackets> parentheses_after(std::size_t offset) const;
  // What the bracket that ends at `end` closes, of any kind; null when there is no such bracket.
  [[nodiscard]] const Token* opening_of(std::size_t end) const;

 private:
  std::vector<Token> tokens_;
};

}  // namespace runner
