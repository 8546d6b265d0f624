// The test that a careful engineer would ask for in a pull request: what a buffer does when nobody
// disturbs it, and that nothing is lost between a few producers and consumers. It is what the
// grader is compared with, run once and run again and again under ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bounded_buffer.h"

namespace {

using kata::BoundedBuffer;
using kata::PutResult;
using namespace std::chrono_literals;

TEST(PlainBoundedBuffer, delivers_in_order) {
  BoundedBuffer<int> buffer(3);
  EXPECT_EQ(buffer.put(1), PutResult::accepted);
  EXPECT_EQ(buffer.offer(2), PutResult::accepted);
  EXPECT_EQ(buffer.offer_for(3, 0ms), PutResult::accepted);
  EXPECT_EQ(buffer.size(), 3U);
  EXPECT_EQ(buffer.take(), 1);
  EXPECT_EQ(buffer.poll(), 2);
  EXPECT_EQ(buffer.poll_for(0ms), 3);
  EXPECT_EQ(buffer.poll(), std::nullopt);
  EXPECT_EQ(buffer.size(), 0U);
}

TEST(PlainBoundedBuffer, refuses_what_does_not_fit) {
  EXPECT_THROW(BoundedBuffer<int>(0), std::invalid_argument);
  BoundedBuffer<std::string> buffer(1);
  EXPECT_EQ(buffer.offer("first"), PutResult::accepted);
  std::string second = "second";
  EXPECT_EQ(buffer.offer(std::move(second)), PutResult::full);
  // NOLINTNEXTLINE(bugprone-use-after-move): what was refused is not moved from.
  EXPECT_EQ(second, "second");
  EXPECT_EQ(buffer.offer_for("third", 2ms), PutResult::full);
  EXPECT_EQ(buffer.take(), "first");
}

TEST(PlainBoundedBuffer, waits_as_long_as_it_was_told) {
  BoundedBuffer<int> buffer(1);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(buffer.poll_for(3ms), std::nullopt);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 3ms);
  EXPECT_EQ(buffer.poll_until(std::chrono::system_clock::now() + 1ms), std::nullopt);
  EXPECT_EQ(buffer.put(1), PutResult::accepted);
  EXPECT_EQ(buffer.offer_until(2, std::chrono::steady_clock::now() + 1ms), PutResult::full);
}

TEST(PlainBoundedBuffer, moves_elements_that_cannot_be_copied) {
  BoundedBuffer<std::unique_ptr<int>> buffer(2);
  EXPECT_EQ(buffer.put(std::make_unique<int>(7)), PutResult::accepted);
  const auto taken = buffer.take();
  ASSERT_TRUE(taken.has_value());
  EXPECT_EQ(**taken, 7);
}

TEST(PlainBoundedBuffer, drains_after_close) {
  BoundedBuffer<int> buffer(2);
  EXPECT_EQ(buffer.put(1), PutResult::accepted);
  buffer.close();
  buffer.close();
  EXPECT_EQ(buffer.put(2), PutResult::closed);
  EXPECT_EQ(buffer.offer(2), PutResult::closed);
  EXPECT_FALSE(buffer.drained());
  EXPECT_EQ(buffer.take(), 1);
  EXPECT_TRUE(buffer.drained());
  EXPECT_EQ(buffer.take(), std::nullopt);
}

TEST(PlainBoundedBuffer, close_frees_those_who_wait) {
  BoundedBuffer<int> empty(1);
  BoundedBuffer<int> full(1);
  EXPECT_EQ(full.put(1), PutResult::accepted);
  std::vector<std::future<bool>> freed;
  for (int i = 0; i < 2; ++i) {
    freed.push_back(std::async(std::launch::async, [&] { return !empty.take().has_value(); }));
    freed.push_back(
        std::async(std::launch::async, [&] { return full.put(2) == PutResult::closed; }));
  }
  std::this_thread::sleep_for(2ms);
  empty.close();
  full.close();
  for (auto& one : freed) EXPECT_TRUE(one.get());
}

TEST(PlainBoundedBuffer, put_waits_for_a_place_and_take_for_an_element) {
  BoundedBuffer<int> buffer(1);
  auto taken = std::async(std::launch::async, [&] { return buffer.take(); });
  std::this_thread::sleep_for(1ms);
  EXPECT_EQ(buffer.put(1), PutResult::accepted);
  EXPECT_EQ(taken.get(), 1);
  EXPECT_EQ(buffer.put(2), PutResult::accepted);
  auto put = std::async(std::launch::async, [&] { return buffer.put(3); });
  std::this_thread::sleep_for(1ms);
  EXPECT_EQ(buffer.size(), 1U);
  EXPECT_EQ(buffer.take(), 2);
  EXPECT_EQ(put.get(), PutResult::accepted);
}

// Every element that two producers put arrives at one of two consumers, once.
void exchange(std::size_t capacity) {
  constexpr int kEach = 100;
  BoundedBuffer<int> buffer(capacity);
  std::mutex mutex;
  std::multiset<int> arrived;
  std::vector<std::thread> consumers;
  for (int i = 0; i < 2; ++i) {
    consumers.emplace_back([&] {
      while (const std::optional<int> element = buffer.take()) {
        const std::lock_guard lock(mutex);
        arrived.insert(*element);
      }
    });
  }
  std::vector<std::thread> producers;
  for (int i = 0; i < 2; ++i) {
    producers.emplace_back([&, i] {
      for (int n = 0; n < kEach; ++n) {
        EXPECT_EQ(buffer.put(i * kEach + n), PutResult::accepted);
        EXPECT_LE(buffer.size(), capacity);
      }
    });
  }
  for (std::thread& producer : producers) producer.join();
  buffer.close();
  for (std::thread& consumer : consumers) consumer.join();
  ASSERT_EQ(arrived.size(), 2U * kEach);
  for (int n = 0; n < 2 * kEach; ++n) EXPECT_EQ(arrived.count(n), 1U) << n;
}

TEST(PlainBoundedBuffer, loses_nothing_in_one_place) { exchange(1); }
TEST(PlainBoundedBuffer, loses_nothing_in_four_places) { exchange(4); }

struct ThrowsWhenCopied {
  ThrowsWhenCopied() = default;
  ThrowsWhenCopied(const ThrowsWhenCopied&) { throw std::runtime_error("no copy"); }
  ThrowsWhenCopied& operator=(const ThrowsWhenCopied&) = default;
  ThrowsWhenCopied(ThrowsWhenCopied&&) = default;
  ThrowsWhenCopied& operator=(ThrowsWhenCopied&&) = default;
};

TEST(PlainBoundedBuffer, survives_an_element_that_throws) {
  BoundedBuffer<ThrowsWhenCopied> buffer(1);
  const ThrowsWhenCopied element;
  EXPECT_THROW((void)buffer.put(element), std::runtime_error);
  EXPECT_EQ(buffer.size(), 0U);
  EXPECT_EQ(buffer.offer(ThrowsWhenCopied()), PutResult::accepted);
}

}  // namespace
