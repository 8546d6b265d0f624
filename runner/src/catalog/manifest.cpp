#include "catalog/manifest.h"

#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "system/files.h"
#include "system/json_text.h"
#include "system/text.h"
#include "user_error.h"

namespace runner {

namespace {

using nlohmann::json;

// One manifest being read; every complaint names the file.
class Reader {
 public:
  Reader(std::filesystem::path file, json document)
      : file_(std::move(file)), document_(std::move(document)) {}

  void refuse_unknown_fields(const std::vector<std::string>& known) const {
    for (const auto& [field, value] : document_.items()) {
      if (std::find(known.begin(), known.end(), field) != known.end()) continue;
      const std::string hint = did_you_mean(field, known);
      complain("has an unknown field \"" + field + "\"." + (hint.empty() ? "" : " " + hint));
    }
  }

  [[nodiscard]] std::string text(const char* field) const {
    const json& value = required(field);
    if (!value.is_string() || trim(value.get_ref<const std::string&>()).empty()) {
      complain(std::string("needs a text as \"") + field + "\".");
    }
    return value.get<std::string>();
  }

  [[nodiscard]] int number(const char* field, int least, int most) const {
    const json& value = required(field);
    const bool fits = value.is_number_integer() && value.get<std::int64_t>() >= least &&
                      value.get<std::int64_t>() <= most;
    if (!fits) {
      complain(std::string("needs a number from ") + std::to_string(least) + " to " +
               std::to_string(most) + " as \"" + field + "\".");
    }
    return value.get<int>();
  }

  [[nodiscard]] std::vector<std::string> texts(const char* field) const {
    if (!document_.contains(field)) return {};
    const json& value = document_.at(field);
    bool fits = value.is_array();
    for (const json& entry : value) fits = fits && entry.is_string();
    if (!fits) complain(std::string("needs a list of texts as \"") + field + "\".");
    return value.get<std::vector<std::string>>();
  }

  [[noreturn]] void complain(const std::string& what) const {
    throw UserError(shown_path(file_) + " " + what);
  }

 private:
  [[nodiscard]] const json& required(const char* field) const {
    if (!document_.contains(field)) complain(std::string("lacks the field \"") + field + "\".");
    return document_.at(field);
  }

  std::filesystem::path file_;
  json document_;
};

}  // namespace

Kata read_manifest(const std::filesystem::path& file, const std::string& slug) {
  const std::optional<std::string> content = read_file(file);
  if (!content) throw UserError("Cannot read " + shown_path(file) + ".");
  json document;
  try {
    document = json::parse(*content);
  } catch (const json::parse_error& error) {
    throw UserError(shown_path(file) + " is damaged: " + where_json_stops(*content, error.byte) +
                    ".");
  }
  if (!document.is_object()) throw UserError(shown_path(file) + " must hold a JSON object.");
  const Reader reader(file, std::move(document));
  reader.refuse_unknown_fields(
      {"title", "summary", "level", "minutes", "requires", "concepts", "libraries"});
  Kata kata;
  kata.slug = slug;
  kata.title = reader.text("title");
  kata.summary = reader.text("summary");
  kata.level = reader.number("level", 1, 9);
  kata.minutes = reader.number("minutes", 1, 600);
  kata.requires_ = reader.texts("requires");
  kata.concepts = reader.texts("concepts");
  kata.libraries = reader.texts("libraries");
  return kata;
}

bool valid_slug(std::string_view slug) {
  constexpr std::size_t kLongest = 40;
  if (slug.empty() || slug.size() > kLongest) return false;
  if (slug.front() < 'a' || slug.front() > 'z' || slug.back() == '_') return false;
  for (std::size_t i = 0; i < slug.size(); ++i) {
    const char c = slug[i];
    const bool letter_or_digit = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!letter_or_digit && (c != '_' || slug[i - 1] == '_')) return false;
  }
  return true;
}

}  // namespace runner
