#include "mutation/syntax/tokens.h"

#include <algorithm>

namespace runner {

namespace {

bool opens(const Token& token) {
  return token.text == "(" || token.text == "[" || token.text == "{";
}
bool closes(const Token& token) {
  return token.text == ")" || token.text == "]" || token.text == "}";
}

}  // namespace

const Token* Tokens::at_or_after(std::size_t offset) const {
  const auto found = std::ranges::lower_bound(tokens_, offset, {}, &Token::begin);
  return found == tokens_.end() ? nullptr : &*found;
}

const Token* Tokens::before(std::size_t offset) const {
  const auto after = std::ranges::upper_bound(tokens_, offset, {}, &Token::end);
  return after == tokens_.begin() ? nullptr : &*std::prev(after);
}

std::vector<const Token*> Tokens::between(std::size_t begin, std::size_t end) const {
  std::vector<const Token*> found;
  for (auto token = std::ranges::lower_bound(tokens_, begin, {}, &Token::begin);
       token != tokens_.end() && token->end <= end; ++token) {
    found.push_back(&*token);
  }
  return found;
}

std::optional<Tokens::Brackets> Tokens::parentheses_after(std::size_t offset) const {
  auto token = std::ranges::lower_bound(tokens_, offset, {}, &Token::begin);
  while (token != tokens_.end() && token->text != "(") ++token;
  if (token == tokens_.end()) return std::nullopt;
  Brackets brackets{&*token, nullptr};
  int depth = 0;
  for (; token != tokens_.end(); ++token) {
    if (opens(*token)) ++depth;
    if (closes(*token)) --depth;
    if (depth == 0) {
      brackets.close = &*token;
      return brackets;
    }
  }
  return std::nullopt;
}

const Token* Tokens::opening_of(std::size_t end) const {
  auto token = std::ranges::lower_bound(tokens_, end, {}, &Token::end);
  if (token == tokens_.end() || token->end != end || !closes(*token)) return nullptr;
  int depth = 0;
  for (;; --token) {
    if (closes(*token)) ++depth;
    if (opens(*token)) --depth;
    if (depth == 0) return &*token;
    if (token == tokens_.begin()) return nullptr;
  }
}

}  // namespace runner
