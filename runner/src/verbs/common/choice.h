// Which kata a verb is about, and how far the learner has come with it.
#pragma once

#include <string>

#include "catalog/catalog.h"
#include "state/progress.h"
#include "verbs/verb.h"

namespace runner {

enum class Standing { untouched, started, passed };

[[nodiscard]] Standing standing(const Progress& progress, const std::string& slug);

// The kata named `slug`; when that is empty, the one being worked on. Throws UserError, with what
// to do next, when nothing was named and nothing is being worked on.
[[nodiscard]] const Kata& chosen_kata(const Context& context, const Catalog& catalog,
                                      const std::string& slug);

// The kata to work on next: the current one until it is passed; then the first that is not passed
// and whose requirements are; then the first that is not passed. Null when all are passed.
[[nodiscard]] const Kata* next_kata(const Catalog& catalog, const Progress& progress);

// The learner's own header of a kata, katas/<slug>/<slug>.h.
[[nodiscard]] std::filesystem::path own_header(const Layout& layout, const std::string& slug);

// Where `--workspace` points: the header in it. Empty means the learner's own katas/. Throws
// UserError when there is no such file; the message says which file was expected.
[[nodiscard]] std::filesystem::path header_in(const Layout& layout, const std::string& workspace,
                                              const std::string& slug);

// `layout` with graders from elsewhere when `graders` is not empty. Throws UserError when there is
// no such folder.
[[nodiscard]] Layout with_graders(Layout layout, const std::string& graders);

// Whether solution and comparison may be shown: passed before, or given up. Throws UserError that
// says how when not; `give_up` records it.
void require_passed_or_give_up(const Context& context, const std::string& slug, bool give_up,
                               const std::string& verb);

// Remembers that this is the kata being worked on.
void make_current(const Context& context, const std::string& slug);

}  // namespace runner
