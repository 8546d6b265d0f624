// The stub of a kata as the project ships it, whatever the learner has made of the file since.
//
// Thread-safety: may be called from any thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "catalog/catalog.h"

namespace runner {

// Looks through the file's history in git, because learners commit their solutions too: of all
// versions up to HEAD, the stub is the one in which most is "not implemented", the newest if there
// are several. Nothing when there is no git, no repository or no history of the file.
[[nodiscard]] std::optional<std::string> original_stub(const Layout& layout,
                                                       const std::string& slug);

}  // namespace runner
