#include "mutation/operators/statements.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace runner {

namespace {

std::size_t line_begin(const std::string& source, std::size_t at) {
  const auto newline = at == 0 ? std::string::npos : source.rfind('\n', at - 1);
  return newline == std::string::npos ? 0 : newline + 1;
}

// What stands before `at` in its line, if that is nothing but blanks.
std::string indentation(const std::string& source, std::size_t at) {
  const std::size_t begin = line_begin(source, at);
  const std::string before = source.substr(begin, at - begin);
  return before.substr(0, before.find_first_not_of(" \t"));
}

bool only_blanks(std::string_view text) {
  return text.find_first_not_of(" \t") == std::string_view::npos;
}

// Declared in the declaration itself or, as in `auto [a, b]`, below it.
std::vector<std::string> declared_names(const Node& declaration) {
  std::vector<std::string> names;
  walk(declaration, [&](const Node& node, const Ancestors&) {
    if (node.kind == NodeKind::variable) names.push_back(node.name);
  });
  return names;
}

}  // namespace

void each_in_block(const SyntaxTree& tree,
                   const std::function<void(const Node&, std::size_t)>& visit) {
  walk(tree.root, [&](const Node& node, const Ancestors&) {
    if (node.kind != NodeKind::block) return;
    for (std::size_t i = 0; i < node.children.size(); ++i) visit(node, i);
  });
}

Edit erased(const SyntaxTree& tree, const Node& statement, const Node& parent) {
  if (parent.kind != NodeKind::block) return {statement.begin, statement.end, "{}"};
  const std::string& source = tree.source;
  const std::size_t begin = line_begin(source, statement.begin);
  const std::size_t end = std::min(source.find('\n', statement.end), source.size());
  const std::string_view rest = std::string_view(source).substr(statement.end, end - statement.end);
  const bool alone =
      only_blanks(std::string_view(source).substr(begin, statement.begin - begin)) &&
      (only_blanks(rest) || rest.substr(rest.find_first_not_of(" \t")).starts_with("//"));
  if (!alone || end == source.size()) return {statement.begin, statement.end, ""};
  return {begin, end + 1, ""};
}

Edit inserted_before(const SyntaxTree& tree, const Node& statement, const std::string& line) {
  return {statement.begin, statement.begin,
          line + "\n" + indentation(tree.source, statement.begin)};
}

Edit appended(const SyntaxTree& tree, const Node& block, const std::string& line) {
  const std::size_t at = block.end - 1;
  if (block.children.empty()) return {at, at, line};
  const Node& last = block.children.back();
  return {last.end, last.end, "\n" + indentation(tree.source, last.begin) + line};
}

std::vector<Edit> exchanged(const SyntaxTree& tree, const Node& first, const Node& second) {
  return {{first.begin, first.end, tree.text(second)},
          {second.begin, second.end, tree.text(first)}};
}

const Node* called_by(const Node& statement) {
  if (statement.kind != NodeKind::expression_statement || statement.children.empty()) {
    return nullptr;
  }
  const Node& expression = statement.children.front();
  return expression.kind == NodeKind::call ? &expression : nullptr;
}

std::string receiver(const SyntaxTree& tree, const Node& call) {
  const Node* callee = call.child(Role::callee);
  if (callee == nullptr) return {};
  const std::string text = tree.text(*callee);
  const auto dot = text.rfind('.');
  const auto arrow = text.rfind("->");
  if (dot == std::string::npos && arrow == std::string::npos) return {};
  if (dot == std::string::npos) return text.substr(0, arrow);
  if (arrow == std::string::npos) return text.substr(0, dot);
  return text.substr(0, std::max(dot, arrow));
}

bool leaves(const Node& statement) {
  switch (statement.kind) {
    case NodeKind::return_:
    case NodeKind::jump:
      return true;
    case NodeKind::expression_statement:
      return !statement.children.empty() && statement.children.front().kind == NodeKind::throw_;
    case NodeKind::block:
      return !statement.children.empty() && leaves(statement.children.back());
    default:
      return false;
  }
}

bool is_plain_return(const Node& statement) {
  return statement.kind == NodeKind::return_ && !any_below(statement, [](const Node& node) {
           return node.kind == NodeKind::name || node.kind == NodeKind::call;
         });
}

bool declares_for(const Node& declaration, const Node& where) {
  if (declaration.kind != NodeKind::declaration) return false;
  if (declaration.children.empty() || declaration.children.front().kind != NodeKind::variable) {
    return true;  // A type, a structured binding: who knows.
  }
  return std::ranges::any_of(declared_names(declaration),
                             [&](const std::string& name) { return mentions(where, name); });
}

LockVariable lock_declared_by(const SyntaxTree& tree, const Node& statement) {
  if (statement.kind != NodeKind::declaration || statement.children.size() != 1) return {};
  const Node& variable = statement.children.front();
  if (variable.kind != NodeKind::variable) return {};
  static constexpr std::array<std::string_view, 4> kLocks = {"lock_guard", "unique_lock",
                                                             "scoped_lock", "shared_lock"};
  const bool is_lock = std::ranges::any_of(
      kLocks, [&](std::string_view lock) { return variable.type.find(lock) != std::string::npos; });
  const std::string text = tree.text(variable);
  // With an argument, and not one that says not to lock.
  const bool takes = text.find_first_of("({") != std::string::npos &&
                     text.find("defer_lock") == std::string::npos && variable.type.back() != '&';
  return is_lock && takes ? LockVariable{&variable, variable.name} : LockVariable{};
}

std::vector<Edit> made_unlockable(const SyntaxTree& tree, const LockVariable& lock) {
  std::vector<Edit> edits;
  for (const Node& part : lock.variable->children) {
    if (part.kind != NodeKind::type) continue;
    if (part.name == "lock_guard" || part.name == "scoped_lock") {
      edits.push_back({part.begin, part.end, "unique_lock"});
    }
    break;
  }
  constexpr std::string_view kConst = "const ";
  if (tree.source.compare(lock.variable->begin, kConst.size(), kConst) == 0) {
    edits.push_back({lock.variable->begin, lock.variable->begin + kConst.size(), ""});
  }
  return edits;
}

bool is_unlocked_in(const SyntaxTree& tree, const LockVariable& lock, const Node& statement) {
  return any_below(statement, [&](const Node& node) {
    return node.kind == NodeKind::call && (node.name == "unlock" || node.name == "lock") &&
           receiver(tree, node) == lock.name;
  });
}

}  // namespace runner
