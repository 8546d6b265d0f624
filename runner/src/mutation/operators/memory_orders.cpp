// Atomic operations that order less than they have to.
#include <array>
#include <map>
#include <string_view>

#include "mutation/operators/operators.h"
#include "mutation/operators/statements.h"

namespace runner {

namespace {

const std::map<std::string, std::vector<std::string>, std::less<>>& weaker() {
  static const std::map<std::string, std::vector<std::string>, std::less<>> orders = {
      {"memory_order_acquire", {"memory_order_relaxed"}},
      {"memory_order_consume", {"memory_order_relaxed"}},
      {"memory_order_release", {"memory_order_relaxed"}},
      {"memory_order_acq_rel",
       {"memory_order_acquire", "memory_order_release", "memory_order_relaxed"}},
      {"memory_order_seq_cst", {"memory_order_relaxed"}},
  };
  return orders;
}

// `std::memory_order::acquire` is `std::memory_order_acquire` spelt otherwise.
std::string long_name(const SyntaxTree& tree, const Node& node) {
  if (node.name.starts_with("memory_order_")) return node.name;
  const std::string text = tree.text(node);
  constexpr std::string_view kScope = "memory_order::";
  const auto scope = text.find(kScope);
  return scope == std::string::npos ? "" : "memory_order_" + node.name;
}

bool is_atomic_operation(std::string_view name) {
  static constexpr std::array<std::string_view, 9> kNames = {
      "load",      "store",    "exchange",  "fetch_add",   "fetch_sub",
      "fetch_and", "fetch_or", "fetch_xor", "test_and_set"};
  for (const std::string_view known : kNames) {
    if (name == known) return true;
  }
  return false;
}

// An atomic operation that leaves the order to its default, the strongest.
bool orders_by_default(const SyntaxTree& tree, const Node& node) {
  if (node.kind != NodeKind::call || !is_atomic_operation(node.name)) return false;
  const Node* callee = node.child(Role::callee);
  if (callee == nullptr || receiver(tree, node).empty()) return false;
  const bool on_atomic = any_below(
      *callee, [](const Node& part) { return part.type.find("atomic") != std::string::npos; });
  return on_atomic && tree.text(node).find("memory_order") == std::string::npos;
}

}  // namespace

std::vector<Mutation> memory_order_mutations(const SyntaxTree& tree) {
  std::vector<Mutation> out;
  walk(tree.root, [&](const Node& node, const Ancestors&) {
    if (node.kind == NodeKind::name && node.children.size() <= 2) {
      const auto found = weaker().find(long_name(tree, node));
      if (found != weaker().end()) {
        for (const std::string& order : found->second) {
          out.push_back({"weaken_order", node.begin, {{node.begin, node.end, "std::" + order}}});
        }
      }
    }
    if (!orders_by_default(tree, node)) return;
    const bool alone = node.all(Role::argument).empty();
    out.push_back({"weaken_order",
                   node.begin,
                   {{node.end - 1, node.end - 1,
                     alone ? "std::memory_order_relaxed" : ", std::memory_order_relaxed"}}});
  });
  return out;
}

}  // namespace runner
