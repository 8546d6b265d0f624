#include "mutation/syntax/node.h"

#include <algorithm>

namespace runner {

namespace {

void walk_below(const Node& node, Ancestors& ancestors,
                const std::function<void(const Node&, const Ancestors&)>& visit) {
  visit(node, ancestors);
  ancestors.push_back(&node);
  for (const Node& child : node.children) walk_below(child, ancestors, visit);
  ancestors.pop_back();
}

}  // namespace

const Node* Node::child(Role wanted) const {
  const auto found = std::ranges::find(children, wanted, &Node::role);
  return found == children.end() ? nullptr : &*found;
}

std::vector<const Node*> Node::all(Role wanted) const {
  std::vector<const Node*> found;
  for (const Node& child : children) {
    if (child.role == wanted) found.push_back(&child);
  }
  return found;
}

std::string SyntaxTree::text(const Node& node) const {
  return source.substr(node.begin, node.end - node.begin);
}

bool is_statement(NodeKind kind) {
  switch (kind) {
    case NodeKind::block:
    case NodeKind::expression_statement:
    case NodeKind::declaration:
    case NodeKind::if_:
    case NodeKind::while_:
    case NodeKind::do_:
    case NodeKind::for_:
    case NodeKind::range_for:
    case NodeKind::switch_:
    case NodeKind::case_:
    case NodeKind::try_:
    case NodeKind::return_:
    case NodeKind::jump:
      return true;
    default:
      return false;
  }
}

void walk(const Node& root, const std::function<void(const Node&, const Ancestors&)>& visit) {
  Ancestors ancestors;
  walk_below(root, ancestors, visit);
}

bool any_below(const Node& root, const std::function<bool(const Node&)>& accept) {
  return accept(root) || std::ranges::any_of(root.children, [&](const Node& child) {
           return any_below(child, accept);
         });
}

bool mentions(const Node& root, std::string_view name) {
  return any_below(
      root, [&](const Node& node) { return node.kind == NodeKind::name && node.name == name; });
}

std::vector<const Node*> calls_of(const Node& root, std::string_view name) {
  std::vector<const Node*> calls;
  walk(root, [&](const Node& node, const Ancestors&) {
    if (node.kind == NodeKind::call && node.name == name) calls.push_back(&node);
  });
  return calls;
}

}  // namespace runner
