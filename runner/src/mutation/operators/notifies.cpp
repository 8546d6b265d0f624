// Notifications that are missing, go to too few or too many, or come from the wrong side of the
// lock.
#include "mutation/operators/operators.h"
#include "mutation/operators/statements.h"

namespace runner {

namespace {

bool is_notify(const Node* call) {
  return call != nullptr && (call->name == "notify_one" || call->name == "notify_all");
}

// The callee ends with its name.
Edit renamed(const Node& call, const std::string& name) {
  const std::size_t end = call.child(Role::callee)->end;
  return {end - call.name.size(), end, name};
}

// The lock of the same block that is held at statement `index`.
LockVariable lock_held_at(const SyntaxTree& tree, const Node& block, std::size_t index) {
  LockVariable held;
  for (std::size_t i = 0; i < index; ++i) {
    const LockVariable lock = lock_declared_by(tree, block.children[i]);
    if (lock.variable != nullptr) held = lock;
    if (held.variable != nullptr && is_unlocked_in(tree, held, block.children[i])) return {};
  }
  return held;
}

// After all that the lock covers; a return of something that has to be read under it stays last
// and makes it impossible.
void after_the_lock(const SyntaxTree& tree, const Node& block, std::size_t index,
                    std::vector<Mutation>& out) {
  const LockVariable lock = lock_held_at(tree, block, index);
  if (lock.variable == nullptr) return;
  const Node& statement = block.children[index];
  std::vector<Edit> edits = made_unlockable(tree, lock);
  std::size_t end = block.children.size();
  while (end > index + 1 && is_plain_return(block.children[end - 1])) --end;
  for (std::size_t i = index + 1; i < end; ++i) {
    if (leaves(block.children[i]) || is_unlocked_in(tree, lock, block.children[i])) return;
  }
  const std::string unlock = lock.name + ".unlock();";
  if (end == index + 1) {
    edits.push_back(inserted_before(tree, statement, unlock));
  } else {
    edits.push_back(erased(tree, statement, block));
    if (end < block.children.size()) {
      edits.push_back(inserted_before(tree, block.children[end], unlock));
      edits.push_back(inserted_before(tree, block.children[end], tree.text(statement)));
    } else {
      edits.push_back(appended(tree, block, unlock));
      edits.push_back(appended(tree, block, tree.text(statement)));
    }
  }
  out.push_back({"notify_after_lock", statement.begin, std::move(edits)});
}

// Into the block before it, which ends with the lock's life.
void inside_the_lock(const SyntaxTree& tree, const Node& block, std::size_t index,
                     std::vector<Mutation>& out) {
  if (index == 0) return;
  const Node& before = block.children[index - 1];
  if (before.kind != NodeKind::block || before.children.empty() || leaves(before)) return;
  if (lock_declared_by(tree, before.children.front()).variable == nullptr) return;
  const Node& statement = block.children[index];
  out.push_back({"notify_inside_lock",
                 statement.begin,
                 {appended(tree, before, tree.text(statement)), erased(tree, statement, block)}});
}

}  // namespace

std::vector<Mutation> notify_mutations(const SyntaxTree& tree) {
  std::vector<Mutation> out;
  walk(tree.root, [&](const Node& node, const Ancestors& around) {
    if (node.kind == NodeKind::call && is_notify(&node) && node.child(Role::callee) != nullptr) {
      const bool one = node.name == "notify_one";
      out.push_back({one ? "notify_one_to_all" : "notify_all_to_one",
                     node.begin,
                     {renamed(node, one ? "notify_all" : "notify_one")}});
    }
    if (!is_notify(called_by(node)) || around.empty()) return;
    out.push_back({"drop_notify", node.begin, {erased(tree, node, *around.back())}});
  });
  each_in_block(tree, [&](const Node& block, std::size_t index) {
    if (!is_notify(called_by(block.children[index]))) return;
    after_the_lock(tree, block, index, out);
    inside_the_lock(tree, block, index, out);
  });
  return out;
}

}  // namespace runner
