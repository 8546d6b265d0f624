#include "stages/channel_reader.h"

#include <gtest/gtest.h>

namespace runner {
namespace {

const std::string kSecret = "0123456789abcdef0123456789abcdef";

std::string line(int number, const std::string& json) {
  return kSecret + " " + std::to_string(number) + " " + json + "\n";
}

TEST(ChannelReader, lines_with_secret_and_number_are_messages) {
  ChannelReader reader(kSecret);
  EXPECT_TRUE(reader.feed(line(0, R"({"type":"hello"})") + line(1, R"({"type":"end"})")));
  ASSERT_EQ(reader.messages().size(), 2U);
  EXPECT_EQ(reader.messages()[1]["type"], "end");
  EXPECT_TRUE(reader.interference().empty());
}

TEST(ChannelReader, a_line_may_come_in_pieces) {
  ChannelReader reader(kSecret);
  for (const char byte : line(0, R"({"type":"hello"})")) {
    EXPECT_TRUE(reader.feed(std::string_view(&byte, 1)));
  }
  EXPECT_EQ(reader.messages().size(), 1U);
  EXPECT_FALSE(reader.cut_off());
}

TEST(ChannelReader, half_a_line_is_cut_off) {
  ChannelReader reader(kSecret);
  EXPECT_TRUE(reader.feed(kSecret + " 0 {\"ty"));
  EXPECT_TRUE(reader.cut_off());
}

class Foreign : public ::testing::TestWithParam<std::string> {};

TEST_P(Foreign, is_found_out_and_nothing_is_believed_from_then_on) {
  ChannelReader reader(kSecret);
  EXPECT_FALSE(reader.feed(GetParam()));
  EXPECT_FALSE(reader.interference().empty());
  EXPECT_FALSE(reader.feed(line(0, R"({"type":"end","status":"pass"})")));
  EXPECT_TRUE(reader.messages().empty());
}

INSTANTIATE_TEST_SUITE_P(Lines, Foreign,
                         ::testing::Values("hello\n", "\n",
                                           R"(00000000000000000000000000000000 0 {"type":"end"})"
                                           "\n",
                                           line(1, R"({"type":"end"})"), line(0, "{\"type\":"),
                                           line(0, "[]"), line(0, "{}"), line(0, R"({"type":7})"),
                                           std::string(ChannelReader::kLongestLine + 1, 'x')));

TEST(ChannelReader, a_message_that_is_sent_twice_is_interference) {
  ChannelReader reader(kSecret);
  const std::string message = line(0, R"({"type":"end"})");
  EXPECT_TRUE(reader.feed(message));
  EXPECT_FALSE(reader.feed(message));
}

TEST(ChannelReader, secrets_are_long_and_never_the_same) {
  const std::string one = ChannelReader::new_secret();
  EXPECT_EQ(one.size(), 32U);
  EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(one, ChannelReader::new_secret());
}

}  // namespace
}  // namespace runner
