// JUnit XML in the dialect that CI servers have in common: one suite, a test case per behaviour.
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "output/format.h"
#include "output/plain_text.h"
#include "system/text.h"

namespace runner {

namespace {

// XML 1.0 has no way to write most control characters: printable() has replaced them before.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += "&#10;";
        break;
      case '\t':
        out += "&#9;";
        break;
      default:
        out += c;
    }
  }
  // Two characters that UTF-8 can hold and XML can not.
  for (const std::string_view banned : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    for (std::size_t at = out.find(banned); at != std::string::npos; at = out.find(banned, at)) {
      out.replace(at, banned.size(), "?");
    }
  }
  return out;
}

std::string seconds(std::int64_t milliseconds) {
  return fmt::format("{}.{:03}", milliseconds / 1000, milliseconds % 1000);
}

struct Counts {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;
};

// One <testcase>. `type` is the finding, or another word for what went wrong.
std::string test_case(const std::string& group, const std::string& title, std::int64_t milliseconds,
                      Status status, const std::string& type, const std::string& message,
                      const std::string& details) {
  std::string xml = fmt::format(R"(    <testcase classname="{}" name="{}" time="{}")",
                                escaped(group), escaped(title), seconds(milliseconds));
  if (status == Status::pass) return xml + "/>\n";
  xml += ">\n";
  if (status == Status::skipped) {
    xml += fmt::format("      <skipped message=\"{}\"/>\n", escaped(message));
  } else {
    const char* element = status == Status::fail ? "failure" : "error";
    xml += fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n", element,
                       escaped(type), escaped(message), escaped(details));
  }
  return xml + "    </testcase>\n";
}

void count(Counts& counts, Status status) {
  ++counts.tests;
  if (status == Status::fail) ++counts.failures;
  if (status == Status::error) ++counts.errors;
  if (status == Status::skipped) ++counts.skipped;
}

}  // namespace

std::string junit_report(const Verdict& verdict) {
  Counts counts;
  std::string cases;
  for (const BehaviourResult& result : verdict.behaviours) {
    count(counts, result.status);
    const std::string message = result.status == Status::skipped && !result.message.empty()
                                    ? result.message
                                    : result.sentence;
    cases += test_case(verdict.kata + "." + name(result.tier), result.name, result.milliseconds,
                       result.status, result.finding, message, plain_details(result));
  }
  // A verdict that no behaviour explains is a test case too: no CI server may take it for a pass.
  const bool explained = counts.failures > 0 || counts.errors > 0;
  if (verdict.status != Status::pass && !explained) {
    const bool compiles = verdict.compile_errors.empty();
    count(counts, verdict.status);
    cases += test_case(verdict.kata, compiles ? "can be graded" : "compiles", 0, verdict.status,
                       compiles ? "internal_error" : "compile_error", verdict.summary,
                       plain_reason(verdict));
  }
  const std::string totals =
      fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{}")", counts.tests,
                  counts.failures, counts.errors, counts.skipped, seconds(verdict.milliseconds));
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format("<testsuites name=\"kata\" {}>\n", totals);
  xml += fmt::format("  <testsuite name=\"{}\" {}>\n", escaped(verdict.kata), totals);
  xml += fmt::format(
      "    <properties>\n"
      "      <property name=\"workspace\" value=\"{}\"/>\n"
      "      <property name=\"toolchain\" value=\"{}\"/>\n"
      "      <property name=\"seed\" value=\"{}\"/>\n",
      escaped(verdict.workspace.string()), escaped(verdict.toolchain), verdict.seed);
  if (!verdict.note.empty()) {
    xml += fmt::format("      <property name=\"note\" value=\"{}\"/>\n", escaped(verdict.note));
  }
  xml += "    </properties>\n";
  xml += cases;
  if (!verdict.learner_output.empty()) {
    xml += fmt::format("    <system-out>{}</system-out>\n", escaped(verdict.learner_output));
  }
  return xml + "  </testsuite>\n</testsuites>\n";
}

}  // namespace runner
