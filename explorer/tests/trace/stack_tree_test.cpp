#include "trace/stack_tree.h"

#include <gtest/gtest.h>

#include <random>

namespace explorer {
namespace {

std::vector<std::uintptr_t> addresses(const StackTree& tree, StackNode node) {
  std::vector<std::uintptr_t> all;
  tree.append_to(all, node);
  return all;
}

TEST(StackTree, tells_the_calls_innermost_first) {
  StackTree tree;
  StackCursor cursor;
  tree.enter(cursor, 10);
  tree.enter(cursor, 20);
  tree.enter(cursor, 30);
  EXPECT_EQ(addresses(tree, cursor.node), (std::vector<std::uintptr_t>{30, 20, 10}));
  tree.leave(cursor);
  EXPECT_EQ(addresses(tree, cursor.node), (std::vector<std::uintptr_t>{20, 10}));
}

TEST(StackTree, stays_at_the_root_when_more_is_left_than_was_entered) {
  StackTree tree;
  StackCursor cursor;
  tree.leave(cursor);
  EXPECT_EQ(cursor.node, kRootStack);
}

TEST(StackTree, gives_equal_stacks_of_all_threads_one_node) {
  StackTree tree;
  StackCursor a;
  StackCursor b;
  tree.enter(a, 1);
  tree.enter(b, 1);
  tree.enter(a, 2);
  tree.enter(b, 3);
  tree.leave(b);
  tree.enter(b, 2);
  EXPECT_EQ(a.node, b.node);
}

TEST(StackTree, follows_random_calls_like_a_stack) {
  StackTree tree;
  std::mt19937_64 random(1);
  std::vector<StackCursor> cursors(3);
  std::vector<std::vector<std::uintptr_t>> models(3);
  for (int step = 0; step < 100'000; ++step) {
    const std::size_t thread = random() % 3;
    std::vector<std::uintptr_t>& model = models[thread];
    if (model.size() < 20 && random() % 2 == 0) {
      const std::uintptr_t call = 1 + random() % 6;
      tree.enter(cursors[thread], call);
      model.insert(model.begin(), call);
    } else if (!model.empty()) {
      tree.leave(cursors[thread]);
      model.erase(model.begin());
    }
    if (step % 97 == 0) {
      ASSERT_EQ(addresses(tree, cursors[thread].node), model);
    }
  }
}

TEST(StackTree, stops_growing_once_it_knows_all_stacks) {
  StackTree tree;
  std::size_t size = 0;
  for (int round = 0; round < 2; ++round) {
    size = tree.size();
    for (std::uintptr_t first = 1; first <= 40; ++first) {
      for (std::uintptr_t second = 1; second <= 40; ++second) {
        StackCursor cursor;
        tree.enter(cursor, first);
        tree.enter(cursor, second);
      }
    }
  }
  EXPECT_EQ(tree.size(), size);
  EXPECT_EQ(tree.size(), 1U + 40 + 1600);
}

TEST(StackTree, forgets_calls_beyond_its_limit_but_finds_the_way_back) {
  StackTree tree;
  StackCursor cursor;
  for (std::uintptr_t call = 1; call < StackTree::kMaxNodes + 1'000; ++call) {
    tree.enter(cursor, call);
  }
  EXPECT_EQ(tree.size(), StackTree::kMaxNodes);
  EXPECT_EQ(cursor.unrecorded, 1'000U);
  for (std::uintptr_t call = 1; call < StackTree::kMaxNodes + 1'000; ++call) tree.leave(cursor);
  EXPECT_EQ(cursor.node, kRootStack);
}

}  // namespace
}  // namespace explorer
