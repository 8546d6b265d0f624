#include <gtest/gtest.h>

#include "../snippet.h"

namespace runner {
namespace {

using Texts = std::vector<std::string>;

TEST(MemoryOrderMutants, an_order_that_is_named_becomes_relaxed) {
  EXPECT_EQ(mutated("weaken_order", "atomic.store(1, std::memory_order_release);"),
            Texts{"atomic.store(1, std::memory_order_relaxed);"});
  EXPECT_EQ(mutated("weaken_order", "a = atomic.load(std::memory_order::acquire);"),
            Texts{"a = atomic.load(std::memory_order_relaxed);"});
}

TEST(MemoryOrderMutants, an_exchange_loses_either_half_of_its_order) {
  EXPECT_EQ(mutated("weaken_order", "atomic.exchange(1, std::memory_order::acq_rel);"),
            (Texts{"atomic.exchange(1, std::memory_order_acquire);",
                   "atomic.exchange(1, std::memory_order_relaxed);",
                   "atomic.exchange(1, std::memory_order_release);"}));
}

TEST(MemoryOrderMutants, the_order_that_nobody_named_becomes_relaxed) {
  EXPECT_EQ(mutated("weaken_order", "a = atomic.load();"),
            Texts{"a = atomic.load(std::memory_order_relaxed);"});
  EXPECT_EQ(mutated("weaken_order", "atomic.store(1);"),
            Texts{"atomic.store(1, std::memory_order_relaxed);"});
}

TEST(MemoryOrderMutants, what_is_relaxed_already_stays) {
  EXPECT_EQ(mutated("weaken_order", "a = atomic.load(std::memory_order_relaxed);"), Texts{});
}

TEST(ClockMutants, the_steady_clock_becomes_the_one_that_people_set) {
  EXPECT_EQ(mutated("system_clock", "auto now = std::chrono::steady_clock::now();"),
            Texts{"auto now = std::chrono::system_clock::now();"});
}

TEST(SqlMutants, a_transaction_begins_with_its_first_write_only) {
  EXPECT_EQ(mutated("sql_begin", "run(\"BEGIN IMMEDIATE\");"), Texts{"run(\"BEGIN\");"});
}

TEST(SqlMutants, a_condition_is_missing_and_the_parameters_still_fit) {
  EXPECT_EQ(mutated("sql_drop_condition", "run(\"DELETE FROM t WHERE i = ? AND s = 'x'\");"),
            Texts{"run(\"DELETE FROM t WHERE i = ?\");"});
  EXPECT_EQ(mutated("sql_drop_condition", "run(\"DELETE FROM t WHERE i = ? AND n = ?\");"),
            Texts{"run(\"DELETE FROM t WHERE i = ? AND ? IS NOT NULL\");"});
}

TEST(SqlMutants, a_boundary_moves_and_a_count_stands_still) {
  EXPECT_EQ(mutated("sql_boundary", "run(\"DELETE FROM t WHERE n <= ?\");"),
            Texts{"run(\"DELETE FROM t WHERE n < ?\");"});
  EXPECT_EQ(mutated("sql_increment", "run(\"UPDATE t SET n = n + 1\");"),
            Texts{"run(\"UPDATE t SET n = n\");"});
}

}  // namespace
}  // namespace runner
