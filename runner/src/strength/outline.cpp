#include "strength/outline.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "authoring/claims.h"
#include "system/files.h"
#include "system/text.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

template <typename Entry>
Entry taken_from(std::vector<Entry>& entries, const std::string& name) {
  const auto found = std::ranges::find(entries, name, &Entry::name);
  Entry entry = found == entries.end() ? Entry{} : std::move(*found);
  if (found != entries.end()) entries.erase(found);
  entry.name = name;
  return entry;
}

void describe(const Claim& claim, FaultFigures& fault) {
  fault.story = story_of(claim.header);
  fault.findings = claim.faulty.findings;
  fault.behaviour = claim.faulty.behaviour;
  fault.only = claim.faulty.only ? runner::name(*claim.faulty.only) : "";
}

KataFigures outlined(const Kata& kata, const std::vector<Claim>& claims, KataFigures old) {
  KataFigures figures;
  figures.slug = kata.slug;
  figures.title = kata.title;
  figures.mutation = old.mutation;
  for (const Claim& claim : claims) {
    if (claim.kind == Claim::Kind::faulty) {
      figures.faults.push_back(taken_from(old.faults, entry_name(claim)));
      describe(claim, figures.faults.back());
    } else {
      figures.right.push_back(taken_from(old.right, entry_name(claim)));
    }
  }
  return figures;
}

}  // namespace

std::vector<Claim> strength_claims(const Layout& layout, const Kata& kata,
                                   const fs::path& scratch) {
  std::vector<Claim> claims = claims_about(layout, kata, scratch);
  std::erase_if(claims, [](const Claim& claim) { return claim.kind == Claim::Kind::stub; });
  return claims;
}

std::vector<Claim> outline(const Layout& layout, const std::vector<Kata>& katas,
                           const fs::path& scratch, StrengthRecord& record) {
  std::vector<Claim> all;
  for (const Kata& kata : katas) {
    std::vector<Claim> claims = strength_claims(layout, kata, scratch);
    KataFigures* const old = record.find(kata.slug);
    KataFigures figures = outlined(kata, claims, old == nullptr ? KataFigures{} : *old);
    if (old == nullptr) {
      record.katas.push_back(std::move(figures));
    } else {
      *old = std::move(figures);
    }
    std::ranges::move(claims, std::back_inserter(all));
  }
  return all;
}

void keep_only(StrengthRecord& record, const std::vector<Kata>& katas) {
  std::vector<KataFigures> kept;
  for (const Kata& kata : katas) {
    if (const KataFigures* figures = record.find(kata.slug)) kept.push_back(*figures);
  }
  record.katas = std::move(kept);
}

std::optional<EntryPlace> place_of(const StrengthRecord& record, const Claim& claim) {
  const auto kata = std::ranges::find(record.katas, claim.kata.slug, &KataFigures::slug);
  if (kata == record.katas.end()) return std::nullopt;
  const std::string name = entry_name(claim);
  const auto index_in = [&](const auto& entries) -> std::optional<EntryPlace> {
    const auto found =
        std::ranges::find(entries, name, &std::remove_cvref_t<decltype(entries)>::value_type::name);
    if (found == entries.end()) return std::nullopt;
    return EntryPlace{static_cast<std::size_t>(kata - record.katas.begin()),
                      static_cast<std::size_t>(found - entries.begin())};
  };
  return claim.kind == Claim::Kind::faulty ? index_in(kata->faults) : index_in(kata->right);
}

std::string entry_name(const Claim& claim) {
  constexpr std::string_view kFaulty = "faulty/";
  std::string_view name = claim.subject;
  if (name.starts_with(kFaulty)) name.remove_prefix(kFaulty.size());
  return valid_utf8(name);
}

std::string story_of(const fs::path& header) {
  std::string text;
  bool first = true;
  for (const std::string& line : split_lines(read_file(header).value_or(""))) {
    if (std::exchange(first, false)) continue;
    if (!line.starts_with("//")) break;
    text += fmt::format(" {}", trim(std::string_view(line).substr(2)));
  }
  const std::string_view all = trim(text);
  const auto end = std::min(all.find(". "), all.find("? "));
  return std::string(end == std::string_view::npos ? all : all.substr(0, end + 1));
}

std::string this_machine() {
  std::string model = "unknown processor";
  for (const std::string& line : split_lines(read_file("/proc/cpuinfo").value_or(""))) {
    if (!line.starts_with("model name")) continue;
    model = trim(std::string_view(line).substr(line.find(':') + 1));
    break;
  }
  return fmt::format("{} x {}", std::thread::hardware_concurrency(), model);
}

}  // namespace runner
