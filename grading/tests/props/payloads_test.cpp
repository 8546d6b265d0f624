// Elements with properties that careless code trips over.
#include "grading/props/payloads.h"

#include <gtest/gtest.h>

#include <concepts>
#include <optional>
#include <thread>
#include <utility>

namespace grading {
namespace {

static_assert(std::movable<Parcel> && !std::copyable<Parcel>);
static_assert(!std::default_initializable<Parcel>);
static_assert(std::movable<Farewell> && !std::copyable<Farewell>);
static_assert(!std::is_nothrow_move_constructible_v<Fused>);

TEST(Parcel, is_gone_once_it_has_been_moved_from) {
  Parcel parcel(3);
  const Parcel arrived(std::move(parcel));
  EXPECT_EQ(arrived.value(), 3);
  EXPECT_TRUE(parcel.gone());  // NOLINT(bugprone-use-after-move): what is tested.
}

TEST(Fuse, makes_the_nth_move_throw_and_no_other) {
  Fuse fuse;
  Fused item(7, fuse);
  const Fuse::Here here(fuse);
  fuse.blow_at(2);
  Fused moved(std::move(item));
  EXPECT_THROW(Fused again(std::move(moved)), Blown);
  EXPECT_EQ(moved.value(), 7);  // NOLINT(bugprone-use-after-move): what is tested.
  EXPECT_FALSE(fuse.intact());
  EXPECT_NO_THROW(Fused again(std::move(moved)));
}

TEST(Fuse, counts_copies_and_assignments_too) {
  Fuse fuse;
  const Fused item(7, fuse);
  Fused other(8, fuse);
  const Fuse::Here here(fuse);
  fuse.blow_at(1);
  EXPECT_THROW(static_cast<void>(Fused(item)), Blown);
  fuse.blow_at(1);
  EXPECT_THROW(other = item, Blown);
  EXPECT_EQ(other.value(), 8);
  fuse.blow_at(1);
  EXPECT_THROW(other = Fused(9, fuse), Blown);
  EXPECT_EQ(other.value(), 8);
}

TEST(Fuse, counts_only_where_it_is_told_to) {
  Fuse fuse;
  Fused item(7, fuse);
  fuse.blow_at(1);
  EXPECT_NO_THROW(static_cast<void>(Fused(item)));
  std::thread([&] { EXPECT_NO_THROW(static_cast<void>(Fused(item))); }).join();
  {
    const Fuse::Here here(fuse);
    EXPECT_THROW(static_cast<void>(Fused(item)), Blown);
    fuse.blow_at(1);
  }
  EXPECT_NO_THROW(static_cast<void>(Fused(item)));
}

TEST(Fuse, that_is_put_out_does_not_blow) {
  Fuse fuse;
  const Fused item(7, fuse);
  const Fuse::Here here(fuse);
  fuse.blow_at(1);
  fuse.put_out();
  EXPECT_NO_THROW(static_cast<void>(Fused(item)));
}

TEST(Counted, counts_itself_and_copies_when_moved) {
  Counted::Count alive{0};
  {
    Counted first(alive);
    Counted second(std::move(first));  // NOLINT(performance-move-const-arg): it is the point.
    EXPECT_EQ(alive.load(), 2);
    second = first;  // NOLINT(bugprone-use-after-move): it was copied.
    EXPECT_EQ(alive.load(), 2);
  }
  EXPECT_EQ(alive.load(), 0);
}

TEST(Farewell, calls_once_however_often_it_was_moved) {
  int calls = 0;
  const std::function<void()> call = [&] { ++calls; };
  {
    std::optional<Farewell> last;
    {
      Farewell first(call);
      Farewell second(std::move(first));
      last.emplace(std::move(second));
    }
    EXPECT_EQ(calls, 0);
    *last = Farewell(call);
    EXPECT_EQ(calls, 1);
  }
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace grading
