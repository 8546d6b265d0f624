#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "output/format.h"
#include "sample_verdicts.h"

namespace runner {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Whether every element that is opened is closed in order, and every & starts an entity: what a
// parser would refuse first.
bool well_formed(const std::string& xml) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < xml.size(); ++at) {
    const unsigned char c = static_cast<unsigned char>(xml[at]);
    if (c < 0x20 && c != '\n' && c != '\t') return false;
    if (c == '&' && xml.find(';', at) > at + 6) return false;
    if (c != '<') continue;
    const std::size_t end = xml.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = xml.substr(at + 1, end - at - 1);
    at = end;
    if (tag.starts_with('?') || tag.ends_with('/')) continue;
    if (!tag.starts_with('/')) {
      open.push_back(tag.substr(0, tag.find(' ')));
    } else if (open.empty() || open.back() != tag.substr(1)) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty();
}

TEST(JunitReport, counts_and_names_every_behaviour) {
  const std::string xml = junit_report(failed_verdict());
  EXPECT_TRUE(has(
      xml,
      R"(<testsuite name="semaphore" tests="4" failures="1" errors="0" skipped="1" time="4.321">)"))
      << xml;
  EXPECT_TRUE(
      has(xml, R"(<testcase classname="semaphore.core" name="blocks_at_zero" time="0.120"/>)"));
  EXPECT_TRUE(
      has(xml, R"(<testcase classname="semaphore.robust" name="release_wakes_all" time="0.120">)"));
  EXPECT_TRUE(has(
      xml,
      R"(<failure type="data_race" message="release(n) wakes every waiter it has permits for">)"));
  EXPECT_TRUE(has(xml, "Semaphore::release(long) semaphore.h:31"));
  EXPECT_TRUE(has(xml, "<skipped message="));
  EXPECT_TRUE(has(xml, R"(<property name="seed" value="7"/>)"));
}

TEST(JunitReport, a_compile_error_is_a_failure) {
  const std::string xml = junit_report(compile_error_verdict());
  EXPECT_TRUE(has(xml, R"(tests="1" failures="1" errors="0")")) << xml;
  EXPECT_TRUE(has(xml, R"(name="compiles")"));
  EXPECT_TRUE(has(xml, R"(<failure type="compile_error")"));
  EXPECT_TRUE(has(xml, "semaphore.h:31:5: error:"));
}

TEST(JunitReport, what_could_not_be_graded_is_an_error) {
  const std::string xml = junit_report(could_not_grade_verdict());
  EXPECT_TRUE(has(xml, R"(tests="1" failures="0" errors="1")")) << xml;
  EXPECT_TRUE(has(xml, R"(<error type="internal_error")"));
}

TEST(JunitReport, every_kind_of_verdict_is_well_formed) {
  for (const Verdict& verdict :
       {failed_verdict(), passed_verdict(), compile_error_verdict(), not_implemented_verdict(),
        hang_verdict(), could_not_grade_verdict(), hostile_verdict()}) {
    EXPECT_TRUE(well_formed(junit_report(verdict))) << junit_report(verdict);
  }
}

TEST(JunitReport, hostile_text_is_escaped_or_replaced) {
  const std::string xml = junit_report(hostile_verdict());
  EXPECT_TRUE(has(xml, "&lt;b&gt;&amp;&quot;"));
  EXPECT_FALSE(has(xml, "]]>"));
  EXPECT_FALSE(has(xml, "\x1b"));
  EXPECT_FALSE(has(xml, "\xEF\xBF\xBF"));
}

TEST(JunitReport, what_the_code_printed_is_kept) {
  EXPECT_TRUE(has(junit_report(hang_verdict()), "<system-out>debug: acquire"));
}

}  // namespace
}  // namespace runner
