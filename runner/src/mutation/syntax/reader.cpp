#include "mutation/syntax/reader.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "mutation/syntax/clang_text.h"
#include "mutation/syntax/kinds.h"

namespace runner {

namespace {

const std::set<std::string, std::less<>>& binary_operators() {
  static const std::set<std::string, std::less<>> operators = {
      "<", "<=", ">", ">=", "==", "!=", "<=>", "&&", "||", "+",  "-",
      "*", "/",  "%", "&",  "|",  "^",  "<<",  ">>", ".*", "->*"};
  return operators;
}

bool is_assignment(const std::string& text) {
  return text.ends_with("=") && text != "==" && text != "!=" && text != "<=" && text != ">=";
}

Node operator_node(const Token& token) {
  Node node;
  node.kind = NodeKind::operator_;
  node.role = Role::operator_;
  node.begin = token.begin;
  node.end = token.end;
  node.name = token.text;
  return node;
}

CXChildVisitResult collect(CXCursor cursor, CXCursor /*parent*/, CXClientData data) {
  static_cast<std::vector<CXCursor>*>(data)->push_back(cursor);
  return CXChildVisit_Continue;
}

}  // namespace

CursorReader::CursorReader(CXTranslationUnit unit, CXFile file, const std::string& source)
    : unit_(unit), file_(file), tokens_(tokens_of(unit, file, source.size())) {}

Node CursorReader::read_file() const {
  Node root;
  root.children = read_children(clang_getTranslationUnitCursor(unit_));
  if (!root.children.empty()) {
    root.begin = root.children.front().begin;
    root.end = root.children.back().end;
  }
  return root;
}

std::vector<Node> CursorReader::read_children(CXCursor cursor) const {
  std::vector<CXCursor> cursors;
  clang_visitChildren(cursor, collect, &cursors);
  std::vector<Node> nodes;
  for (const CXCursor& child : cursors) {
    if (!bytes_in(file_, clang_getCursorExtent(child))) continue;
    nodes.push_back(read(child));
  }
  return nodes;
}

Node CursorReader::read(CXCursor cursor) const {
  const CXCursorKind kind = clang_getCursorKind(cursor);
  Node node;
  node.kind = kind_of(kind);
  const auto bytes = bytes_in(file_, clang_getCursorExtent(cursor));
  node.begin = bytes->begin;
  node.end = bytes->end;
  node.children = read_children(cursor);
  // What the compiler adds of itself: conversions, temporaries.
  if (kind == CXCursor_UnexposedExpr && node.children.size() == 1 &&
      node.children[0].begin == node.begin && node.children[0].end == node.end) {
    return std::move(node.children[0]);
  }
  node.name = text_of(clang_getCursorSpelling(cursor));
  node.type = text_of(clang_getTypeSpelling(clang_getCursorType(cursor)));
  finish(node);
  return node;
}

void CursorReader::finish(Node& node) const {
  switch (node.kind) {
    case NodeKind::function:
    case NodeKind::lambda:
    case NodeKind::range_for:
    case NodeKind::catch_:
      finish_last_body(node);
      break;
    case NodeKind::block:
      make_statements(node.children);
      break;
    case NodeKind::case_:
      if (!node.children.empty()) {
        node.children.back() = statement(std::move(node.children.back()));
        node.end = node.children.back().end;
      }
      break;
    case NodeKind::if_:
    case NodeKind::while_:
    case NodeKind::switch_:
      finish_branch(node);
      break;
    case NodeKind::do_:
      finish_do(node);
      break;
    case NodeKind::for_:
      finish_for(node);
      break;
    case NodeKind::try_:
      if (!node.children.empty()) node.children.front().role = Role::body;
      break;
    case NodeKind::call:
      finish_call(node);
      break;
    case NodeKind::binary:
    case NodeKind::assignment:
      if (!finish_operator(node)) node.kind = NodeKind::other;
      break;
    case NodeKind::unary:
      finish_unary(node);
      break;
    case NodeKind::conditional:
      if (!node.children.empty()) node.children.front().role = Role::condition;
      break;
    case NodeKind::name:
    case NodeKind::type:
      finish_name(node);
      break;
    default:
      break;
  }
}

// A name ends with its last identifier that is not an argument of a template.
void CursorReader::finish_name(Node& node) const {
  int depth = 0;
  node.name.clear();
  for (const Token* token : tokens_.between(node.begin, node.end)) {
    if (token->text == "<") ++depth;
    if (token->text == ">") --depth;
    if (token->text == ">>") depth -= 2;
    if (token->identifier && depth <= 0) node.name = token->text;
  }
}

void CursorReader::finish_call(Node& node) const {
  if (node.name.starts_with("operator") && finish_operator(node)) return;
  const Token* open = tokens_.opening_of(node.end);
  if (open == nullptr || open->begin < node.begin) {
    node.kind = NodeKind::other;  // An overloaded operator, a conversion.
    return;
  }
  Node callee;
  callee.kind = NodeKind::name;
  callee.role = Role::callee;
  callee.begin = node.begin;
  callee.end = open->begin;
  std::vector<Node> arguments;
  for (Node& child : node.children) {
    if (child.begin < open->begin) {
      callee.children.push_back(std::move(child));
    } else if (arguments.empty() || arguments.back().end <= child.begin) {
      child.role = Role::argument;
      arguments.push_back(std::move(child));
    }
  }
  if (const Token* last = tokens_.before(callee.end); last != nullptr) {
    callee.end = std::max(last->end, callee.begin);
  }
  finish_name(callee);
  node.name = callee.name;
  node.children.clear();
  if (callee.end > callee.begin) node.children.push_back(std::move(callee));
  std::ranges::move(arguments, std::back_inserter(node.children));
}

// Whether there are two operands with an operator between them. What an overloaded operator is
// called through is among the children, too, at the operator's place.
bool CursorReader::finish_operator(Node& node) const {
  std::vector<Node> operands = node.children;
  std::ranges::sort(operands, {}, &Node::begin);
  std::erase_if(operands, [&](const Node& child) {
    const std::vector<const Token*> tokens = tokens_.between(child.begin, child.end);
    return tokens.size() == 1 && (binary_operators().contains(tokens.front()->text) ||
                                  is_assignment(tokens.front()->text));
  });
  if (operands.size() != 2) return false;
  const std::vector<const Token*> gap = tokens_.between(operands[0].end, operands[1].begin);
  if (gap.size() != 1) return false;
  const Token& token = *gap.front();
  if (is_assignment(token.text)) {
    node.kind = NodeKind::assignment;
  } else if (binary_operators().contains(token.text)) {
    node.kind = NodeKind::binary;
  } else {
    return false;
  }
  node.name = token.text;
  for (Node& operand : operands) operand.role = Role::operand;
  node.children.clear();
  node.children.push_back(std::move(operands[0]));
  node.children.push_back(operator_node(token));
  node.children.push_back(std::move(operands[1]));
  return true;
}

void CursorReader::finish_unary(Node& node) const {
  const std::vector<const Token*> tokens = tokens_.between(node.begin, node.end);
  if (node.children.size() != 1 || tokens.empty()) {
    node.kind = NodeKind::other;
    return;
  }
  node.children.front().role = Role::operand;
  const bool prefix = node.children.front().begin > node.begin;
  const Token& token = prefix ? *tokens.front() : *tokens.back();
  node.name = token.text;
  node.children.insert(prefix ? node.children.begin() : node.children.end(), operator_node(token));
}

void CursorReader::finish_branch(Node& node) const {
  const auto brackets = tokens_.parentheses_after(node.begin);
  if (!brackets) return;
  Node* condition = nullptr;
  Node* body = nullptr;
  bool declares = false;  // `if (T x = ...)`: what is asked is the variable.
  for (Node& child : node.children) {
    if (child.begin < brackets->close->begin) {
      condition = &child;
      declares = declares || child.kind == NodeKind::variable;
    } else {
      child = statement(std::move(child));
      child.role = body == nullptr ? Role::body : Role::otherwise;
      body = &child;
    }
  }
  if (condition != nullptr && !declares && !is_statement(condition->kind)) {
    condition->role = Role::condition;
  }
  if (body != nullptr) node.end = std::max(node.end, body->end);
}

void CursorReader::finish_do(Node& node) {
  if (node.children.size() != 2) return;
  node.children[0].role = Role::body;
  node.children[1].role = Role::condition;
}

void CursorReader::finish_for(Node& node) const {
  const auto brackets = tokens_.parentheses_after(node.begin);
  if (!brackets) return;
  std::vector<std::size_t> semicolons;
  int depth = 0;
  for (const Token* token : tokens_.between(brackets->open->end, brackets->close->begin)) {
    if (token->text == "(" || token->text == "{" || token->text == "[") ++depth;
    if (token->text == ")" || token->text == "}" || token->text == "]") --depth;
    if (depth == 0 && token->text == ";") semicolons.push_back(token->begin);
  }
  if (semicolons.size() != 2) return;
  for (Node& child : node.children) {
    if (child.begin > brackets->close->begin) {
      child = statement(std::move(child));
      child.role = Role::body;
      node.end = std::max(node.end, child.end);
    } else if (child.begin > semicolons[0] && child.begin < semicolons[1] &&
               child.kind != NodeKind::variable) {
      child.role = Role::condition;
    }
  }
}

// The body is what comes last, if it is a statement.
void CursorReader::finish_last_body(Node& node) const {
  if (node.children.empty()) return;
  Node& last = node.children.back();
  if (node.kind == NodeKind::range_for) {
    const auto brackets = tokens_.parentheses_after(node.begin);
    if (!brackets || last.begin < brackets->close->begin) return;
    last = statement(std::move(last));
    node.end = std::max(node.end, last.end);
  }
  if (is_statement(last.kind)) last.role = Role::body;
}

Node CursorReader::statement(Node node) const {
  const bool takes_semicolon = !is_statement(node.kind) || node.kind == NodeKind::return_ ||
                               node.kind == NodeKind::jump || node.kind == NodeKind::do_;
  if (!takes_semicolon) return node;
  const Token* next = tokens_.at_or_after(node.end);
  const std::size_t end = next != nullptr && next->text == ";" ? next->end : node.end;
  if (is_statement(node.kind)) {
    node.end = end;
    return node;
  }
  Node wrapped;
  wrapped.kind = NodeKind::expression_statement;
  wrapped.begin = node.begin;
  wrapped.end = end;
  wrapped.children.push_back(std::move(node));
  return wrapped;
}

void CursorReader::make_statements(std::vector<Node>& nodes) const {
  for (Node& node : nodes) node = statement(std::move(node));
}

}  // namespace runner
