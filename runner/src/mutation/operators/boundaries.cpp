// One too many, one too few.
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "mutation/operators/operators.h"

namespace runner {

namespace {

const std::map<std::string, std::string, std::less<>>& neighbours() {
  static const std::map<std::string, std::string, std::less<>> operators = {
      {"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}};
  return operators;
}

std::optional<long long> decimal(std::string text) {
  std::erase(text, '\'');
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (text.size() > 1 && text.front() == '0') return std::nullopt;  // Octal.
  return value;
}

// Lengths of time, factors, and what the compiler needs are no counts.
bool is_count(const Ancestors& around) {
  const Node& parent = *around.back();
  if (parent.kind == NodeKind::binary &&
      (parent.name == "*" || parent.name == "/" || parent.name == "%" || parent.name == "<<")) {
    return false;
  }
  return std::ranges::none_of(around, [](const Node* node) {
    return node->kind == NodeKind::case_ || node->kind == NodeKind::throw_ ||
           node->type.find("duration") != std::string::npos ||
           (node->kind == NodeKind::variable && node->type.find("chrono") != std::string::npos);
  });
}

bool in_function_or_initializer(const Ancestors& around) {
  return std::ranges::any_of(around, [](const Node* node) {
    return node->kind == NodeKind::function || node->kind == NodeKind::variable;
  });
}

}  // namespace

std::vector<Mutation> boundary_mutations(const SyntaxTree& tree) {
  std::vector<Mutation> out;
  walk(tree.root, [&](const Node& node, const Ancestors& around) {
    if (node.kind == NodeKind::binary) {
      const auto found = neighbours().find(node.name);
      if (found == neighbours().end()) return;
      const Node& sign = *node.child(Role::operator_);
      out.push_back({"boundary", sign.begin, {{sign.begin, sign.end, found->second}}});
    }
    if (node.kind != NodeKind::number || around.empty() || !is_count(around) ||
        !in_function_or_initializer(around)) {
      return;
    }
    const auto value = decimal(tree.text(node));
    if (!value) return;
    const auto becomes = [&](long long other) {
      out.push_back({"off_by_one", node.begin, {{node.begin, node.end, std::to_string(other)}}});
    };
    becomes(*value + 1);
    if (*value > 0) becomes(*value - 1);
  });
  return out;
}

}  // namespace runner
