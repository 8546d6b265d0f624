// Keeps a learner's progress and attempts on disk, in `.kata/`.
//
// progress.json is replaced as a whole (temporary file, fsync, rename) while a lock file is held,
// so commands that run at the same time lose nothing and a crash leaves the old file or the new
// one. A file that cannot be understood is set aside as progress.json.damaged-<n>.
//
// Nothing here stops a grading: what goes wrong is handed to the warning function and forgotten.
//
// Thread-safety: members may be called from any thread and any number of processes.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "state/progress.h"
#include "verdict/verdict.h"

namespace runner {

class StateStore {
 public:
  using Warn = std::function<void(const std::string&)>;

  // `directory` need not exist; it is made when there is something to keep.
  explicit StateStore(std::filesystem::path directory, Warn warn = {});

  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }

  // Empty progress when there is none yet or it was damaged.
  [[nodiscard]] Progress load() const;

  // Changes progress under the lock: reads, lets `change` edit, writes. False when it could not be
  // kept (read-only directory, full disk); a warning was given then.
  bool update(const std::function<void(Progress&)>& change) const;

  // Adds an attempt with a copy of what was graded, or of `header` when the verdict does not hold
  // it. Verdicts of status `error` are not attempts and are ignored. `own_workspace` says that the
  // learner's own katas/ was graded: only then do passes and tier counts advance the learner's
  // progress.
  bool record(const Verdict& verdict, const std::filesystem::path& header,
              bool own_workspace) const;

  // Copies `file` to backups/<slug>/<time>-<name> and returns where it went; nothing when it could
  // not be kept.
  [[nodiscard]] std::optional<std::filesystem::path> back_up(
      const std::string& slug, const std::filesystem::path& file) const;

 private:
  std::filesystem::path directory_;
  Warn warn_;
};

}  // namespace runner
