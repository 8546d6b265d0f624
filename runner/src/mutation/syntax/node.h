// A C++ source file as a tree of what mutation operators look at: statements, calls, conditions,
// with the bytes of the file that each stands for. Plain data, no trace of the parser it comes
// from.
//
// Thread-safety: plain data and pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

enum class NodeKind : std::uint8_t {
  other,
  function,  // With a body; name.
  lambda,
  // Statements. Their bytes include the semicolon.
  block,
  expression_statement,  // One child, the expression.
  declaration,           // Children: variables.
  if_,                   // condition (unless it declares something), body, perhaps otherwise
  while_,                // condition (likewise), body
  do_,                   // body, condition
  for_,                  // perhaps condition, body
  range_for,             // body
  switch_,
  case_,
  try_,    // body, then catch_ ...
  catch_,  // body
  return_,
  jump,  // break, continue, goto
  // Expressions.
  call,        // callee, then arguments; name without qualification.
  binary,      // operand, operator_, operand; name is the operator.
  assignment,  // The same for =, += and their like.
  unary,       // operator_ and operand in the order of the source; name is the operator.
  conditional,
  throw_,
  name,    // A variable, member or function referred to; name.
  type,    // A type or template referred to; name, as far as it stands there.
  number,  // An integer literal.
  truth,   // true, false
  text,    // A string literal.
  // Others.
  variable,   // name, type; the children are its type and initializer.
  parameter,  // The same.
  operator_,
};

enum class Role : std::uint8_t {
  none,
  condition,
  body,
  otherwise,
  callee,
  argument,
  operand,
  operator_,
};

struct Node {
  NodeKind kind = NodeKind::other;
  Role role = Role::none;
  std::size_t begin = 0;  // Bytes of the source, `end` excluded.
  std::size_t end = 0;
  std::string name;
  std::string type;  // As the compiler understands it, of variables and expressions; may be empty.
  std::vector<Node> children;

  // The first child in that role; null when there is none.
  [[nodiscard]] const Node* child(Role wanted) const;
  [[nodiscard]] std::vector<const Node*> all(Role wanted) const;
};

struct SyntaxTree {
  std::string source;
  Node root;

  [[nodiscard]] std::string text(const Node& node) const;
};

[[nodiscard]] bool is_statement(NodeKind kind);

// The nodes around one, outermost first.
using Ancestors = std::vector<const Node*>;

// Calls visit(node, ancestors) for `root` and all below it, in the order of the source.
void walk(const Node& root, const std::function<void(const Node&, const Ancestors&)>& visit);

// Whether `accept` holds for `root` or anything below it.
[[nodiscard]] bool any_below(const Node& root, const std::function<bool(const Node&)>& accept);

// Whether a variable, member or function of that name is referred to in `root`.
[[nodiscard]] bool mentions(const Node& root, std::string_view name);

// The calls of that name in `root`.
[[nodiscard]] std::vector<const Node*> calls_of(const Node& root, std::string_view name);

}  // namespace runner
