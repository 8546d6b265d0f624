#include "authoring/expectation.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "system/text.h"

namespace runner {

namespace {

[[noreturn]] void refuse(std::string_view line, std::string_view form) {
  throw std::invalid_argument(
      fmt::format("its first line should be `{}`, not `{}`", form, trim(line)));
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  while (!(text = trim(text)).empty()) {
    const auto end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

// "(known limit: explorer only)"
std::optional<Stage> stage_in(std::string_view remark) {
  for (const Stage stage : kStages) {
    if (remark == fmt::format("(known limit: {} only)", name(stage))) return stage;
  }
  return std::nullopt;
}

}  // namespace

FaultyExpectation parse_faulty(std::string_view first_line) {
  constexpr std::string_view kForm = "// expect: FINDING in BEHAVIOUR";
  constexpr std::string_view kRemarkedForm =
      "// expect: FINDING in BEHAVIOUR (known limit: STAGE only)";
  constexpr std::string_view kStart = "// expect:";
  std::string_view rest = trim(first_line);
  if (!rest.starts_with(kStart)) refuse(first_line, kForm);
  rest.remove_prefix(kStart.size());
  FaultyExpectation expectation;
  if (const auto remark = rest.find('('); remark != std::string_view::npos) {
    expectation.only = stage_in(trim(rest.substr(remark)));
    if (!expectation.only) refuse(first_line, kRemarkedForm);
    rest = rest.substr(0, remark);
  }
  // finding [or finding]... in behaviour
  const std::vector<std::string> words = words_in(rest);
  if (words.size() < 3 || words.size() % 2 == 0) refuse(first_line, kForm);
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    const bool last = i + 3 == words.size();
    if (words[i + 1] != (last ? "in" : "or")) refuse(first_line, kForm);
    expectation.findings.push_back(words[i]);
  }
  expectation.behaviour = words.back();
  return expectation;
}

AcceptedExpectation parse_accepted(std::string_view first_line) {
  constexpr std::string_view kForm = "// accept: core robust senior";
  constexpr std::string_view kStart = "// accept:";
  const std::string_view line = trim(first_line);
  if (!line.starts_with(kStart)) refuse(first_line, kForm);
  AcceptedExpectation expectation;
  for (const std::string& word : words_in(line.substr(kStart.size()))) {
    const auto tier =
        std::ranges::find_if(kTiers, [&](Tier candidate) { return word == name(candidate); });
    if (tier == std::end(kTiers)) refuse(first_line, kForm);
    expectation.tiers.push_back(*tier);
  }
  if (expectation.tiers.empty()) refuse(first_line, kForm);
  return expectation;
}

}  // namespace runner
