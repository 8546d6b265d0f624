#include "process/scratch.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "user_error.h"

namespace runner {

ScratchDirectory::ScratchDirectory() {
  const char* chosen = std::getenv("TMPDIR");
  std::string pattern = std::string(chosen && *chosen ? chosen : "/tmp") + "/kata-XXXXXX";
  if (!mkdtemp(pattern.data())) {
    throw UserError("No temporary directory can be made in " +
                    pattern.substr(0, pattern.rfind('/')) + ": " + std::strerror(errno) +
                    ". Free some space there, or name another one with TMPDIR.");
  }
  path_ = pattern;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  // What ran there may have taken the right to remove it away.
  for (auto entry = std::filesystem::recursive_directory_iterator(
           path_, std::filesystem::directory_options::skip_permission_denied, ignored);
       entry != std::filesystem::recursive_directory_iterator(); entry.increment(ignored)) {
    if (ignored) break;
    if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) {
      std::filesystem::permissions(entry->path(), std::filesystem::perms::owner_all,
                                   std::filesystem::perm_options::add, ignored);
    }
  }
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace runner
