// Against this very process and a real symbolizer.

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "report/symbols/symbolizer_process.h"
#include "report/symbols/symbols.h"

namespace explorer_test_program {

int counters[4];

// Noinline and not the last statement of its caller, so that there is a call to return to.
[[gnu::noinline]] std::uintptr_t here() {
  return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
}

struct Widget {
  [[gnu::always_inline]] std::uintptr_t inlined() { return here(); }
  [[gnu::noinline]] std::uintptr_t measure() {
    const std::uintptr_t address = inlined();
    ++counters[0];
    return address;
  }
};

constexpr int kLineOfInlined = __LINE__ - 8;
constexpr int kLineOfMeasure = __LINE__ - 7;

}  // namespace explorer_test_program

namespace explorer {
namespace {

using explorer_test_program::counters;
using explorer_test_program::Widget;

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

class Environment {
 public:
  explicit Environment(const char* symbolizer) { setenv("EXPLORER_SYMBOLIZER", symbolizer, 1); }
  ~Environment() { unsetenv("EXPLORER_SYMBOLIZER"); }
};

class ProcessSymbolsTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_FALSE(SymbolizerProcess::find().empty()) << "no llvm-symbolizer on this machine";
  }
};

TEST_F(ProcessSymbolsTest, a_return_address_has_function_file_and_line) {
  const auto symbols = process_symbols();
  const std::vector<Frame> frames = symbols->frames(Widget().measure());
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].where.function, "Widget::inlined");
  EXPECT_EQ(frames[0].where.line, explorer_test_program::kLineOfInlined);
  EXPECT_EQ(frames[1].where.function, "Widget::measure");
  EXPECT_EQ(frames[1].where.line, explorer_test_program::kLineOfMeasure);
  EXPECT_EQ(base_name(frames[1].where.file), "process_symbols_test.cpp");
  EXPECT_FALSE(frames[1].library);
  EXPECT_EQ(symbols->limitation(), "");
}

TEST_F(ProcessSymbolsTest, a_global_variable_is_found_by_any_of_its_bytes) {
  const auto symbols = process_symbols();
  const auto address = reinterpret_cast<std::uintptr_t>(&counters);
  EXPECT_EQ(symbols->variable(address), "explorer_test_program::counters");
  EXPECT_EQ(symbols->variable(address + 8), "explorer_test_program::counters+8");
}

TEST_F(ProcessSymbolsTest, heap_and_stack_are_no_variables) {
  const auto symbols = process_symbols();
  int local = 0;
  const auto heap = std::make_unique<int>(0);
  EXPECT_EQ(symbols->variable(reinterpret_cast<std::uintptr_t>(&local)), "");
  EXPECT_EQ(symbols->variable(reinterpret_cast<std::uintptr_t>(heap.get())), "");
}

TEST_F(ProcessSymbolsTest, standard_library_headers_are_library_frames) {
  const std::function<std::uintptr_t()> indirect = [] {
    return reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  };
  const auto symbols = process_symbols();
  EXPECT_TRUE(symbols->frames(indirect())[0].library);
}

TEST_F(ProcessSymbolsTest, shared_libraries_are_library_frames) {
  const auto symbols = process_symbols();
  const auto frames = symbols->frames(reinterpret_cast<std::uintptr_t>(&std::getenv) + 4);
  EXPECT_TRUE(frames[0].library);
}

TEST(NoSymbolizer, the_answer_is_a_module_and_an_offset_and_says_why) {
  const Environment none("");
  const auto symbols = process_symbols();
  const std::vector<Frame> frames = symbols->frames(Widget().measure());
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(frames[0].where.file, "");
  EXPECT_NE(frames[0].where.function.find("explorer_report_test+0x"), std::string::npos);
  EXPECT_NE(symbols->limitation().find("install llvm-symbolizer"), std::string::npos);
}

TEST(NoSymbolizer, one_that_cannot_be_started_is_named) {
  const Environment missing("/nowhere/symbolizer");
  const auto symbols = process_symbols();
  EXPECT_EQ(symbols->frames(Widget().measure()).size(), 1U);
  EXPECT_NE(symbols->limitation().find("/nowhere/symbolizer"), std::string::npos);
}

TEST(NoSymbolizer, one_that_dies_costs_lines_but_nothing_else) {
  const Environment dying("/bin/false");
  const auto symbols = process_symbols();
  EXPECT_EQ(symbols->frames(Widget().measure()).size(), 1U);
  EXPECT_NE(symbols->limitation().find("stopped answering"), std::string::npos);
}

TEST(NoSymbolizer, an_address_outside_every_module_is_itself) {
  const Environment none("");
  EXPECT_EQ(process_symbols()->frames(0x1235)[0].where.function, "0x1235");
}

}  // namespace
}  // namespace explorer
