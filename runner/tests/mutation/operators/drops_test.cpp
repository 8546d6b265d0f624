#include <gtest/gtest.h>

#include "../snippet.h"

namespace runner {
namespace {

using Texts = std::vector<std::string>;

TEST(DropMutants, a_call_is_dropped_under_the_name_of_what_is_missing) {
  EXPECT_EQ(bodies("drop_join", "worker.join();\ng();\n"), Texts{"g();\n"});
  EXPECT_EQ(bodies("drop_unlock", "m.unlock();\n"), Texts{""});
  EXPECT_EQ(bodies("drop_relock", "m.lock();\n"), Texts{""});
  EXPECT_EQ(bodies("drop_call", "g();\n"), Texts{""});
}

TEST(DropMutants, a_comment_behind_it_goes_with_it) {
  EXPECT_EQ(bodies("drop_call", "g();  // Why.\nh();\n"), (Texts{"h();\n", "g();  // Why.\n"}));
}

TEST(DropMutants, an_assignment_or_a_count_is_dropped) {
  EXPECT_EQ(bodies("drop_assignment", "a += 2;\n"), Texts{""});
  EXPECT_EQ(bodies("drop_update", "++a;\n"), Texts{""});
}

TEST(DropMutants, nobody_catches_what_is_thrown) {
  EXPECT_EQ(bodies("drop_catch", "try { g(); } catch (...) { h(); }\n"), Texts{"{ g(); }\n"});
  EXPECT_EQ(bodies("drop_catch", "try { g(); } catch (int) { h(); } catch (...) { h(); }\n"),
            (Texts{"try { g(); } catch (...) { h(); }\n", "try { g(); } catch (int) { h(); }\n"}));
}

TEST(DropMutants, what_was_caught_is_not_thrown_on) {
  EXPECT_EQ(bodies("drop_rethrow", "try { g(); } catch (...) {\nthrow;\n}\n"),
            Texts{"try { g(); } catch (...) {\n}\n"});
}

TEST(DropMutants, a_variable_that_works_by_being_there_is_dropped) {
  EXPECT_EQ(bodies("drop_guard", "const Guard guard(1);\ng();\n"), Texts{"g();\n"});
  EXPECT_EQ(bodies("drop_guard", "int x = number();\na = x;\n"), Texts{});
}

TEST(DropMutants, a_function_ends_where_the_lock_is_let_go) {
  EXPECT_EQ(bodies("return_after_unlock", "m.unlock();\ng();\n"),
            Texts{"m.unlock(); return;\ng();\n"});
}

}  // namespace
}  // namespace runner
