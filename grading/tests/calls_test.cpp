#include "grading/calls.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace grading {
namespace {

TEST(Calls, arguments_and_results_pass) {
  const Call<std::string(std::unique_ptr<int>, int&)> call =
      [](std::unique_ptr<int> owned, int& changed) { return std::to_string(*owned + ++changed); };
  int changed = 1;
  EXPECT_EQ(call(std::make_unique<int>(40), changed), "42");
  EXPECT_EQ(changed, 2);
}

TEST(Calls, copies_have_what_was_captured_for_themselves) {
  Call<int()> one = [count = 0]() mutable { return ++count; };
  EXPECT_EQ(one(), 1);
  Call<int()> other = one;
  EXPECT_EQ(other(), 2);
  EXPECT_EQ(one(), 2);
  other = one;
  EXPECT_EQ(other(), 3);
}

TEST(Calls, what_was_captured_goes_once_with_the_last_owner) {
  const auto captured = std::make_shared<int>(7);
  {
    Call<int()> first = [captured] { return *captured; };
    EXPECT_EQ(captured.use_count(), 2);
    Call<int()> second = std::move(first);
    EXPECT_EQ(captured.use_count(), 2);
    EXPECT_EQ(second(), 7);
    second = Call<int()>([] { return 8; });
    EXPECT_EQ(captured.use_count(), 1);
    EXPECT_EQ(second(), 8);
  }
  EXPECT_EQ(captured.use_count(), 1);
}

TEST(Calls, members_can_be_called) {
  const Call<std::size_t(const std::string&)> length = &std::string::size;
  EXPECT_EQ(length("four"), 4U);
}

TEST(Calls, references_call_what_they_refer_to) {
  int calls = 0;
  const auto count = [&calls](int by) { calls += by; };
  const CallRef<void(int)> reference = count;
  const CallRef<void(int)> copy = reference;
  reference(1);
  copy(2);
  EXPECT_EQ(calls, 3);
}

int doubled(int number) { return 2 * number; }

TEST(Calls, functions_can_be_called) {
  const Call<int(int)> call = doubled;
  const CallRef<int(int)> reference = doubled;
  EXPECT_EQ(call(3) + reference(4), 14);
}

TEST(Calls, exceptions_pass) {
  const Call<void()> call = [] { throw std::runtime_error("no"); };
  EXPECT_THROW(call(), std::runtime_error);
  const CallRef<void()> reference = call;
  EXPECT_THROW(reference(), std::runtime_error);
}

}  // namespace
}  // namespace grading
