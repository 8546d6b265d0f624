#include "build/fingerprint.h"

#include <gtest/gtest.h>

#include "../scratch_folder.h"

namespace runner {
namespace {

std::string of(std::initializer_list<std::string_view> parts) {
  Fingerprint fingerprint;
  for (const std::string_view part : parts) fingerprint.add(part);
  return fingerprint.text();
}

TEST(Fingerprint, equal_content_has_equal_text) { EXPECT_EQ(of({"a", "b"}), of({"a", "b"})); }

TEST(Fingerprint, parts_are_kept_apart) {
  EXPECT_NE(of({"ab", "c"}), of({"a", "bc"}));
  EXPECT_NE(of({"abc"}), of({"ab", "c"}));
  EXPECT_NE(of({}), of({""}));
}

TEST(Fingerprint, has_32_digits) { EXPECT_EQ(of({"x"}).size(), 32U); }

TEST(Fingerprint, of_a_file_is_of_its_content) {
  const ScratchFolder folder;
  const auto one = folder.write("one", "same");
  const auto two = folder.write("two", "same");
  EXPECT_EQ(fingerprint_of(one), fingerprint_of(two));
  EXPECT_TRUE(fingerprint_of(folder / "none").empty());
}

TEST(Fingerprint, stamps_need_a_file) {
  const ScratchFolder folder;
  Fingerprint fingerprint;
  EXPECT_FALSE(fingerprint.add_stamp(folder / "none"));
  EXPECT_TRUE(fingerprint.add_stamp(folder.write("there", "")));
}

}  // namespace
}  // namespace runner
