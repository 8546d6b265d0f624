// Something that was forgotten: a call, an assignment, a clean-up.
#include <algorithm>
#include <string_view>

#include "mutation/operators/operators.h"
#include "mutation/operators/statements.h"

namespace runner {

namespace {

// The operator that takes out a call of that name; null where another family does.
const char* operator_for(std::string_view call) {
  if (call.starts_with("notify_")) return nullptr;
  if (call == "wait" || call == "wait_for" || call == "wait_until") return nullptr;
  if (call == "join") return "drop_join";
  if (call == "unlock") return "drop_unlock";
  if (call == "lock") return "drop_relock";
  if (call == "commit") return "drop_commit";
  if (call == "roll_back" || call == "rollback") return "drop_rollback";
  return "drop_call";
}

class DropMutator {
 public:
  explicit DropMutator(const SyntaxTree& tree) : tree_(tree) {}

  std::vector<Mutation> all() && {
    walk(tree_.root, [&](const Node& node, const Ancestors& around) {
      if (around.empty()) return;
      if (node.kind == NodeKind::expression_statement) statement(node, around);
      if (node.kind == NodeKind::try_) catches(node);
    });
    each_in_block(tree_, [&](const Node& block, std::size_t index) { guard(block, index); });
    return std::move(out_);
  }

 private:
  void add(const char* name, const Node& about, std::vector<Edit> edits) {
    out_.push_back({name, about.begin, std::move(edits)});
  }

  void statement(const Node& node, const Ancestors& around) {
    const Node& expression = node.children.front();
    const Edit gone = erased(tree_, node, *around.back());
    switch (expression.kind) {
      case NodeKind::call:
        if (const char* name = operator_for(expression.name)) add(name, node, {gone});
        if (expression.name == "unlock") return_at_once(node, around);
        break;
      case NodeKind::assignment:
        add("drop_assignment", node, {gone});
        break;
      case NodeKind::unary:
        add("drop_update", node, {gone});
        break;
      case NodeKind::throw_:
        if (expression.children.empty()) add("drop_rethrow", node, {gone});
        break;
      default:
        break;
    }
  }

  // In functions that return nothing.
  void return_at_once(const Node& node, const Ancestors& around) {
    if (around.back()->kind != NodeKind::block) return;
    for (std::size_t i = around.size(); i-- > 0;) {
      if (around[i]->kind == NodeKind::lambda) return;
      if (around[i]->kind != NodeKind::function) continue;
      if (!around[i]->type.starts_with("void ")) return;
      add("return_after_unlock", node, {{node.end, node.end, " return;"}});
      return;
    }
  }

  void catches(const Node& node) {
    std::vector<const Node*> handlers;
    for (const Node& child : node.children) {
      if (child.kind == NodeKind::catch_) handlers.push_back(&child);
    }
    const Node* body = node.child(Role::body);
    if (body == nullptr || handlers.empty()) return;
    if (handlers.size() == 1) {
      add("drop_catch", *handlers.front(), {{node.begin, node.end, tree_.text(*body)}});
      return;
    }
    const Node* before = body;
    for (const Node* handler : handlers) {
      add("drop_catch", *handler, {{before->end, handler->end, ""}});
      before = handler;
    }
  }

  // A variable that nobody refers to does its work by being there.
  void guard(const Node& block, std::size_t index) {
    const Node& declaration = block.children[index];
    if (declaration.kind != NodeKind::declaration || declaration.children.size() != 1) return;
    const Node& variable = declaration.children.front();
    if (variable.kind != NodeKind::variable || variable.children.empty()) return;
    if (lock_declared_by(tree_, declaration).variable != nullptr) return;
    const bool made = any_below(variable, [](const Node& n) { return n.kind == NodeKind::call; });
    for (std::size_t i = index + 1; i < block.children.size(); ++i) {
      if (mentions(block.children[i], variable.name)) return;
    }
    if (made) add("drop_guard", declaration, {erased(tree_, declaration, block)});
  }

  const SyntaxTree& tree_;
  std::vector<Mutation> out_;
};

}  // namespace

std::vector<Mutation> drop_mutations(const SyntaxTree& tree) { return DropMutator(tree).all(); }

}  // namespace runner
