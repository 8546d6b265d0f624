// Locks that are missing, taken too late or too early, let go too soon, too late or in between.
#include <algorithm>
#include <iterator>

#include "mutation/operators/operators.h"
#include "mutation/operators/statements.h"

namespace runner {

namespace {

// The statements of a block that a lock declared there covers.
class Covered {
 public:
  Covered(const SyntaxTree& tree, const Node& block, std::size_t index, LockVariable lock,
          std::vector<Mutation>& out)
      : tree_(tree), block_(block), index_(index), lock_(std::move(lock)), out_(out) {}

  void mutate() {
    remove();
    take_later();
    take_earlier();
    if (unlocked_by_name()) return;
    let_go_early();
    let_go_between();
  }

 private:
  [[nodiscard]] const Node& declaration() const { return block_.children[index_]; }
  [[nodiscard]] std::size_t first() const { return index_ + 1; }
  [[nodiscard]] std::size_t last() const { return block_.children.size(); }

  void add(const char* name, const Node& about, std::vector<Edit> edits) {
    out_.push_back({name, about.begin, std::move(edits)});
  }

  [[nodiscard]] bool unlocked_by_name() const {
    return std::any_of(
        block_.children.begin() + static_cast<std::ptrdiff_t>(first()), block_.children.end(),
        [&](const Node& statement) { return is_unlocked_in(tree_, lock_, statement); });
  }

  // Together with the statements that let it go and take it again, if it is used for nothing else.
  void remove() {
    std::vector<Edit> edits = {erased(tree_, declaration(), block_)};
    std::size_t uses = 0;
    for (std::size_t i = first(); i < last(); ++i) {
      walk(block_.children[i], [&](const Node& node, const Ancestors& around) {
        if (node.kind == NodeKind::name && node.name == lock_.name && node.children.empty() &&
            node.role != Role::callee) {
          ++uses;
        }
        const Node* call = called_by(node);
        if (call == nullptr || !is_unlocked_in(tree_, lock_, node)) return;
        edits.push_back(erased(tree_, node, around.empty() ? block_ : *around.back()));
      });
    }
    if (uses + 1 == edits.size()) add("remove_lock", declaration(), std::move(edits));
  }

  void take_later() {
    if (last() - first() < 2) return;
    const Node& next = block_.children[first()];
    if (mentions(next, lock_.name) || leaves(next)) return;
    add("lock_later", declaration(), exchanged(tree_, declaration(), next));
  }

  // Only across something that runs other people's code or takes its time.
  void take_earlier() {
    if (index_ == 0) return;
    const Node& previous = block_.children[index_ - 1];
    const bool works = any_below(previous, [](const Node& node) {
      return node.kind == NodeKind::call && node.name != "move" && node.name != "forward";
    });
    const bool throws =
        any_below(previous, [](const Node& node) { return node.kind == NodeKind::throw_; });
    if (!works || throws || declares_for(previous, declaration())) return;
    if (lock_declared_by(tree_, previous).variable != nullptr) return;
    add("lock_earlier", previous, exchanged(tree_, previous, declaration()));
  }

  // Before the last statement that does something.
  void let_go_early() {
    std::size_t end = last();
    while (end > first() && is_plain_return(block_.children[end - 1])) --end;
    if (end < first() + 2) return;
    const Node& statement = block_.children[end - 1];
    if (mentions(statement, lock_.name)) return;
    std::vector<Edit> edits = made_unlockable(tree_, lock_);
    edits.push_back(inserted_before(tree_, statement, lock_.name + ".unlock();"));
    add("unlock_early", statement, std::move(edits));
  }

  void let_go_between() {
    for (std::size_t i = first() + 1; i < last(); ++i) {
      const Node& statement = block_.children[i];
      const Node& before = block_.children[i - 1];
      if (is_plain_return(statement) || before.kind == NodeKind::case_) continue;
      std::vector<Edit> edits = made_unlockable(tree_, lock_);
      edits.push_back(inserted_before(tree_, statement, lock_.name + ".unlock();"));
      edits.push_back(inserted_before(tree_, statement, lock_.name + ".lock();"));
      add("lock_released_between", statement, std::move(edits));
    }
  }

  const SyntaxTree& tree_;
  const Node& block_;
  const std::size_t index_;
  const LockVariable lock_;
  std::vector<Mutation>& out_;
};

std::vector<std::string> variables_of(const Node& block) {
  std::vector<std::string> names;
  for (const Node& statement : block.children) {
    if (statement.kind != NodeKind::declaration) continue;
    for (const Node& variable : statement.children) names.push_back(variable.name);
  }
  return names;
}

// A block inside of another that begins with a lock: without its braces the lock lives on.
void let_live_longer(const SyntaxTree& tree, const Node& outer, std::size_t index,
                     std::vector<Mutation>& out) {
  const Node& inner = outer.children[index];
  if (inner.kind != NodeKind::block || inner.children.empty()) return;
  if (index + 1 == outer.children.size()) return;
  if (lock_declared_by(tree, inner.children.front()).variable == nullptr) return;
  const std::vector<std::string> outer_names = variables_of(outer);
  for (const std::string& name : variables_of(inner)) {
    if (std::ranges::find(outer_names, name) != outer_names.end()) return;
  }
  out.push_back({"lock_to_end_of_outer",
                 inner.begin,
                 {{inner.begin, inner.begin + 1, ""}, {inner.end - 1, inner.end, ""}}});
}

}  // namespace

std::vector<Mutation> lock_mutations(const SyntaxTree& tree) {
  std::vector<Mutation> out;
  each_in_block(tree, [&](const Node& block, std::size_t index) {
    let_live_longer(tree, block, index, out);
    LockVariable lock = lock_declared_by(tree, block.children[index]);
    if (lock.variable != nullptr) Covered(tree, block, index, std::move(lock), out).mutate();
  });
  return out;
}

}  // namespace runner
