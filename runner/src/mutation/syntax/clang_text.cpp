#include "mutation/syntax/clang_text.h"

namespace runner {

namespace {

std::optional<std::size_t> offset_in(CXFile file, CXSourceLocation location) {
  CXFile where = nullptr;
  unsigned offset = 0;
  clang_getFileLocation(location, &where, nullptr, nullptr, &offset);
  if (where == nullptr || clang_File_isEqual(where, file) == 0) return std::nullopt;
  return offset;
}

}  // namespace

std::string text_of(CXString string) {
  const char* const characters = clang_getCString(string);
  std::string text = characters == nullptr ? "" : characters;
  clang_disposeString(string);
  return text;
}

std::optional<Bytes> bytes_in(CXFile file, CXSourceRange range) {
  const auto begin = offset_in(file, clang_getRangeStart(range));
  const auto end = offset_in(file, clang_getRangeEnd(range));
  if (!begin || !end || *end < *begin) return std::nullopt;
  return Bytes{*begin, *end};
}

std::vector<Token> tokens_of(CXTranslationUnit unit, CXFile file, std::size_t size) {
  const CXSourceRange all =
      clang_getRange(clang_getLocationForOffset(unit, file, 0),
                     clang_getLocationForOffset(unit, file, static_cast<unsigned>(size)));
  CXToken* tokens = nullptr;
  unsigned count = 0;
  clang_tokenize(unit, all, &tokens, &count);
  std::vector<Token> found;
  for (unsigned i = 0; i < count; ++i) {
    const CXTokenKind kind = clang_getTokenKind(tokens[i]);
    if (kind == CXToken_Comment) continue;
    const auto bytes = bytes_in(file, clang_getTokenExtent(unit, tokens[i]));
    if (!bytes) continue;
    found.push_back({bytes->begin, bytes->end,
                     kind == CXToken_Identifier || kind == CXToken_Keyword,
                     text_of(clang_getTokenSpelling(unit, tokens[i]))});
  }
  clang_disposeTokens(unit, tokens, count);
  return found;
}

}  // namespace runner
