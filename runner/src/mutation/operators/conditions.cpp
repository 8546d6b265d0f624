// Conditions that are the wrong way round, incomplete, or not asked at all.
#include <fmt/format.h>

#include <array>
#include <string_view>

#include "mutation/operators/operators.h"
#include "mutation/operators/statements.h"

namespace runner {

namespace {

bool is_wait(const Node& node) {
  return node.kind == NodeKind::call && node.name.starts_with("wait");
}

// A condition by which a thread learns that it is to end.
bool is_about_stopping(const SyntaxTree& tree, const Node& condition) {
  static constexpr std::array<std::string_view, 7> kWords = {"stop", "clos",   "shut",  "cancel",
                                                             "quit", "termin", "finish"};
  const std::string text = tree.text(condition);
  for (const std::string_view word : kWords) {
    if (text.find(word) != std::string::npos) return true;
  }
  return false;
}

class ConditionMutator {
 public:
  explicit ConditionMutator(const SyntaxTree& tree) : tree_(tree) {}

  std::vector<Mutation> all() && {
    walk(tree_.root, [&](const Node& node, const Ancestors& around) {
      branch(node);
      if (node.kind == NodeKind::binary && (node.name == "&&" || node.name == "||")) halves(node);
      if (node.kind == NodeKind::return_) result(node, around);
    });
    return std::move(out_);
  }

 private:
  void replace(const char* name, const Node& node, const std::string& text) {
    out_.push_back({name, node.begin, {{node.begin, node.end, text}}});
  }

  void branch(const Node& node) {
    const Node* condition = node.child(Role::condition);
    if (condition == nullptr || condition->kind == NodeKind::truth) return;
    switch (node.kind) {
      case NodeKind::if_:
        decision(node, *condition);
        break;
      case NodeKind::conditional:
        replace("condition_true", *condition, "true");
        replace("drop_check", *condition, "false");
        break;
      case NodeKind::while_:
      case NodeKind::for_:
        replace("drop_loop", *condition, "false");
        break;
      default:
        break;
    }
  }

  void decision(const Node& node, const Node& condition) {
    if (tree_.source.compare(node.begin, kConstexpr.size(), kConstexpr) == 0) return;
    replace("negate_condition", condition, negated(condition));
    const Node* body = node.child(Role::body);
    if (body != nullptr && !leaves(*body)) replace("condition_true", condition, "true");
    replace(is_about_stopping(tree_, condition) ? "drop_stop_check" : "drop_check", condition,
            "false");
  }

  [[nodiscard]] std::string negated(const Node& condition) const {
    if (condition.kind == NodeKind::unary && condition.name == "!" &&
        condition.child(Role::operand) != nullptr) {
      return tree_.text(*condition.child(Role::operand));
    }
    const bool simple = condition.kind == NodeKind::name || condition.kind == NodeKind::call;
    return simple ? "!" + tree_.text(condition) : fmt::format("!({})", tree_.text(condition));
  }

  void halves(const Node& node) {
    const std::vector<const Node*> operands = node.all(Role::operand);
    replace("drop_operand", node, tree_.text(*operands[1]));
    replace("drop_operand", node, tree_.text(*operands[0]));
    out_.back().at = operands[1]->begin;
  }

  // Of functions that answer a question. A predicate that is waited for becomes true at once; the
  // other way round nothing would ever end.
  void result(const Node& node, const Ancestors& around) {
    if (node.children.size() != 1) return;
    const Node& expression = node.children.front();
    if (expression.kind == NodeKind::truth) return;
    if (is_waited_for(around)) {
      replace("predicate_true", expression, "true");
    } else if (expression.kind == NodeKind::binary && is_question(expression.name)) {
      replace("negate_result", expression, negated(expression));
    }
  }

  static bool is_question(std::string_view name) {
    return name == "==" || name == "!=" || name == "<" || name == "<=" || name == ">" ||
           name == ">=" || name == "&&" || name == "||";
  }

  static bool is_waited_for(const Ancestors& around) {
    for (std::size_t i = around.size(); i-- > 1;) {
      if (around[i]->kind == NodeKind::lambda) return is_wait(*around[i - 1]);
    }
    return false;
  }

  static constexpr std::string_view kConstexpr = "if constexpr";
  const SyntaxTree& tree_;
  std::vector<Mutation> out_;
};

}  // namespace

std::vector<Mutation> condition_mutations(const SyntaxTree& tree) {
  return ConditionMutator(tree).all();
}

}  // namespace runner
