#include "build/local_state.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "../scratch_folder.h"

namespace runner {
namespace {

// In this very program, and not to be optimised away.
static volatile int g_static_here = 1;  // NOLINT(misc-use-anonymous-namespace)
thread_local volatile int g_of_each_thread = 0;
class LocalState : public ::testing::Test {
 protected:
  LocalState() { g_static_here = g_static_here + g_of_each_thread; }

  static constexpr const char* kHere = "/proc/self/exe";
};

TEST_F(LocalState, variables_of_a_source_file_are_found_by_their_names) {
  const std::vector<std::string> names = local_variables(kHere);
  for (const char* const name : {"g_static_here", "g_of_each_thread"}) {
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
  }
}

TEST_F(LocalState, what_is_no_object_file_has_none) {
  const ScratchFolder folder;
  EXPECT_TRUE(local_variables(folder.write("text", "int x;")).empty());
  EXPECT_TRUE(local_variables(folder.write("cut_off", "\177ELF\002")).empty());
  EXPECT_TRUE(local_variables(folder / "nowhere").empty());
}

TEST_F(LocalState, what_the_header_speaks_of_is_the_headers) {
  EXPECT_TRUE(keeps_local_state(kHere, "static int g_static_here;", ""));
}

TEST_F(LocalState, what_nobody_speaks_of_came_with_the_header_too) {
  EXPECT_TRUE(keeps_local_state(kHere, "#include \"more.h\"", "#include \"tally.h\""));
}

}  // namespace
}  // namespace runner
