// The table of calls that may wait says what is so.
#include "interposition/uncontrolled/blocking_calls.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace explorer {
namespace {

// The file that has what a program calls by this name; empty if there is no such function.
std::string file_with(const char* name) {
  Dl_info found{};
  void* function = dlsym(RTLD_DEFAULT, name);
  return function != nullptr && dladdr(function, &found) != 0 ? found.dli_fname : "";
}

std::string this_program() {
  Dl_info found{};
  return dladdr(reinterpret_cast<const void*>(&file_with), &found) != 0 ? found.dli_fname : "";
}

TEST(BlockingCalls, this_program_stands_in_for_all_that_wait_for_others) {
  for (const BlockingCall& call : kBlockingCalls) {
    if (call.what == InControl::bounded) continue;
    EXPECT_EQ(file_with(call.name), this_program()) << call.name;
  }
}

TEST(BlockingCalls, the_rest_is_left_to_the_c_library) {
  for (const BlockingCall& call : kBlockingCalls) {
    if (call.what != InControl::bounded) continue;
    EXPECT_NE(file_with(call.name), "") << call.name;
    EXPECT_NE(file_with(call.name), this_program()) << call.name;
  }
}

TEST(BlockingCalls, each_is_told_of_once) {
  std::set<std::string> names;
  for (const BlockingCall& call : kBlockingCalls) {
    EXPECT_TRUE(names.insert(call.name).second) << call.name;
  }
}

}  // namespace
}  // namespace explorer
