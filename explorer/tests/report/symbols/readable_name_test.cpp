#include "report/symbols/readable_name.h"

#include <gtest/gtest.h>

namespace explorer {
namespace {

struct Case {
  const char* demangled;
  const char* readable;
};

TEST(ReadableName, keeps_the_scope_and_the_name) {
  const Case cases[] = {
      {"main", "main"},
      {"kata::Semaphore::acquire(int)", "Semaphore::acquire"},
      {"kata::(anonymous namespace)::Queue::pop() const", "Queue::pop"},
      {"void kata::Queue<int, std::allocator<int> >::push<int>(int&&)", "Queue::push"},
      {"std::vector<int, std::allocator<int>>::at(unsigned long) const &", "std::vector::at"},
      {"std::__1::mutex::lock()", "std::mutex::lock"},
      {"std::__cxx11::basic_string<char>::append(char const*)", "std::basic_string::append"},
      {"std::chrono::_V2::steady_clock::now()", "std::steady_clock::now"},
      {"kata::Widget::make[abi:cxx11]()", "Widget::make"},
      {"kata::Widget::~Widget()", "Widget::~Widget"},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(readable_name(one.demangled), one.readable);
  }
}

TEST(ReadableName, operators_keep_their_symbols) {
  const Case cases[] = {
      {"kata::operator<(kata::A const&, kata::A const&)", "kata::operator<"},
      {"std::ostream& kata::operator<< <int>(std::ostream&, int)", "kata::operator<<"},
      {"kata::A::operator()(int) const", "A::operator()"},
      {"kata::A::operator->()", "A::operator->"},
      {"kata::operators::operatorial(int)", "operators::operatorial"},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(readable_name(one.demangled).substr(0, std::string(one.readable).size()),
              one.readable);
  }
}

TEST(ReadableName, a_lambda_is_named_after_its_function) {
  EXPECT_EQ(readable_name("main::$_0::operator()() const"), "lambda in main");
  EXPECT_EQ(readable_name("kata::run(int)::$_3::operator()(int) const"), "lambda in kata::run");
  EXPECT_EQ(readable_name("kata::run(int)::'lambda0'(int)::operator()(int) const"),
            "lambda in kata::run");
  EXPECT_EQ(readable_name("auto kata::A::go()::{lambda(auto:1)#2}::operator()<int>(int) const"),
            "lambda in A::go");
}

TEST(ReadableName, nonsense_does_no_harm) {
  for (const char* text : {"", "::", "<<<<", "((((", "(anonymous namespace)", "'lambda", "{lambda",
                           "operator", "a b c ", "$_0"}) {
    EXPECT_LE(readable_name(text).size(), std::string(text).size() + 6) << text;
  }
}

TEST(LibraryFrames, are_known_by_file) {
  EXPECT_TRUE(is_library_file("/usr/include/c++/12/bits/std_mutex.h"));
  EXPECT_TRUE(is_library_file("/usr/lib/llvm-19/include/x.h"));
  EXPECT_TRUE(is_library_file("/usr/src/googletest/googletest/src/gtest.cc"));
  EXPECT_TRUE(is_library_file("/home/me/kata/explorer/src/interposition/mutex.cpp"));
  EXPECT_FALSE(is_library_file("/home/me/kata/solutions/semaphore/semaphore.h"));
  EXPECT_FALSE(is_library_file("/home/me/kata/explorer/tests/selftest/x.cpp"));
}

TEST(LibraryFrames, are_known_by_function_where_there_is_no_file) {
  EXPECT_TRUE(is_library_function("std::condition_variable::wait(std::unique_lock<std::mutex>&)"));
  EXPECT_TRUE(is_library_function("void std::__invoke_impl<void, main::$_0>(main::$_0&&)"));
  EXPECT_TRUE(is_library_function("pthread_mutex_lock"));
  EXPECT_TRUE(is_library_function("testing::Test::Run()"));
  EXPECT_FALSE(is_library_function("kata::Queue<std::string>::push(std::string)"));
  EXPECT_FALSE(is_library_function("std_like::f()"));
}

}  // namespace
}  // namespace explorer
