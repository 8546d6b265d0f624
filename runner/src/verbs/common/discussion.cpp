#include "verbs/common/discussion.h"

#include "system/text.h"

namespace runner {

namespace {

constexpr std::string_view kBold = "**";

bool speaks_of_questions(std::string_view title) {
  return title.find("uestion") != std::string_view::npos;
}

// The bold beginning of a paragraph or of an item; empty when it has none.
std::string bold_beginning(std::string_view paragraph) {
  constexpr std::string_view kItem = "- ";
  if (paragraph.starts_with(kItem)) paragraph.remove_prefix(kItem.size());
  if (!paragraph.starts_with(kBold)) return {};
  const auto end = paragraph.find(kBold, kBold.size());
  if (end == std::string_view::npos) return {};
  std::string_view words = paragraph.substr(kBold.size(), end - kBold.size());
  while (!words.empty() && (words.front() == '"' || words.front() == ' ')) words.remove_prefix(1);
  while (!words.empty() && (words.back() == '"' || words.back() == ' ')) words.remove_suffix(1);
  return std::string(words);
}

}  // namespace

std::vector<std::string> discussion_questions(std::string_view markdown) {
  std::vector<std::string> questions;
  std::string paragraph;
  bool asking = false;
  const auto finish = [&] {
    std::string question = asking ? bold_beginning(paragraph) : std::string();
    if (!question.empty()) questions.push_back(std::move(question));
    paragraph.clear();
  };
  for (const std::string& line : split_lines(markdown)) {
    if (line.starts_with('#')) {
      finish();
      asking = speaks_of_questions(line);
    } else if (trim(line).empty()) {
      finish();
    } else if (line.starts_with("- ")) {
      finish();
      paragraph = line;
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(trim(line));
    }
  }
  finish();
  return questions;
}

}  // namespace runner
