#include "trace/stack_tree.h"

namespace explorer {
namespace {

constexpr std::size_t kFirstTableSize = 1024;

}  // namespace

StackTree::StackTree() : nodes_(1), table_(kFirstTableSize, kRootStack) {}

std::size_t StackTree::home(StackNode parent, std::uintptr_t call_site) const {
  std::uint64_t mixed = (call_site ^ (std::uint64_t{parent} << 40)) + parent;
  mixed *= 0x9E37'79B9'7F4A'7C15U;
  return static_cast<std::size_t>(mixed >> 32) & (table_.size() - 1);
}

void StackTree::enter_slowly(StackCursor& cursor, std::uintptr_t call_site) {
  if (cursor.unrecorded > 0) {
    ++cursor.unrecorded;
    return;
  }
  std::size_t place = home(cursor.node, call_site);
  for (; table_[place] != kRootStack; place = (place + 1) & (table_.size() - 1)) {
    const StackNode found = table_[place];
    if (nodes_[found].parent == cursor.node && nodes_[found].call_site == call_site) {
      nodes_[cursor.node].last_child = found;
      cursor.node = found;
      return;
    }
  }
  if (nodes_.size() >= kMaxNodes) {
    ++cursor.unrecorded;
    return;
  }
  const auto added = static_cast<StackNode>(nodes_.size());
  nodes_.push_back({call_site, cursor.node, kRootStack});
  nodes_[cursor.node].last_child = added;
  table_[place] = added;
  cursor.node = added;
  if (nodes_.size() * 2 > table_.size()) rehash();
}

void StackTree::rehash() {
  table_.assign(table_.size() * 2, kRootStack);
  for (StackNode node = 1; node < nodes_.size(); ++node) {
    std::size_t place = home(nodes_[node].parent, nodes_[node].call_site);
    while (table_[place] != kRootStack) place = (place + 1) & (table_.size() - 1);
    table_[place] = node;
  }
}

void StackTree::append_to(std::vector<std::uintptr_t>& addresses, StackNode node) const {
  for (; node != kRootStack; node = nodes_[node].parent) {
    addresses.push_back(nodes_[node].call_site);
  }
}

}  // namespace explorer
