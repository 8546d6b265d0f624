// The clock that people set in place of the one that only goes forward.
#include "mutation/operators/operators.h"

namespace runner {

std::vector<Mutation> clock_mutations(const SyntaxTree& tree) {
  std::vector<Mutation> out;
  walk(tree.root, [&](const Node& node, const Ancestors&) {
    if (node.kind != NodeKind::type || tree.text(node) != "steady_clock") return;
    out.push_back({"system_clock", node.begin, {{node.begin, node.end, "system_clock"}}});
  });
  return out;
}

}  // namespace runner
