// The books of a stream of elements. Whether faults become failures is seen through GoogleTest.
#include "grading/props/ledger.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace grading {
namespace {

TEST(Ledger, balances_when_all_that_was_accepted_was_delivered_in_order) {
  Ledger ledger(2, 2);
  for (int n = 0; n < 3; ++n) {
    for (const std::size_t producer : {0, 1}) ledger.accepted(producer, n);
  }
  for (const int value : {Ledger::mark(0, 0), Ledger::mark(1, 1), Ledger::mark(0, 2)}) {
    ledger.delivered(0, value);
  }
  for (const int value : {Ledger::mark(1, 0), Ledger::mark(0, 1), Ledger::mark(1, 2)}) {
    ledger.delivered(1, value);
  }
  EXPECT_EQ(ledger.outstanding(), 0);
  EXPECT_TRUE(ledger.settle());
}

TEST(Ledger, misses_an_element_that_was_not_delivered) {
  Ledger ledger(1, 1);
  ledger.accepted(0, 0);
  ledger.accepted(0, 1);
  ledger.delivered(0, Ledger::mark(0, 0));
  EXPECT_EQ(ledger.outstanding(), 1);
  EXPECT_NONFATAL_FAILURE(ledger.settle(),
                          "element 2 of producer 1 was accepted, but never delivered");
}

TEST(Ledger, notices_an_element_that_was_delivered_twice) {
  Ledger ledger(1, 2);
  ledger.accepted(0, 0);
  ledger.delivered(0, Ledger::mark(0, 0));
  ledger.delivered(1, Ledger::mark(0, 0));
  EXPECT_NONFATAL_FAILURE(ledger.settle(), "element 1 of producer 1 was delivered twice");
}

TEST(Ledger, notices_an_element_that_was_refused_and_delivered) {
  Ledger ledger(3, 1);
  ledger.delivered(0, Ledger::mark(2, 4));
  EXPECT_NONFATAL_FAILURE(ledger.settle(),
                          "element 5 of producer 3 was delivered, but never accepted");
}

TEST(Ledger, notices_what_is_no_element) {
  Ledger ledger(1, 1);
  ledger.delivered(0, -1);
  EXPECT_NONFATAL_FAILURE(ledger.settle(), "something that is no element was delivered");
}

TEST(Ledger, notices_that_a_consumer_saw_one_producers_elements_out_of_order) {
  Ledger ledger(1, 1);
  ledger.accepted(0, 0);
  ledger.accepted(0, 1);
  ledger.delivered(0, Ledger::mark(0, 1));
  ledger.delivered(0, Ledger::mark(0, 0));
  EXPECT_NONFATAL_FAILURE(
      ledger.settle(),
      "element 1 of producer 1 was delivered after element 2 of producer 1, to the same consumer");
}

}  // namespace
}  // namespace grading
