#include "strength/keys.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "build/fingerprint.h"
#include "strength/plain_test.h"
#include "system/files.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

// Half of a fingerprint tells a changed file from an unchanged one, and keeps lines short.
std::string short_text(const Fingerprint& fingerprint) {
  constexpr std::size_t kDigits = 16;
  return fingerprint.text().substr(0, kDigits);
}

bool is_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

}  // namespace

std::string essence(std::string_view source) {
  std::string text;
  bool blank = false;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const char letter = source[i];
    if (letter == '/' && source.substr(i, 2) == "//") {
      i = std::min(source.find('\n', i), source.size()) - 1;
      blank = true;
    } else if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
      blank = true;
    } else {
      if (blank && !text.empty()) text += ' ';
      blank = false;
      text += letter;
    }
  }
  return text;
}

std::string behaviour_text(std::string_view grader, std::string_view name) {
  constexpr std::string_view kMacro = "\nBEHAVIOUR(";
  for (std::size_t begin = grader.find(kMacro); begin != std::string_view::npos;) {
    const std::size_t next = grader.find(kMacro, begin + kMacro.size());
    const std::string_view text = grader.substr(begin, next - begin);
    const std::string_view head = text.substr(0, text.find('"'));
    const std::size_t found = head.find(name);
    if (found != std::string_view::npos && !is_word(head[found - 1]) &&
        (found + name.size() == head.size() || !is_word(head[found + name.size()]))) {
      return std::string(text);
    }
    begin = next;
  }
  return {};
}

std::string graded_key(const Layout& layout, const Claim& claim) {
  const fs::path grader = layout.graders / claim.kata.slug / (claim.kata.slug + "_grader.cpp");
  const std::string source = read_file(grader).value_or("");
  Fingerprint fingerprint;
  fingerprint.add(essence(read_file(claim.header).value_or("")));
  if (claim.kind == Claim::Kind::faulty) {
    fingerprint.add(claim.expected());
    fingerprint.add(essence(behaviour_text(source, claim.faulty.behaviour)));
  } else {
    fingerprint.add(essence(source));
  }
  return short_text(fingerprint);
}

std::string compared_key(const Layout& layout, const Claim& claim) {
  Fingerprint fingerprint;
  fingerprint.add(essence(read_file(claim.header).value_or("")));
  fingerprint.add(essence(read_file(plain_test_of(layout, claim.kata)).value_or("")));
  return short_text(fingerprint);
}

}  // namespace runner
