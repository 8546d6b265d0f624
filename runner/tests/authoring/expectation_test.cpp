#include "authoring/expectation.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace runner {
namespace {

TEST(FaultyExpectation, finding_and_behaviour_are_read) {
  const FaultyExpectation expected = parse_faulty("// expect: data_race in exact_counts\r");
  EXPECT_EQ(expected.findings, std::vector<std::string>{"data_race"});
  EXPECT_EQ(expected.behaviour, "exact_counts");
  EXPECT_FALSE(expected.only);
  EXPECT_TRUE(expected.binds(Stage::explorer));
  EXPECT_TRUE(expected.binds(Stage::tsan));
}

TEST(FaultyExpectation, alternatives_are_read) {
  const FaultyExpectation expected = parse_faulty("// expect: hang or deadlock or crash in x");
  EXPECT_EQ(expected.findings, (std::vector<std::string>{"hang", "deadlock", "crash"}));
  EXPECT_EQ(expected.behaviour, "x");
}

TEST(FaultyExpectation, a_known_limit_binds_the_stage_that_is_named_alone) {
  const FaultyExpectation explored =
      parse_faulty("// expect: data_race in x (known limit: explorer only)");
  EXPECT_TRUE(explored.binds(Stage::explorer));
  EXPECT_FALSE(explored.binds(Stage::tsan));
  const FaultyExpectation watched = parse_faulty("// expect: misuse in x (known limit: tsan only)");
  EXPECT_FALSE(watched.binds(Stage::explorer));
  EXPECT_TRUE(watched.binds(Stage::tsan));
}

TEST(FaultyExpectation, anything_else_is_refused) {
  for (const char* line :
       {"", "// expect:", "// expect: data_race", "// expect: data_race x",
        "// expect: data_race in", "// expect: in in x y", "#pragma once",
        "// expect: a and b in x", "// expect: a in x (sometimes)",
        "// expect: a in x (known limit: magic only)", "// expect: a in x (known limit)"}) {
    EXPECT_THROW((void)parse_faulty(line), std::invalid_argument) << line;
  }
}

TEST(AcceptedExpectation, tiers_are_read) {
  EXPECT_EQ(parse_accepted("// accept: core robust").tiers,
            (std::vector<Tier>{Tier::core, Tier::robust}));
}

TEST(AcceptedExpectation, anything_else_is_refused) {
  for (const char* line : {"", "// accept:", "// accept: everything", "// expect: core"}) {
    EXPECT_THROW((void)parse_accepted(line), std::invalid_argument) << line;
  }
}

}  // namespace
}  // namespace runner
