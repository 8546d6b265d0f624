#include "report/render/json_writer.h"

#include <gtest/gtest.h>

namespace explorer {
namespace {

TEST(JsonWriter, nests_and_separates) {
  JsonWriter json;
  json.begin_object();
  json.key("list");
  json.begin_array();
  json.value(std::int64_t{-1});
  json.value(true);
  json.value("text");
  json.end_array();
  json.key("empty");
  json.begin_object();
  json.end_object();
  json.end_object();
  EXPECT_EQ(json.take(),
            "{\n  \"list\": [\n    -1,\n    true,\n    \"text\"\n  ],\n  \"empty\": {}\n}\n");
}

TEST(JsonWriter, escapes_what_json_cannot_hold) {
  JsonWriter json;
  json.value(std::string_view("\"\\\n\x01\xff\0z", 7));
  EXPECT_EQ(json.take(), "\"\\\"\\\\\\u000a\\u0001\xEF\xBF\xBD\\u0000z\"\n");
}

}  // namespace
}  // namespace explorer
