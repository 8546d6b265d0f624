#include <gtest/gtest.h>

#include "stages/places/symbolizer.h"
#include "stages/places/thread_stacks.h"

namespace runner {
namespace {

constexpr LoadedAt kProgram{.begin = 0x1000, .end = 0x2000, .bias = 0x1000};

constexpr const char* kOutput =
    "PID 7 - process\n"
    "TID 7:\n"
    "#0  0x0000000000001100 kata::Tally::wait_for(int)\n"
    "#1  0x0000000000001201 main\n"
    "#2  0x00007f00000000ff __libc_start_main\n"
    "TID 9:\n"
    "#0  0x00007f0000000001\n";

TEST(ParseStacks, threads_frames_and_addresses_are_read) {
  const auto stacks = parse_stacks(kOutput, kProgram);
  ASSERT_EQ(stacks.size(), 2U);
  EXPECT_EQ(stacks[0].thread, 7);
  ASSERT_EQ(stacks[0].frames.size(), 3U);
  EXPECT_EQ(stacks[0].frames[0].function, "kata::Tally::wait_for(int)");
  EXPECT_EQ(stacks[1].thread, 9);
  EXPECT_EQ(stacks[1].frames[0].function, "");
}

TEST(ParseStacks, callers_are_looked_up_inside_their_call) {
  const auto stacks = parse_stacks(kOutput, kProgram);
  EXPECT_EQ(stacks[0].addresses, (std::vector<std::uint64_t>{0x100, 0x200, 0}));
}

TEST(ParseStacks, complaints_are_no_stacks) {
  EXPECT_TRUE(
      parse_stacks("eu-stack: dwfl_linux_proc_attach pid 7: No such process\n", kProgram).empty());
}

TEST(Resolve, known_addresses_become_lines_with_what_was_inlined_there) {
  auto stacks = parse_stacks(kOutput, kProgram);
  resolve(stacks, {{0x100, {{"inner()", "/ws/t.h", 5, 1}, {"outer()", "/ws/t.h", 9, 1}}}});
  ASSERT_EQ(stacks[0].frames.size(), 4U);
  EXPECT_EQ(stacks[0].frames[0].line, 5);
  EXPECT_EQ(stacks[0].frames[1].function, "outer()");
  EXPECT_EQ(stacks[0].frames[2].function, "main");
}

TEST(ParseSymbols, frames_come_innermost_first) {
  const Symbols symbols = parse_symbols(
      R"json([{"Address":"0x1f","ModuleName":"g","Symbol":[
           {"FunctionName":"inner()","FileName":"/ws/t.h","Line":5,"Column":3},
           {"FunctionName":"outer()","FileName":"/ws/t.h","Line":9,"Column":1}]}])json");
  ASSERT_EQ(symbols.size(), 1U);
  ASSERT_EQ(symbols.at(0x1f).size(), 2U);
  EXPECT_EQ(symbols.at(0x1f)[0].function, "inner()");
  EXPECT_EQ(symbols.at(0x1f)[0].line, 5);
}

TEST(ParseSymbols, what_is_no_answer_is_nothing) {
  EXPECT_TRUE(parse_symbols("").empty());
  EXPECT_TRUE(parse_symbols("error").empty());
  EXPECT_TRUE(parse_symbols(R"([{"Address":"0x1f"},{"Symbol":[]},3])").empty());
}

}  // namespace
}  // namespace runner
