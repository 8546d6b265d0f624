#include "strength/keys.h"

#include <gtest/gtest.h>

namespace runner {
namespace {

constexpr const char* kGrader = R"(// A grader.
int helper();

BEHAVIOUR(core, counts, "it counts") {
  helper();
}

BEHAVIOUR(robust,
          counts_more, "it counts more") {
  helper();
  helper();
}
)";

TEST(BehaviourText, is_the_one_of_that_very_name) {
  EXPECT_EQ(essence(behaviour_text(kGrader, "counts")),
            "BEHAVIOUR(core, counts, \"it counts\") { helper(); }");
  EXPECT_EQ(essence(behaviour_text(kGrader, "counts_more")),
            "BEHAVIOUR(robust, counts_more, \"it counts more\") { helper(); helper(); }");
}

TEST(BehaviourText, is_empty_where_there_is_none) {
  EXPECT_EQ(behaviour_text(kGrader, "it"), "");
  EXPECT_EQ(behaviour_text(kGrader, "count"), "");
  EXPECT_EQ(behaviour_text("", "counts"), "");
}

TEST(Essence, comments_and_layout_do_not_count) {
  EXPECT_EQ(essence("int a;  // one\n\n  int b;"), essence("// two\nint a; int b; // end"));
  EXPECT_NE(essence("int a;"), essence("int b;"));
}

}  // namespace
}  // namespace runner
