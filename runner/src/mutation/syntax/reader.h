// From libclang's cursors to nodes of the syntax tree.
#pragma once

#include <clang-c/Index.h>

#include <string>
#include <vector>

#include "mutation/syntax/node.h"
#include "mutation/syntax/tokens.h"

namespace runner {

// One use, for one file that has been parsed without errors.
class CursorReader {
 public:
  CursorReader(CXTranslationUnit unit, CXFile file, const std::string& source);

  // The whole file.
  [[nodiscard]] Node read_file() const;

 private:
  [[nodiscard]] Node read(CXCursor cursor) const;
  [[nodiscard]] std::vector<Node> read_children(CXCursor cursor) const;

  // Each gives a node, whose kind, bytes and children are there already, what is particular to its
  // kind.
  void finish(Node& node) const;
  void finish_name(Node& node) const;
  void finish_call(Node& node) const;
  [[nodiscard]] bool finish_operator(Node& node) const;
  void finish_unary(Node& node) const;
  void finish_branch(Node& node) const;
  static void finish_do(Node& node);
  void finish_for(Node& node) const;
  void finish_last_body(Node& node) const;

  // What stands where a statement is expected, as one, with its semicolon.
  [[nodiscard]] Node statement(Node node) const;
  void make_statements(std::vector<Node>& nodes) const;

  CXTranslationUnit unit_;
  CXFile file_;
  Tokens tokens_;
};

}  // namespace runner
