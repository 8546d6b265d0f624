#include "grading/props/thread_shortage.h"

#include <gtest/gtest.h>

#include <future>
#include <system_error>
#include <thread>

namespace grading {
namespace {

void start_one() {
  std::thread([] {}).join();
}

TEST(ThreadShortage, refuses_every_thread_after_those_that_are_left) {
  const ThreadShortage shortage(2);
  EXPECT_NO_THROW(start_one());
  EXPECT_FALSE(shortage.felt());
  EXPECT_NO_THROW(start_one());
  EXPECT_THROW(start_one(), std::system_error);
  EXPECT_THROW(start_one(), std::system_error);
  EXPECT_TRUE(shortage.felt());
}

TEST(ThreadShortage, ends_with_its_scope) {
  {
    const ThreadShortage shortage(0);
    EXPECT_THROW(start_one(), std::system_error);
  }
  EXPECT_NO_THROW(start_one());
  const ThreadShortage next(1);
  EXPECT_FALSE(next.felt());
}

TEST(ThreadShortage, holds_for_jthreads_and_async_too) {
  const ThreadShortage shortage(0);
  EXPECT_THROW(std::jthread([] {}), std::system_error);
  EXPECT_THROW(std::async(std::launch::async, [] {}).get(), std::system_error);
}

TEST(ThreadShortage, says_that_a_moment_later_it_may_work) {
  const ThreadShortage shortage(0);
  try {
    start_one();
    FAIL() << "a thread was started";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::resource_unavailable_try_again);
  }
}

}  // namespace
}  // namespace grading
