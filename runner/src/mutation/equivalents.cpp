#include "mutation/equivalents.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "system/files.h"
#include "system/json_text.h"
#include "system/text.h"
#include "user_error.h"

namespace runner {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kNoReason =
    "the reason has to say why no caller can tell it from the reference";

bool says_something(std::string_view reason) {
  constexpr int kFewestBlanks = 3;
  return std::ranges::count(trim(reason), ' ') >= kFewestBlanks;
}

[[noreturn]] void refuse(const fs::path& file, const std::string& what) {
  throw UserError(fmt::format("{}: {}.", shown_path(file), what));
}

struct Field {
  const char* name;
  std::string EquivalentMutant::* member;
};
constexpr Field kFields[] = {{"id", &EquivalentMutant::id},
                             {"operator", &EquivalentMutant::operator_name},
                             {"original", &EquivalentMutant::original},
                             {"mutated", &EquivalentMutant::mutated},
                             {"reason", &EquivalentMutant::reason}};

EquivalentMutant read_entry(const fs::path& file, const Json& json, std::size_t number) {
  if (!json.is_object()) refuse(file, fmt::format("entry {} is not an object", number));
  EquivalentMutant entry;
  for (const auto& [key, value] : json.items()) {
    const auto field =
        std::ranges::find_if(kFields, [&](const Field& known) { return key == known.name; });
    if (field == std::end(kFields)) {
      refuse(file, fmt::format("entry {} has an unknown field \"{}\"", number, printable(key)));
    }
    if (!value.is_string()) refuse(file, fmt::format("entry {}: {} is no text", number, key));
    entry.*(field->member) = value.get<std::string>();
  }
  for (const Field& field : kFields) {
    if (!json.contains(field.name)) {
      refuse(file, fmt::format("entry {} has no \"{}\"", number, field.name));
    }
  }
  if (!says_something(entry.reason)) refuse(file, fmt::format("{}: {}", entry.id, kNoReason));
  return entry;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

bool same_change(const EquivalentMutant& entry, const Mutant& mutant) {
  return entry.operator_name == mutant.operator_name && entry.original == mutant.original &&
         entry.mutated == mutant.mutated;
}

std::string why_stale(const EquivalentMutant& entry, const std::vector<Mutant>& mutants) {
  const auto named = std::ranges::find(mutants, entry.id, &Mutant::id);
  if (named != mutants.end() && same_change(entry, *named)) return {};
  if (named != mutants.end()) {
    return fmt::format("{} is another change than the one written down", entry.id);
  }
  const auto moved = std::ranges::find_if(
      mutants, [&](const Mutant& mutant) { return same_change(entry, mutant); });
  if (moved != mutants.end()) {
    return fmt::format("{} is called {} now", entry.id, moved->id);
  }
  return fmt::format("{} is no mutant any more: `{}` is not in the reference, or not in that way",
                     entry.id, printable(first_line(entry.original)));
}

}  // namespace

std::vector<EquivalentMutant> read_equivalents(const fs::path& file) {
  std::error_code failed;
  if (!fs::exists(file, failed)) return {};
  const auto text = read_file(file);
  if (!text) refuse(file, "it cannot be read");
  Json json;
  try {
    json = Json::parse(*text);
  } catch (const Json::parse_error& error) {
    refuse(file, where_json_stops(*text, error.byte));
  }
  if (!json.is_array()) refuse(file, "a list is expected");
  std::vector<EquivalentMutant> entries;
  for (const Json& entry : json) entries.push_back(read_entry(file, entry, entries.size() + 1));
  return entries;
}

void require_reason(std::string_view reason) {
  if (!says_something(reason)) throw UserError(fmt::format("Nothing was written: {}.", kNoReason));
}

void write_equivalents(const fs::path& file, std::vector<EquivalentMutant> equivalents) {
  std::ranges::sort(equivalents, {}, &EquivalentMutant::id);
  Json list = Json::array();
  for (const EquivalentMutant& entry : equivalents) {
    Json json;
    for (const Field& field : kFields) json[field.name] = entry.*(field.member);
    list.push_back(std::move(json));
  }
  write_file(file, list.dump(2) + "\n");
}

const EquivalentMutant* find_equivalent(const std::vector<EquivalentMutant>& equivalents,
                                        std::string_view id) {
  const auto found = std::ranges::find(equivalents, id, &EquivalentMutant::id);
  return found == equivalents.end() ? nullptr : &*found;
}

std::vector<std::string> stale(const std::vector<EquivalentMutant>& equivalents,
                               const std::vector<Mutant>& mutants) {
  std::vector<std::string> complaints;
  std::set<std::string> seen;
  for (const EquivalentMutant& entry : equivalents) {
    std::string why = why_stale(entry, mutants);
    if (!seen.insert(entry.id).second) why = entry.id + " is there twice";
    if (!why.empty()) complaints.push_back(std::move(why));
  }
  return complaints;
}

}  // namespace runner
