// One fact of the memory model per test; `published(a, b)` asks whether what thread a did before
// the event at hand is visible to thread b.
#include "clocks/happens_before.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace explorer {
namespace {

constexpr ObjectIndex kX = 1;
constexpr ObjectIndex kY = 2;

class HappensBeforeTest : public testing::Test {
 protected:
  HappensBeforeTest() {
    for (ThreadIndex child = 1; child <= 3; ++child) order.thread_created(0, child);
  }
  // Marks a moment of a thread, before the events that are to publish it.
  Epoch moment(ThreadIndex thread) const { return order.epoch(thread); }
  bool sees(ThreadIndex thread, Epoch moment) const { return order.clock(thread).covers(moment); }

  HappensBefore order;
};

TEST_F(HappensBeforeTest, a_child_sees_what_its_parent_did_before_creating_it) {
  const Epoch before = moment(0);
  order.thread_created(0, 4);
  const Epoch after = moment(0);
  EXPECT_TRUE(sees(4, before));
  EXPECT_FALSE(sees(4, after));
}

TEST_F(HappensBeforeTest, joining_shows_everything_the_thread_did) {
  const Epoch last = moment(1);
  EXPECT_FALSE(sees(0, last));
  order.thread_joined(0, 1);
  EXPECT_TRUE(sees(0, last));
}

TEST_F(HappensBeforeTest, a_lock_shows_what_came_before_the_unlock_and_no_more) {
  const Epoch inside = moment(1);
  order.release(1, kX);
  const Epoch after = moment(1);
  order.acquire(2, kX);
  EXPECT_TRUE(sees(2, inside));
  EXPECT_FALSE(sees(2, after));
}

TEST_F(HappensBeforeTest, a_release_store_is_seen_by_acquire_loads_only) {
  const Epoch data = moment(1);
  order.atomic_store(1, kX, std::memory_order_release);
  order.atomic_load(2, kX, std::memory_order_relaxed);
  EXPECT_FALSE(sees(2, data));
  order.atomic_load(3, kX, std::memory_order_acquire);
  EXPECT_TRUE(sees(3, data));
}

TEST_F(HappensBeforeTest, a_relaxed_store_publishes_nothing_and_ends_the_release_sequence) {
  const Epoch data = moment(1);
  order.atomic_store(1, kX, std::memory_order_release);
  order.atomic_store(1, kX, std::memory_order_relaxed);
  order.atomic_load(2, kX, std::memory_order_acquire);
  EXPECT_FALSE(sees(2, data));
}

TEST_F(HappensBeforeTest, a_relaxed_read_modify_write_continues_the_release_sequence) {
  const Epoch data = moment(1);
  const Epoch other = moment(2);
  order.atomic_store(1, kX, std::memory_order_release);
  order.atomic_read_modify_write(2, kX, std::memory_order_relaxed);
  order.atomic_load(3, kX, std::memory_order_acquire);
  EXPECT_TRUE(sees(3, data));
  EXPECT_FALSE(sees(3, other));
}

TEST_F(HappensBeforeTest, fences_turn_relaxed_accesses_into_publication) {
  const Epoch data = moment(1);
  order.fence(1, std::memory_order_release);
  order.atomic_store(1, kX, std::memory_order_relaxed);
  order.atomic_load(2, kX, std::memory_order_relaxed);
  EXPECT_FALSE(sees(2, data));
  order.fence(2, std::memory_order_acquire);
  EXPECT_TRUE(sees(2, data));
}

TEST_F(HappensBeforeTest, a_fence_does_not_publish_what_comes_after_it) {
  order.fence(1, std::memory_order_release);
  const Epoch late = moment(1);
  order.atomic_store(1, kX, std::memory_order_relaxed);
  order.atomic_load(2, kX, std::memory_order_acquire);
  EXPECT_FALSE(sees(2, late));
}

TEST_F(HappensBeforeTest, readers_of_a_shared_lock_do_not_see_each_other_but_writers_see_all) {
  const Epoch reader = moment(1);
  order.acquire_shared(1, kX);
  order.release_shared(1, kX);
  order.acquire_shared(2, kX);
  EXPECT_FALSE(sees(2, reader));
  order.release_shared(2, kX);
  order.acquire_exclusive(3, kX);
  EXPECT_TRUE(sees(3, reader));
  const Epoch writer = moment(3);
  order.release_exclusive(3, kX);
  order.acquire_shared(1, kX);
  EXPECT_TRUE(sees(1, writer));
}

TEST_F(HappensBeforeTest, all_posts_of_a_semaphore_stay_published) {
  const Epoch first = moment(1);
  order.release_joining(1, kX);
  order.release_joining(2, kX);
  order.acquire(3, kX);
  EXPECT_TRUE(sees(3, first));
}

TEST_F(HappensBeforeTest, objects_are_independent) {
  const Epoch data = moment(1);
  order.release(1, kX);
  order.acquire(2, kY);
  EXPECT_FALSE(sees(2, data));
}

TEST_F(HappensBeforeTest, a_new_execution_knows_nothing_of_the_last) {
  order.release(1, kX);
  order.begin_execution();
  order.thread_created(0, 1);
  order.thread_created(0, 2);
  const Epoch data = moment(1);
  order.acquire(2, kX);
  EXPECT_FALSE(sees(2, data));
  EXPECT_EQ(order.thread_count(), 3U);
}

TEST_F(HappensBeforeTest, whichever_object_comes_first_knows_nothing_of_the_last_execution) {
  order.release(1, kX);
  order.release(1, kY);
  order.begin_execution();
  order.thread_created(0, 1);
  order.thread_created(0, 2);
  const Epoch data = moment(1);
  order.acquire(2, kY);
  order.acquire(2, kX);
  EXPECT_FALSE(sees(2, data));
}

}  // namespace
}  // namespace explorer
