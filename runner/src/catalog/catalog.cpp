#include "catalog/catalog.h"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

#include "catalog/manifest.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

// Adds each kata of `folder` that is not there yet. Folders without a manifest are not katas: an
// editor's, a backup, an empty folder that git left behind.
void add_katas_of(const fs::path& folder, std::map<std::string, Kata>& katas) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const fs::path manifest = entry.path() / "kata.json";
    if (!fs::exists(manifest, error)) continue;
    const std::string slug = entry.path().filename().string();
    if (katas.contains(slug)) continue;
    if (!valid_slug(slug)) {
      throw UserError(shown_path(entry.path()) +
                      " is not a good name for a kata: use snake_case, like bounded_queue.");
    }
    katas.emplace(slug, read_manifest(manifest, slug));
  }
}

// How many requirements deep a kata lies, so that within a level nothing comes before what it
// needs. Throws on a requirement that does not exist or leads back to the kata itself.
int depth_of(const std::string& slug, const std::map<std::string, Kata>& katas,
             std::set<std::string>& open, std::map<std::string, int>& known) {
  if (const auto found = known.find(slug); found != known.end()) return found->second;
  if (!open.insert(slug).second) {
    throw UserError("The kata " + slug + " requires itself, by way of what it requires.");
  }
  int depth = 0;
  for (const std::string& needed : katas.at(slug).requires_) {
    if (!katas.contains(needed)) {
      throw UserError("The kata " + slug + " requires " + needed +
                      ", which does not exist. See its kata.json.");
    }
    depth = std::max(depth, 1 + depth_of(needed, katas, open, known));
  }
  open.erase(slug);
  return known[slug] = depth;
}

}  // namespace

Catalog Catalog::load(const Layout& layout) {
  std::map<std::string, Kata> found;
  add_katas_of(layout.katas, found);
  // Private graders may bring katas of their own.
  if (layout.graders != layout.root / "graders") add_katas_of(layout.graders, found);

  std::map<std::string, int> depth;
  Catalog catalog;
  catalog.layout_ = layout;
  for (const auto& [slug, kata] : found) {
    std::set<std::string> open;
    (void)depth_of(slug, found, open, depth);
    catalog.katas_.push_back(kata);
  }
  std::sort(catalog.katas_.begin(), catalog.katas_.end(), [&](const Kata& a, const Kata& b) {
    if (a.level != b.level) return a.level < b.level;
    if (depth[a.slug] != depth[b.slug]) return depth[a.slug] < depth[b.slug];
    return a.slug < b.slug;
  });
  return catalog;
}

const Kata* Catalog::find(std::string_view slug) const {
  for (const Kata& kata : katas_) {
    if (kata.slug == slug) return &kata;
  }
  return nullptr;
}

const Kata& Catalog::get(std::string_view slug) const {
  if (const Kata* kata = find(slug); kata != nullptr) return *kata;
  std::vector<std::string> slugs;
  for (const Kata& kata : katas_) slugs.push_back(kata.slug);
  const std::string suggestion = did_you_mean(slug, slugs);
  throw UserError("There is no kata named \"" + printable(slug) + "\"." +
                  (suggestion.empty() ? "" : " " + suggestion) +
                  " The command `list` shows all of them.");
}

}  // namespace runner
