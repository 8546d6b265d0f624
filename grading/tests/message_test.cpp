// Lines of the channel: always well-formed, whatever goes into them.
#include "grading/src/channel/message.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include <nlohmann/json.hpp>

namespace grading::channel {
namespace {

using nlohmann::json;

json finished(Message& message) {
  message.end_object();
  return json::parse(std::string(message.data(), message.size()));
}

TEST(Message, holds_fields_of_every_kind) {
  Message message("kind");
  message.text("words", "two words").number("minus", -5).flag("yes", true).flag("no", false);
  message.hexadecimal("address", 0xDEADBEEF).hexadecimal("zero", 0);
  message.begin_array("list").element(1).element(2).end_array();
  message.begin_object("inner").number("n", std::numeric_limits<std::int64_t>::min()).end_object();
  message.begin_array("objects");
  message.begin_object().number("a", 1).end_object();
  message.begin_object().end_object();
  message.end_array();
  EXPECT_EQ(finished(message), json::parse(R"({
    "type": "kind", "words": "two words", "minus": -5, "yes": true, "no": false,
    "address": "0xdeadbeef", "zero": "0x0", "list": [1, 2],
    "inner": {"n": -9223372036854775808}, "objects": [{"a": 1}, {}]})"));
}

TEST(Message, escapes_what_json_and_lines_do_not_allow) {
  Message message("kind");
  message.text("text", "quote \" backslash \\ newline \n tab \t bell \a rubout \x7f");
  EXPECT_EQ(std::string(message.data(), message.size()).find('\n'), std::string::npos);
  EXPECT_EQ(finished(message).at("text"),
            "quote \" backslash \\ newline \n tab \t bell \a rubout \x7f");
}

TEST(Message, replaces_what_is_not_utf_8) {
  Message message("kind");
  message.text("text", "é€😀 \xff \xc3 \xe2\x82 \xed\xa0\x80 \xc0\xaf");
  EXPECT_EQ(finished(message).at("text"),
            "é€😀 \uFFFD \uFFFD \uFFFD\uFFFD \uFFFD\uFFFD\uFFFD \uFFFD\uFFFD");
}

TEST(Message, cuts_long_texts_and_says_so) {
  Message message("kind");
  message.text("text", std::string(100'000, 'x').c_str());
  const std::string text = finished(message).at("text");
  EXPECT_LT(text.size(), 10'000U);
  EXPECT_TRUE(text.ends_with(" [...]"));
}

TEST(Message, leaves_out_what_does_not_fit_and_stays_well_formed) {
  Message message("kind");
  message.begin_array("outer");
  for (int i = 0; i < 40; ++i) {
    message.begin_object().text("text", std::string(1'000, '"').c_str()).number("i", i);
    message.end_object();
  }
  message.end_array().number("last", 1);
  const json parsed = finished(message);
  EXPECT_EQ(parsed.at("outer").at(0).at("i"), 0);
  EXPECT_FALSE(parsed.at("outer").at(39).contains("text"));
}

}  // namespace
}  // namespace grading::channel
