#include "strength/staleness.h"

#include <fmt/format.h>

#include <algorithm>

#include "process/scratch.h"
#include "strength/keys.h"
#include "strength/outline.h"

namespace runner {

namespace {

// In the order of the catalogue, with a blank for whatever the record does not have.
StrengthRecord as_it_should_be(const StrengthRecord& record, const Layout& layout,
                               const std::vector<Kata>& katas, std::vector<Claim>& claims) {
  const ScratchDirectory scratch;
  StrengthRecord complete = record;
  claims = outline(layout, katas, scratch.path(), complete);
  keep_only(complete, katas);
  return complete;
}

template <typename Entry>
void find_gone(const std::string& slug, const std::vector<Entry>& recorded,
               const std::vector<Entry>& present, std::vector<std::string>& faults) {
  for (const Entry& entry : recorded) {
    if (std::ranges::find(present, entry.name, &Entry::name) == present.end()) {
      faults.push_back(fmt::format("{}: {} is recorded and does not exist", slug, entry.name));
    }
  }
}

void find_gone(const StrengthRecord& record, const StrengthRecord& complete,
               std::vector<std::string>& faults) {
  for (const KataFigures& kata : record.katas) {
    const KataFigures* const present = complete.find(kata.slug);
    if (present == nullptr) {
      faults.push_back(fmt::format("{} is recorded and does not exist", kata.slug));
      continue;
    }
    find_gone(kata.slug, kata.faults, present->faults, faults);
    find_gone(kata.slug, kata.right, present->right, faults);
  }
}

template <typename Entry>
void find_new(const std::string& slug, const std::vector<Entry>* recorded,
              const std::vector<Entry>& present, std::vector<std::string>& faults) {
  for (const Entry& entry : present) {
    if (recorded == nullptr ||
        std::ranges::find(*recorded, entry.name, &Entry::name) == recorded->end()) {
      faults.push_back(fmt::format("{}: {} is not on record", slug, entry.name));
    }
  }
}

void find_new(const StrengthRecord& record, const StrengthRecord& complete,
              std::vector<std::string>& faults) {
  for (const KataFigures& kata : complete.katas) {
    const KataFigures* const recorded = record.find(kata.slug);
    find_new(kata.slug, recorded == nullptr ? nullptr : &recorded->faults, kata.faults, faults);
    find_new(kata.slug, recorded == nullptr ? nullptr : &recorded->right, kata.right, faults);
  }
}

// What a right solution is graded by changes with every behaviour; that it passes is proved anew
// each time, by `verify`.
bool graded_before_a_change(const Claim& claim, const std::string& graded, const Layout& layout) {
  return claim.kind == Claim::Kind::faulty && !graded.empty() &&
         graded != graded_key(layout, claim);
}

bool compared_before_a_change(const Claim& claim, const std::string& compared,
                              const Layout& layout) {
  return !compared.empty() && compared != compared_key(layout, claim);
}

void look_at(const Claim& claim, const auto& entry, const Layout& layout,
             std::vector<std::string>& faults) {
  const std::string subject = fmt::format("{}: {}", claim.kata.slug, claim.subject);
  if (graded_before_a_change(claim, entry.graded, layout)) {
    faults.push_back(subject + " or its behaviour has changed since it was graded");
  }
  if (compared_before_a_change(claim, entry.compared, layout)) {
    faults.push_back(subject + " or the plain test has changed since they were compared");
  }
}

void forget(const Claim& claim, auto& entry, const Layout& layout) {
  if (graded_before_a_change(claim, entry.graded, layout)) entry.graded.clear();
  if (compared_before_a_change(claim, entry.compared, layout)) entry.compared.clear();
}

// Calls `look` with each claim and its entry.
void each_entry(StrengthRecord& complete, const std::vector<Claim>& claims, const auto& look) {
  for (const Claim& claim : claims) {
    const auto place = place_of(complete, claim);
    if (!place) continue;
    KataFigures& kata = complete.katas[place->kata];
    if (claim.kind == Claim::Kind::faulty) {
      look(claim, kata.faults[place->entry]);
    } else {
      look(claim, kata.right[place->entry]);
    }
  }
}

}  // namespace

std::vector<std::string> stale(const StrengthRecord& record, const Layout& layout,
                               const std::vector<Kata>& katas) {
  std::vector<std::string> faults;
  std::vector<Claim> claims;
  StrengthRecord complete = as_it_should_be(record, layout, katas, claims);
  find_gone(record, complete, faults);
  find_new(record, complete, faults);
  each_entry(complete, claims,
             [&](const Claim& claim, const auto& entry) { look_at(claim, entry, layout, faults); });
  return faults;
}

void forget_what_is_stale(StrengthRecord& record, const Layout& layout,
                          const std::vector<Kata>& katas) {
  std::vector<Claim> claims;
  record = as_it_should_be(record, layout, katas, claims);
  each_entry(record, claims,
             [&](const Claim& claim, auto& entry) { forget(claim, entry, layout); });
}

}  // namespace runner
