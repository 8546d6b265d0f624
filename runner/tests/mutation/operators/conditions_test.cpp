#include <gtest/gtest.h>

#include "../snippet.h"

namespace runner {
namespace {

using Texts = std::vector<std::string>;

TEST(ConditionMutants, a_condition_is_turned_round) {
  EXPECT_EQ(mutated("negate_condition", "if (a == b) g();"), Texts{"if (!(a == b)) g();"});
  EXPECT_EQ(mutated("negate_condition", "if (!ready) g();"), Texts{"if (ready) g();"});
  EXPECT_EQ(mutated("negate_condition", "if (ready) g();"), Texts{"if (!ready) g();"});
}

TEST(ConditionMutants, a_check_is_dropped) {
  EXPECT_EQ(mutated("drop_check", "if (a == 0) return;"), Texts{"if (false) return;"});
}

TEST(ConditionMutants, a_check_for_the_end_has_a_name_of_its_own) {
  EXPECT_EQ(mutated("drop_stop_check", "if (stopping()) return;"), Texts{"if (false) return;"});
  EXPECT_EQ(mutated("drop_check", "if (stopping()) return;"), Texts{});
}

TEST(ConditionMutants, what_depends_on_a_condition_happens_always) {
  EXPECT_EQ(mutated("condition_true", "if (ready) g();"), Texts{"if (true) g();"});
  EXPECT_EQ(mutated("condition_true", "if (ready) return;"), Texts{});
}

TEST(ConditionMutants, what_is_decided_when_compiling_stays) {
  EXPECT_EQ(mutated("negate_condition", "if constexpr (sizeof(int) == 4) g();"), Texts{});
}

TEST(ConditionMutants, a_loop_is_never_entered) {
  EXPECT_EQ(mutated("drop_loop", "for (int i = 0; i < a; ++i) g();"),
            Texts{"for (int i = 0; false; ++i) g();"});
}

TEST(ConditionMutants, half_of_a_condition_is_forgotten) {
  EXPECT_EQ(mutated("drop_operand", "if (ready && a > 0) g();"),
            (Texts{"if (a > 0) g();", "if (ready) g();"}));
}

TEST(ConditionMutants, a_predicate_is_true_at_once) {
  EXPECT_EQ(
      mutated("predicate_true", "std::unique_lock lock(m);\ncv.wait(lock, [&] { return a > b; });"),
      Texts{"cv.wait(lock, [&] { return true; });"});
}

TEST(ConditionMutants, an_answer_is_turned_round) {
  EXPECT_EQ(mutated("negate_result", "auto full = [&] { return a == b; };\nready = full();"),
            Texts{"auto full = [&] { return !(a == b); };"});
}

}  // namespace
}  // namespace runner
