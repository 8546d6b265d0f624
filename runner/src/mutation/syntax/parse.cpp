#include "mutation/syntax/parse.h"

#include <clang-c/Index.h>
#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "mutation/syntax/clang_text.h"
#include "mutation/syntax/reader.h"

namespace runner {

namespace {

struct IndexEnd {
  void operator()(CXIndex index) const { clang_disposeIndex(index); }
};
struct UnitEnd {
  void operator()(CXTranslationUnit unit) const { clang_disposeTranslationUnit(unit); }
};
using Index = std::unique_ptr<std::remove_pointer_t<CXIndex>, IndexEnd>;
using Unit = std::unique_ptr<std::remove_pointer_t<CXTranslationUnit>, UnitEnd>;

std::string described(CXDiagnostic diagnostic) {
  unsigned line = 0;
  clang_getFileLocation(clang_getDiagnosticLocation(diagnostic), nullptr, &line, nullptr, nullptr);
  return fmt::format("line {}: {}", line, text_of(clang_getDiagnosticSpelling(diagnostic)));
}

void require_no_errors(CXTranslationUnit unit) {
  const unsigned count = clang_getNumDiagnostics(unit);
  for (unsigned i = 0; i < count; ++i) {
    const CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
    const bool grave = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
    const std::string words = grave ? described(diagnostic) : "";
    clang_disposeDiagnostic(diagnostic);
    if (grave) throw std::invalid_argument(words);
  }
}

}  // namespace

SyntaxTree parse_cpp(const std::filesystem::path& path, std::string source,
                     const std::vector<std::string>& flags) {
  std::vector<const char*> arguments = {"-xc++", "-w"};
  for (const std::string& flag : flags) arguments.push_back(flag.c_str());
  const std::string name = path.string();
  CXUnsavedFile content{name.c_str(), source.c_str(), source.size()};
  const Index index(clang_createIndex(0, 0));
  CXTranslationUnit parsed = nullptr;
  const CXErrorCode error = clang_parseTranslationUnit2(
      index.get(), name.c_str(), arguments.data(), static_cast<int>(arguments.size()), &content, 1,
      CXTranslationUnit_None, &parsed);
  const Unit unit(parsed);
  if (error != CXError_Success) {
    throw std::invalid_argument(
        fmt::format("libclang could not read it (error {})", static_cast<int>(error)));
  }
  require_no_errors(unit.get());
  SyntaxTree tree;
  const CXFile file = clang_getFile(unit.get(), name.c_str());
  tree.root = CursorReader(unit.get(), file, source).read_file();
  tree.root.begin = 0;
  tree.root.end = source.size();
  tree.source = std::move(source);
  return tree;
}

}  // namespace runner
