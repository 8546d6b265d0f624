// What happens to GoogleTest's results: failures go to the runner, and tests in which nothing is
// wrong but what is not implemented yet are counted.
#pragma once

#include <gtest/gtest.h>

namespace grading::harness {

class Listener : public ::testing::EmptyTestEventListener {
 public:
  void OnTestPartResult(const ::testing::TestPartResult& result) override;
  void OnTestEnd(const ::testing::TestInfo& test) override;

  [[nodiscard]] int tests_not_implemented() const { return tests_not_implemented_; }

 private:
  int tests_not_implemented_ = 0;
};

}  // namespace grading::harness
