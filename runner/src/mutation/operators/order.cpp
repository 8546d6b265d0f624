// Two statements in the wrong order.
#include <algorithm>
#include <set>
#include <string>

#include "mutation/operators/operators.h"
#include "mutation/operators/statements.h"

namespace runner {

namespace {

using Names = std::set<std::string>;

// What a statement touches, as far as its names tell.
struct Footprint {
  Names mentioned;
  Names written;
  bool opaque = false;  // It calls something: who knows what that touches.
};

Footprint footprint(const Node& statement) {
  Footprint print;
  walk(statement, [&](const Node& node, const Ancestors&) {
    switch (node.kind) {
      case NodeKind::name:
        print.mentioned.insert(node.name);
        break;
      case NodeKind::variable:
        print.written.insert(node.name);
        break;
      case NodeKind::call:
        // Making a value of plain parts is harmless.
        if (node.name != "move" && node.name != "forward") print.opaque = true;
        break;
      case NodeKind::assignment:
      case NodeKind::unary: {
        const bool writes =
            node.kind == NodeKind::assignment || node.name == "++" || node.name == "--";
        const Node* target = node.child(Role::operand);
        if (!writes || target == nullptr) break;
        walk(*target, [&](const Node& part, const Ancestors&) {
          if (part.kind == NodeKind::name) print.written.insert(part.name);
        });
        break;
      }
      default:
        break;
    }
  });
  return print;
}

bool overlap(const Names& one, const Names& other) {
  return std::ranges::any_of(one, [&](const std::string& name) { return other.contains(name); });
}

// Whether no order of the two can be told from the other by one thread alone.
bool independent(const Node& first, const Node& second) {
  const Footprint a = footprint(first);
  const Footprint b = footprint(second);
  if (a.opaque || b.opaque) return false;
  return !overlap(a.written, b.written) && !overlap(a.written, b.mentioned) &&
         !overlap(b.written, a.mentioned);
}

// What it is made from would stand after its name.
bool is_made_from_nothing(const SyntaxTree& tree, const Node& declaration) {
  return !declaration.children.empty() &&
         std::ranges::all_of(declaration.children, [&](const Node& part) {
           return part.kind == NodeKind::variable && tree.text(part).ends_with(part.name);
         });
}

// `Waiter self;`, `int tries = 0;`, `constexpr auto kNever = …;`: making it touches nothing else.
bool only_makes_room(const SyntaxTree& tree, const Node& statement) {
  if (statement.kind != NodeKind::declaration) return false;
  const std::string text = tree.text(statement);
  if (text.starts_with("constexpr ") || is_made_from_nothing(tree, statement)) return true;
  // Classes may do anything when they are made.
  const Footprint print = footprint(statement);
  return !print.opaque && print.mentioned.empty() && text.find_first_of("({") == std::string::npos;
}

bool stays(const Node& statement) {
  return leaves(statement) || statement.kind == NodeKind::case_ ||
         statement.kind == NodeKind::jump || !is_statement(statement.kind);
}

}  // namespace

std::vector<Mutation> order_mutations(const SyntaxTree& tree) {
  std::vector<Mutation> out;
  each_in_block(tree, [&](const Node& block, std::size_t index) {
    if (index + 1 >= block.children.size()) return;
    const Node& first = block.children[index];
    const Node& second = block.children[index + 1];
    if (stays(first) || stays(second) || declares_for(first, second)) return;
    if (only_makes_room(tree, first) || only_makes_room(tree, second)) return;
    if (independent(first, second) || tree.text(first) == tree.text(second)) return;
    out.push_back({"swap_statements", first.begin, exchanged(tree, first, second)});
  });
  return out;
}

}  // namespace runner
