// The detector from literal lists of events; what it reports, field by field.
#include "races/detector.h"

#include <gtest/gtest.h>

namespace explorer {
namespace {

constexpr std::uintptr_t kX = 0x5000'1000;
constexpr ObjectIndex kMutex = 1;
constexpr ObjectIndex kFlag = 2;

class DetectorTest : public testing::Test {
 protected:
  DetectorTest() { begin(); }
  void begin() {
    detector.begin_execution();
    detector.synchronisation().thread_created(0, 1);
    detector.synchronisation().thread_created(0, 2);
  }
  // A call stack of two frames and an access within.
  Site site(std::uintptr_t pc, std::uint32_t step = 0) {
    StackCursor cursor;
    stacks.enter(cursor, 0xA0);
    stacks.enter(cursor, 0xB0);
    return {.pc = pc, .step = step, .stack = cursor.node};
  }

  StackTree stacks;
  Detector detector{stacks};
};

TEST_F(DetectorTest, tells_both_accesses_with_thread_step_extent_and_stack) {
  EXPECT_TRUE(detector.on_write<4>(1, kX + 4, site(0xC1, 7)));
  EXPECT_FALSE(detector.on_read<4>(2, kX + 4, site(0xC2, 9)));
  const MemoryFault& fault = detector.fault().value();
  EXPECT_EQ(fault.kind, MemoryFault::Kind::data_race);
  EXPECT_EQ(fault.current.thread, 2);
  EXPECT_FALSE(fault.current.is_write);
  EXPECT_EQ(fault.current.step, 9U);
  EXPECT_EQ(fault.current.stack, (std::vector<std::uintptr_t>{0xC2, 0xB0, 0xA0}));
  EXPECT_EQ(fault.previous.thread, 1);
  EXPECT_TRUE(fault.previous.is_write);
  EXPECT_EQ(fault.previous.step, 7U);
  EXPECT_EQ(fault.previous.address, kX + 4);
  EXPECT_EQ(fault.previous.size, 4);
  EXPECT_EQ(fault.previous.stack, (std::vector<std::uintptr_t>{0xC1, 0xB0, 0xA0}));
}

TEST_F(DetectorTest, neighbouring_bytes_do_not_race) {
  EXPECT_TRUE(detector.on_write<1>(1, kX, site(1)));
  EXPECT_TRUE(detector.on_write<1>(2, kX + 1, site(2)));
  EXPECT_TRUE(detector.on_write<2>(1, kX + 2, site(3)));
  EXPECT_TRUE(detector.on_write<4>(2, kX + 4, site(4)));
}

TEST_F(DetectorTest, accesses_of_different_extent_race_in_the_byte_they_share) {
  EXPECT_TRUE(detector.on_write<8>(1, kX, site(1)));
  EXPECT_FALSE(detector.on_write<1>(2, kX + 7, site(2)));
  EXPECT_EQ(detector.fault()->current.address, kX + 7);
  EXPECT_EQ(detector.fault()->current.size, 1);
}

TEST_F(DetectorTest, unaligned_accesses_reach_into_the_next_granule) {
  EXPECT_TRUE(detector.on_write<8>(1, kX + 5, site(1)));
  EXPECT_TRUE(detector.on_read<4>(2, kX, site(2)));
  EXPECT_FALSE(detector.on_read<1>(2, kX + 12, site(3)));
}

TEST_F(DetectorTest, ranges_race_in_any_byte_across_pages) {
  const std::uintptr_t before_page_end = 0x5000'2FFD;
  EXPECT_TRUE(detector.on_write(1, before_page_end, 40, site(1)));
  EXPECT_TRUE(detector.on_read<1>(2, before_page_end - 1, site(2)));
  EXPECT_TRUE(detector.on_read<1>(2, before_page_end + 40, site(3)));
  EXPECT_FALSE(detector.on_read<1>(2, before_page_end + 39, site(4)));
}

TEST_F(DetectorTest, a_mutex_orders_what_it_protects) {
  for (const ThreadIndex thread : {ThreadIndex{1}, ThreadIndex{2}, ThreadIndex{1}}) {
    detector.synchronisation().acquire(thread, kMutex);
    EXPECT_TRUE(detector.on_write<8>(thread, kX, site(1)));
    detector.synchronisation().release(thread, kMutex);
  }
  EXPECT_FALSE(detector.on_read<8>(2, kX, site(2)));
}

TEST_F(DetectorTest, reads_by_many_threads_race_with_a_write_unordered_with_any_of_them) {
  EXPECT_TRUE(detector.on_read<8>(1, kX, site(1)));
  EXPECT_TRUE(detector.on_read<8>(2, kX, site(2)));
  detector.synchronisation().thread_joined(0, 2);
  EXPECT_FALSE(detector.on_write<8>(0, kX, site(3)));
  EXPECT_EQ(detector.fault()->previous.thread, 1);
}

TEST_F(DetectorTest, a_thread_that_has_heard_of_few_races_with_the_last_of_many) {
  constexpr ThreadIndex kLast = 40;
  for (ThreadIndex child = 3; child <= kLast; ++child) {
    detector.synchronisation().thread_created(0, child);
  }
  for (const ThreadIndex other : {ThreadIndex{17}, ThreadIndex{18}, kLast}) {
    const std::uintptr_t address = kX + std::uintptr_t{8} * other;
    EXPECT_TRUE(detector.on_write<8>(other, address, site(1)));
    EXPECT_FALSE(detector.on_read<8>(1, address, site(2))) << other;
    EXPECT_EQ(detector.fault()->previous.thread, other);
  }
}

TEST_F(DetectorTest, a_join_of_all_readers_makes_room_for_a_write) {
  EXPECT_TRUE(detector.on_read<8>(1, kX, site(1)));
  EXPECT_TRUE(detector.on_read<8>(2, kX, site(2)));
  detector.synchronisation().thread_joined(0, 1);
  detector.synchronisation().thread_joined(0, 2);
  EXPECT_TRUE(detector.on_write<8>(0, kX, site(3)));
}

TEST_F(DetectorTest, atomics_do_not_race_with_each_other_but_with_plain_accesses) {
  EXPECT_TRUE(detector.on_atomic_write(1, kX, 4, site(1)));
  EXPECT_TRUE(detector.on_atomic_write(2, kX, 4, site(2)));
  EXPECT_TRUE(detector.on_atomic_read(0, kX, 4, site(3)));
  EXPECT_FALSE(detector.on_read<4>(0, kX, site(4)));
  EXPECT_TRUE(detector.fault()->previous.is_atomic);
  EXPECT_FALSE(detector.fault()->current.is_atomic);
}

TEST_F(DetectorTest, plain_and_atomic_reads_agree) {
  EXPECT_TRUE(detector.on_atomic_read(1, kX, 4, site(1)));
  EXPECT_TRUE(detector.on_read<4>(2, kX, site(2)));
  EXPECT_FALSE(detector.on_write<4>(0, kX, site(3)));
}

TEST_F(DetectorTest, relaxed_publication_is_a_race_and_release_acquire_is_not) {
  for (const bool right : {false, true}) {
    begin();
    const auto store_order = right ? std::memory_order_release : std::memory_order_relaxed;
    EXPECT_TRUE(detector.on_write<8>(1, kX, site(1)));
    EXPECT_TRUE(detector.on_atomic_write(1, kX + 64, 4, site(2)));
    detector.synchronisation().atomic_store(1, kFlag, store_order);
    EXPECT_TRUE(detector.on_atomic_read(2, kX + 64, 4, site(3)));
    detector.synchronisation().atomic_load(2, kFlag, std::memory_order_acquire);
    EXPECT_EQ(detector.on_read<8>(2, kX, site(4)), right);
  }
}

TEST_F(DetectorTest, memory_handed_out_again_has_no_past) {
  EXPECT_TRUE(detector.on_write<8>(1, kX, site(1)));
  detector.on_alloc(kX, 8);
  EXPECT_TRUE(detector.on_write<8>(2, kX, site(2)));
}

TEST_F(DetectorTest, allocation_forgets_no_byte_beside_the_block) {
  EXPECT_TRUE(detector.on_write<8>(1, kX, site(1)));
  detector.on_alloc(kX, 5);
  EXPECT_TRUE(detector.on_write<1>(2, kX + 4, site(2)));
  EXPECT_FALSE(detector.on_write<1>(2, kX + 5, site(3)));
}

TEST_F(DetectorTest, tells_the_free_when_freed_memory_is_touched) {
  EXPECT_TRUE(detector.on_write<8>(0, kX, site(1)));
  EXPECT_TRUE(detector.on_free(0, kX, 24, site(0xF1, 3)));
  EXPECT_FALSE(detector.on_read<1>(0, kX + 20, site(0xF2, 4)));
  const MemoryFault& fault = detector.fault().value();
  EXPECT_EQ(fault.kind, MemoryFault::Kind::use_after_free);
  EXPECT_EQ(fault.previous.step, 3U);
  EXPECT_EQ(fault.previous.stack.front(), 0xF1U);
}

TEST_F(DetectorTest, freed_memory_may_be_used_once_it_is_allocated_again) {
  EXPECT_TRUE(detector.on_free(0, kX, 24, site(1)));
  detector.on_alloc(kX, 24);
  EXPECT_TRUE(detector.on_write(1, kX, 24, site(2)));
}

TEST_F(DetectorTest, tells_a_second_free) {
  EXPECT_TRUE(detector.on_free(0, kX, 24, site(1)));
  EXPECT_FALSE(detector.on_free(0, kX, 24, site(2)));
  EXPECT_EQ(detector.fault()->kind, MemoryFault::Kind::double_free);
}

TEST_F(DetectorTest, tells_a_free_that_nothing_orders_after_the_use) {
  EXPECT_TRUE(detector.on_read<8>(1, kX + 8, site(1)));
  EXPECT_FALSE(detector.on_free(2, kX, 24, site(2)));
  EXPECT_EQ(detector.fault()->kind, MemoryFault::Kind::freed_in_use);
  EXPECT_TRUE(detector.fault()->current.is_write);
}

TEST_F(DetectorTest, guards_only_the_beginning_of_huge_freed_blocks) {
  EXPECT_TRUE(detector.on_free(0, kX, 2 * Detector::kMaxFreed, site(1)));
  EXPECT_TRUE(detector.on_read<8>(0, kX + Detector::kMaxFreed, site(2)));
  EXPECT_FALSE(detector.on_read<8>(0, kX + Detector::kMaxFreed - 8, site(3)));
}

TEST_F(DetectorTest, a_new_execution_has_forgotten_accesses_frees_and_faults) {
  EXPECT_TRUE(detector.on_write<8>(1, kX, site(1)));
  EXPECT_TRUE(detector.on_free(1, kX + 64, 16, site(2)));
  EXPECT_FALSE(detector.on_write<8>(2, kX, site(3)));
  begin();
  EXPECT_FALSE(detector.fault());
  EXPECT_TRUE(detector.on_write<8>(2, kX, site(4)));
  EXPECT_TRUE(detector.on_read<8>(2, kX + 64, site(5)));
}

TEST_F(DetectorTest, keeps_apart_pages_that_share_a_place_in_the_page_cache) {
  for (std::uintptr_t page = 0; page < 5'000; ++page) {
    ASSERT_TRUE(detector.on_write<8>(1, kX + page * 4096, site(page)));
  }
  for (std::uintptr_t page = 0; page < 5'000; ++page) {
    ASSERT_FALSE(detector.on_read<8>(2, kX + page * 4096, site(1)));
    ASSERT_EQ(detector.fault()->previous.stack.front(), page);
  }
}

}  // namespace
}  // namespace explorer
