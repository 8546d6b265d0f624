#include "stages/places/frame.h"

#include <gtest/gtest.h>

#include "../scratch_folder.h"

namespace runner {
namespace {

TEST(ReadableFunction, keeps_the_name_alone) {
  EXPECT_EQ(readable_function("kata::Semaphore::acquire()"), "acquire()");
  EXPECT_EQ(readable_function("kata::Semaphore::release(long)"), "release()");
  EXPECT_EQ(readable_function("kata::Semaphore::available() const"), "available()");
  EXPECT_EQ(readable_function("void kata::Queue<std::pair<int, long> >::push(int const&)"),
            "push()");
  EXPECT_EQ(
      readable_function("bool kata::Semaphore::try_acquire_until<std::chrono::_V2::steady_clock>"
                        "(std::chrono::time_point<std::chrono::_V2::steady_clock>)"),
      "try_acquire_until()");
}

TEST(ReadableFunction, constructors_destructors_and_operators_keep_their_names) {
  EXPECT_EQ(readable_function("kata::Tally::Tally(int)"), "Tally()");
  EXPECT_EQ(readable_function("kata::Tally::~Tally()"), "~Tally()");
  EXPECT_EQ(readable_function("kata::Tally::operator()(int)"), "operator()()");
}

TEST(ReadableFunction, lambdas_are_named_after_where_they_stand) {
  EXPECT_EQ(readable_function("kata::Tally::wait_for(int)::'lambda'()::operator()() const"),
            "a lambda in wait_for()");
  EXPECT_EQ(readable_function("kata::Tally::wait_for(int)::$_0::operator()() const"),
            "a lambda in wait_for()");
}

TEST(ReadableFunction, nothing_stays_nothing) { EXPECT_EQ(readable_function(""), ""); }

TEST(LearnersCode, owns_the_header_and_what_lies_beside_it) {
  const LearnersCode code("/ws/tally/tally.h");
  EXPECT_TRUE(code.owns("/ws/tally/tally.h"));
  EXPECT_TRUE(code.owns("/ws/tally/parts/queue.h"));
  EXPECT_FALSE(code.owns("/ws/tally_grader.cpp"));
  EXPECT_FALSE(code.owns("/ws/tally2/tally.h"));
  EXPECT_FALSE(code.owns("/ws/tally/../other/x.h"));
  EXPECT_FALSE(code.owns(""));
}

TEST(LearnersCode, a_linked_folder_is_the_folder) {
  const ScratchFolder folder;
  folder.write("real/tally/tally.h", "");
  std::filesystem::create_directory_symlink(folder / "real", folder / "linked");
  EXPECT_TRUE(LearnersCode(folder / "linked/tally/tally.h").owns(folder / "real/tally/tally.h"));
}

TEST(LearnersCode, shows_its_frames_and_repeats_no_line) {
  const LearnersCode code("/ws/tally/tally.h");
  const auto places = code.places({{"std::lock()", "/usr/include/mutex", 8, 1},
                                   {"kata::Tally::add(int)", "/ws/tally/tally.h", 12, 3},
                                   {"kata::Tally::add(int)", "/ws/tally/tally.h", 12, 9},
                                   {"body()", "/g/tally_grader.cpp", 4, 1}});
  ASSERT_EQ(places.size(), 1U);
  EXPECT_EQ(places[0].function, "add()");
  EXPECT_EQ(short_place(places[0]), "tally.h:12");
}

}  // namespace
}  // namespace runner
