// Call stacks as nodes of one tree, so that recording "where" costs four bytes per access.
//
// A node stands for a chain of calls; its parent is the chain without the innermost call. Nodes are
// interned and live as long as the tree, across executions, so the tree stops growing once every
// distinct chain of the program has been seen. Thread-safety: none, one thread runs at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/memory/memory_pool.h"

namespace explorer {

using StackNode = std::uint32_t;
inline constexpr StackNode kRootStack = 0;

// Where one thread stands in the tree. Calls made beyond the tree's limit are counted, not
// recorded: their accesses are attributed to the innermost recorded call.
struct StackCursor {
  StackNode node = kRootStack;
  std::uint32_t unrecorded = 0;
};

class StackTree {
 public:
  StackTree();

  // A function has been entered; `call_site` is its return address. O(1), a few instructions when
  // the caller made the same call last time.
  void enter(StackCursor& cursor, std::uintptr_t call_site) {
    const StackNode child = nodes_[cursor.node].last_child;
    if (nodes_[child].call_site == call_site && cursor.unrecorded == 0) [[likely]] {
      cursor.node = child;
      return;
    }
    enter_slowly(cursor, call_site);
  }

  // The innermost function has returned. At the root: no effect.
  void leave(StackCursor& cursor) const {
    if (cursor.unrecorded > 0) [[unlikely]] {
      --cursor.unrecorded;
      return;
    }
    cursor.node = nodes_[cursor.node].parent;
  }

  // Appends the return addresses of `node`, innermost first. O(depth).
  void append_to(std::vector<std::uintptr_t>& addresses, StackNode node) const;
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  // Chains beyond so many are not recorded; bounds the memory of deep recursion to about 40 MB.
  static constexpr std::size_t kMaxNodes = std::size_t{1} << 20;

 private:
  struct Node {
    std::uintptr_t call_site = 0;
    StackNode parent = kRootStack;
    // The root is nobody's child, so it stands for "none"; its call site matches no call.
    StackNode last_child = kRootStack;
  };

  void enter_slowly(StackCursor& cursor, std::uintptr_t call_site);
  void rehash();
  [[nodiscard]] std::size_t home(StackNode parent, std::uintptr_t call_site) const;

  PoolVector<Node> nodes_;
  PoolVector<StackNode> table_;  // Open addressing over (parent, call_site); 0 is an empty place.
};

}  // namespace explorer
