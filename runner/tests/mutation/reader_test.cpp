#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "mutation/syntax/parse.h"
#include "snippet.h"

namespace runner {
namespace {

const Node* first_of(const SyntaxTree& tree, NodeKind kind) {
  const Node* found = nullptr;
  // The library comes first; what is asked for stands in f().
  walk(tree.root, [&](const Node& node, const Ancestors& around) {
    const bool in_f =
        std::ranges::any_of(around, [](const Node* outer) { return outer->name == "f"; });
    if (found == nullptr && in_f && node.kind == kind) found = &node;
  });
  return found;
}

std::string part(const SyntaxTree& tree, NodeKind kind, Role role) {
  const Node* node = first_of(tree, kind);
  if (node == nullptr || node->child(role) == nullptr) return "none";
  return tree.text(*node->child(role));
}

TEST(SyntaxTree, an_if_has_a_condition_and_two_branches) {
  const SyntaxTree tree = snippet("if (a == b) g(); else { h(); }");
  EXPECT_EQ(part(tree, NodeKind::if_, Role::condition), "a == b");
  EXPECT_EQ(part(tree, NodeKind::if_, Role::body), "g();");
  EXPECT_EQ(part(tree, NodeKind::if_, Role::otherwise), "{ h(); }");
}

TEST(SyntaxTree, an_if_that_declares_its_condition_has_none_to_be_changed) {
  EXPECT_EQ(part(snippet("if (int x = number()) g();"), NodeKind::if_, Role::condition), "none");
}

TEST(SyntaxTree, a_loop_has_a_condition_and_a_body) {
  const SyntaxTree tree = snippet("for (int i = 0; i < number(); ++i) g();");
  EXPECT_EQ(part(tree, NodeKind::for_, Role::condition), "i < number()");
  EXPECT_EQ(part(tree, NodeKind::for_, Role::body), "g();");
  EXPECT_EQ(part(snippet("for (;;) g();"), NodeKind::for_, Role::condition), "none");
  EXPECT_EQ(part(snippet("do { g(); } while (ready);"), NodeKind::do_, Role::condition), "ready");
}

TEST(SyntaxTree, a_statement_ends_with_its_semicolon_whatever_comes_between) {
  const SyntaxTree tree = snippet("g() /* ; */ ;  // ;\nh();");
  EXPECT_EQ(tree.text(*first_of(tree, NodeKind::expression_statement)), "g() /* ; */ ;");
}

TEST(SyntaxTree, a_call_knows_its_name_and_arguments_in_a_template_too) {
  const SyntaxTree tree = parse_cpp(
      "/t.h", "template <class T> void f(T& t) { t.inner.template put<int>(t.size(), 2); }",
      {"-std=c++20"});
  const Node* call = first_of(tree, NodeKind::call);
  ASSERT_NE(call, nullptr);
  EXPECT_EQ(call->name, "put");
  EXPECT_EQ(call->all(Role::argument).size(), 2U);
  EXPECT_EQ(tree.text(*call->child(Role::callee)), "t.inner.template put<int>");
}

TEST(SyntaxTree, an_overloaded_operator_is_an_operator) {
  const SyntaxTree tree = snippet("auto t = std::chrono::steady_clock::now();\nready = t >= t;");
  const Node* binary = first_of(tree, NodeKind::binary);
  ASSERT_NE(binary, nullptr);
  EXPECT_EQ(binary->name, ">=");
}

TEST(SyntaxTree, what_is_no_cpp_is_refused_with_its_line) {
  try {
    const SyntaxTree tree = parse_cpp("/broken.h", "int a;\nint b = ;\n", {});
    FAIL() << "it was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 7), "line 2:");
  }
}

}  // namespace
}  // namespace runner
