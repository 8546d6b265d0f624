// The history of attempts: adding one, keeping copies of what was graded, forgetting the oldest.
//
// Thread-safety: none; callers hold the store's lock.
#pragma once

#include <filesystem>
#include <string>

#include "state/progress.h"

namespace runner {

inline constexpr std::size_t kAttemptsKept = 50;  // Per kata, own and other workspaces apart.

// Keeps `header`, a header's text, in `folder` as <time>[-n].h and returns the file's name. When
// `previous` (a name in `folder`) has the same content, that name is returned and nothing is
// written. Throws std::system_error when there is no room or no permission.
[[nodiscard]] std::string keep_copy(const std::filesystem::path& folder, const std::string& header,
                                    const std::string& previous, const std::string& time);

// Appends, counts, and drops the oldest beyond kAttemptsKept.
void add_attempt(KataProgress& kata, Attempt attempt, bool own_workspace);

// Removes the copies in `folder` that no attempt names any more. Never throws.
void forget_old_copies(const std::filesystem::path& folder, const KataProgress& kata);

}  // namespace runner
