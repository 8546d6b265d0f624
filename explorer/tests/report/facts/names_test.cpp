#include "report/facts/names.h"

#include <gtest/gtest.h>

#include "report/facts/places.h"
#include "support/scenario.h"

namespace explorer {
namespace {

using enum OperationKind;

TEST(Names, threads_are_main_and_numbered) {
  TableSymbols symbols;
  const Names names(Scenario(3).record, symbols);
  EXPECT_EQ(names.thread(0), "main");
  EXPECT_EQ(names.thread(2), "T2");
}

TEST(Names, threads_of_one_name_are_told_apart) {
  TableSymbols symbols;
  Scenario scenario(4);
  scenario.record.threads[1].name = "worker";
  scenario.record.threads[2].name = "worker";
  scenario.record.threads[3].name = "writer";
  const Names names(scenario.record, symbols);
  EXPECT_EQ(names.thread(1), "worker (T1)");
  EXPECT_EQ(names.thread(2), "worker (T2)");
  EXPECT_EQ(names.thread(3), "writer");
}

TEST(Names, objects_are_numbered_by_kind_and_appearance) {
  TableSymbols symbols;
  Scenario scenario(1);
  scenario.event(0, mutex_lock, 9, {});
  scenario.wait(0, 4, 7, {});
  scenario.event(0, atomic_load, 5, {});
  const Names names(scenario.record, symbols);
  EXPECT_EQ(names.object(9), "mutex #1");
  EXPECT_EQ(names.object(4), "condvar #1");
  EXPECT_EQ(names.object(7), "mutex #2");
  EXPECT_EQ(names.object(5), "atomic #1");
  EXPECT_EQ(names.object(6), "an object");
}

TEST(Names, a_global_goes_by_its_own_name_and_takes_no_number) {
  TableSymbols symbols;
  symbols.variables = {{0x9000, "registry+16"}};
  Scenario scenario(1);
  scenario.record.objects = {{0}, {0x9000}, {0x8000}};
  scenario.event(0, mutex_lock, 1, {});
  scenario.event(0, mutex_lock, 2, {});
  const Names names(scenario.record, symbols);
  EXPECT_EQ(names.object(1), "mutex registry+16");
  EXPECT_EQ(names.object(2), "mutex #1");
}

TEST(Places, the_authors_line_is_the_innermost_frame_that_is_no_librarys) {
  TableSymbols symbols;
  const auto inner = symbols.library("std::__mutex_base::native");
  const auto outer = symbols.library("std::unique_lock::unique_lock");
  const auto author = symbols.author("Queue::push", 12);
  const auto caller = symbols.author("main", 40);
  const Place place = place_of(symbols, ReturnAddresses{inner, outer, author, caller});
  EXPECT_EQ(place.where.function, "Queue::push");
  EXPECT_EQ(place.where.line, 12);
  EXPECT_EQ(place.library_call, "std::unique_lock::unique_lock");
}

TEST(Places, calls_of_several_steps_are_told_as_one) {
  for (const char* call :
       {"std::counting_semaphore::acquire", "std::future::get", "std::latch::arrive_and_wait",
        "std::__atomic_base::wait", "std::condition_variable_any::wait", "std::call_once"}) {
    EXPECT_TRUE(tells_as_one_call(call)) << call;
  }
}

TEST(Places, calls_that_are_one_step_are_told_as_that_step) {
  for (const char* call :
       {"", "std::mutex::lock", "std::unique_lock::unique_lock",
        "std::condition_variable::wait_for", "std::atomic::load", "std::__atomic_base::operator++",
        "std::thread::join", "pthread_mutex_lock"}) {
    EXPECT_FALSE(tells_as_one_call(call)) << call;
  }
}

TEST(Places, internal_base_classes_lose_their_decoration) {
  EXPECT_EQ(call_words("std::counting_semaphore::acquire"), "counting_semaphore::acquire()");
  EXPECT_EQ(call_words("std::__atomic_base::wait"), "atomic::wait()");
  EXPECT_EQ(call_words("std::__basic_future::wait"), "future::wait()");
}

TEST(Places, a_throw_is_one_step) {
  EXPECT_TRUE(tells_as_one_call("__cxa_throw"));
  EXPECT_EQ(call_words("__cxa_throw"), "throw");
}

}  // namespace
}  // namespace explorer
