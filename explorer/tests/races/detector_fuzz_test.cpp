// The detector against the naive definition, on thousands of random lists of events.
#include <gtest/gtest.h>

#include <random>

#include "races/detector.h"
#include "reference_detector.h"

namespace explorer {
namespace {

constexpr std::uintptr_t kBase = 0x7000'0000'0FE0;  // Straddles two pages.

struct Shape {
  unsigned threads;
  unsigned objects;
  unsigned bytes;           // Extent of the memory that is accessed.
  unsigned percent_synced;  // Share of events that synchronise.
};

class Fuzzer {
 public:
  Fuzzer(std::uint64_t seed, Shape shape) : random_(seed), shape_(shape) {}

  // Runs one list of events; every access must be judged alike until the first race. Returns
  // whether there was one.
  bool run(Detector& detector) {
    detector.begin_execution();
    test::ReferenceDetector reference;
    for (ThreadIndex child = 1; child < shape_.threads; ++child) {
      const auto parent = static_cast<ThreadIndex>(below(child));
      detector.synchronisation().thread_created(parent, child);
      reference.create(parent, child);
    }
    for (std::uint32_t step = 0; step < 120; ++step) {
      const auto thread = static_cast<ThreadIndex>(below(shape_.threads));
      if (below(100) < shape_.percent_synced) {
        synchronise(detector, reference, thread);
      } else if (!access(detector, reference, thread, step)) {
        return true;
      }
      if (testing::Test::HasFailure()) return true;
    }
    return false;
  }

 private:
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }

  void synchronise(Detector& detector, test::ReferenceDetector& reference, ThreadIndex thread) {
    const ObjectIndex object = 1 + below(shape_.objects);
    switch (below(3)) {
      case 0:
        detector.synchronisation().acquire(thread, object);
        reference.acquire(thread, object);
        return;
      case 1:
        detector.synchronisation().acquire(thread, object);
        reference.acquire(thread, object);
        [[fallthrough]];
      default:
        detector.synchronisation().release(thread, object);
        reference.release(thread, object);
    }
  }

  bool access(Detector& detector, test::ReferenceDetector& reference, ThreadIndex thread,
              std::uint32_t step) {
    const std::size_t sizes[] = {1, 2, 4, 8, 8, 4, 16, 1 + below(24)};
    const std::size_t size = sizes[below(8)];
    const std::uintptr_t address = kBase + below(shape_.bytes);
    const bool is_write = below(3) == 0;
    const bool is_atomic = size <= 8 && below(4) == 0;
    const bool expected = !reference.races(thread, address, size, is_write, is_atomic);
    // Most races are left out, so that lists get long enough to have a past.
    if (!expected && below(25) != 0) return true;
    reference.access(thread, address, size, is_write, is_atomic);
    const bool found = tell(detector, thread, address, size, is_write, is_atomic, {1, 0, step});
    EXPECT_EQ(found, expected) << "step " << step;
    EXPECT_EQ(detector.fault().has_value(), !expected);
    return expected;
  }

  static bool tell(Detector& detector, ThreadIndex thread, std::uintptr_t address, std::size_t size,
                   bool is_write, bool is_atomic, Site site) {
    if (is_atomic) {
      return is_write ? detector.on_atomic_write(thread, address, size, site)
                      : detector.on_atomic_read(thread, address, size, site);
    }
    switch (size) {
      case 1:
        return is_write ? detector.on_write<1>(thread, address, site)
                        : detector.on_read<1>(thread, address, site);
      case 2:
        return is_write ? detector.on_write<2>(thread, address, site)
                        : detector.on_read<2>(thread, address, site);
      case 4:
        return is_write ? detector.on_write<4>(thread, address, site)
                        : detector.on_read<4>(thread, address, site);
      case 8:
        return is_write ? detector.on_write<8>(thread, address, site)
                        : detector.on_read<8>(thread, address, site);
      case 16:
        return is_write ? detector.on_write<16>(thread, address, site)
                        : detector.on_read<16>(thread, address, site);
      default:
        return is_write ? detector.on_write(thread, address, size, site)
                        : detector.on_read(thread, address, size, site);
    }
  }

  std::mt19937_64 random_;
  Shape shape_;
};

class DetectorFuzz : public testing::TestWithParam<Shape> {};

TEST_P(DetectorFuzz, agrees_with_the_naive_definition) {
  const StackTree stacks;
  Detector detector(stacks);
  unsigned racy = 0;
  constexpr unsigned kLists = 2'000;
  for (std::uint64_t seed = 1; seed <= kLists; ++seed) {
    SCOPED_TRACE(seed);
    racy += Fuzzer(seed, GetParam()).run(detector) ? 1 : 0;
    ASSERT_FALSE(HasFailure());
  }
  // Lists that are all racy, or none, would test half of the detector.
  EXPECT_GT(racy, kLists / 20);
  EXPECT_LT(racy, kLists - kLists / 20);
}

INSTANTIATE_TEST_SUITE_P(shapes, DetectorFuzz,
                         testing::Values(Shape{2, 1, 64, 50}, Shape{3, 2, 96, 50},
                                         Shape{4, 1, 256, 40}, Shape{2, 1, 8, 60},
                                         Shape{20, 1, 4'000, 20}),
                         [](const testing::TestParamInfo<Shape>& shape) {
                           return std::to_string(shape.param.threads) + "_threads_" +
                                  std::to_string(shape.param.bytes) + "_bytes";
                         });

}  // namespace
}  // namespace explorer
