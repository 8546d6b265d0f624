#include "verbs/common/choice.h"

#include <algorithm>
#include <system_error>

#include "system/files.h"
#include "user_error.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

bool passed(const Progress& progress, const std::string& slug) {
  return standing(progress, slug) == Standing::passed;
}

}  // namespace

Standing standing(const Progress& progress, const std::string& slug) {
  const auto found = progress.katas.find(slug);
  if (found == progress.katas.end()) return Standing::untouched;
  if (found->second.passed()) return Standing::passed;
  return found->second.started() || found->second.hints_shown > 0 ? Standing::started
                                                                  : Standing::untouched;
}

const Kata& chosen_kata(const Context& context, const Catalog& catalog, const std::string& slug) {
  if (!slug.empty()) return catalog.get(slug);
  const Progress progress = context.state.load();
  if (const Kata* current = catalog.find(progress.current); current != nullptr) return *current;
  if (catalog.katas().size() == 1) return catalog.katas().front();
  const Kata* next = next_kata(catalog, progress);
  std::string advice = context.command + " list shows all katas";
  if (next != nullptr)
    advice += ", and " + context.command + " show " + next->slug + " is where to start";
  throw UserError("Which kata? None has been worked on yet: " + advice + ".");
}

const Kata* next_kata(const Catalog& catalog, const Progress& progress) {
  const Kata* current = catalog.find(progress.current);
  if (current != nullptr && !passed(progress, current->slug)) return current;
  const Kata* first_open = nullptr;
  for (const Kata& kata : catalog.katas()) {
    if (passed(progress, kata.slug)) continue;
    if (first_open == nullptr) first_open = &kata;
    const bool ready = std::all_of(kata.requires_.begin(), kata.requires_.end(),
                                   [&](const std::string& slug) { return passed(progress, slug); });
    if (ready) return &kata;
  }
  return first_open;
}

fs::path own_header(const Layout& layout, const std::string& slug) {
  return layout.katas / slug / (slug + ".h");
}

fs::path header_in(const Layout& layout, const std::string& workspace, const std::string& slug) {
  const fs::path folder = workspace.empty() ? layout.katas : fs::absolute(workspace);
  fs::path header = folder / slug / (slug + ".h");
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw UserError("There is no folder " + shown_path(folder) + ".");
  }
  if (!fs::exists(header, error)) {
    throw UserError("There is no file " + shown_path(header) +
                    ". A workspace holds a folder per kata: <workspace>/" + slug + "/" + slug +
                    ".h.");
  }
  return header;
}

Layout with_graders(Layout layout, const std::string& graders) {
  if (graders.empty()) return layout;
  const fs::path folder = fs::absolute(graders);
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw UserError("There is no folder " + shown_path(folder) + " with graders.");
  }
  layout.graders = folder;
  return layout;
}

void require_passed_or_give_up(const Context& context, const std::string& slug, bool give_up,
                               const std::string& verb) {
  const Progress progress = context.state.load();
  const auto found = progress.katas.find(slug);
  const bool known = found != progress.katas.end();
  if (known && (found->second.passed() || found->second.gave_up)) return;
  if (!give_up) {
    throw UserError("The reference of " + slug + " is kept until you have passed.\n\n  " +
                    context.command + " grade " + slug + "\n  " + context.command + " " + verb +
                    " " + slug + " --give-up   shows it now");
  }
  context.state.update([&slug](Progress& changed) { changed.katas[slug].gave_up = true; });
}

void make_current(const Context& context, const std::string& slug) {
  context.state.update([&slug](Progress& progress) { progress.current = slug; });
}

}  // namespace runner
