// Graders that were built before, found again by the content of everything they were made of.
//
// An entry is two files: <key>.json lists the files that took part with their fingerprints, and
// <key>.exe is the program. Files are written beside and renamed, so any number of processes may
// use a cache at once. A cache that cannot be written is no cache, never an error.
//
// Thread-safety: members may be called from any thread.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace runner {

class ExecutableCache {
 public:
  explicit ExecutableCache(std::filesystem::path directory);

  // Puts the program of `key` at `to` if every file it was made of is still the same.
  [[nodiscard]] bool fetch(const std::string& key, const std::filesystem::path& to) const;

  // Keeps a copy of `program`, made of `files`; the least recently used entries make room.
  void keep(const std::string& key, const std::vector<std::filesystem::path>& files,
            const std::filesystem::path& program) const;

  static constexpr std::size_t kMostEntries = 60;

 private:
  void make_room() const;

  std::filesystem::path directory_;
};

// The files a compiler's -MD output names.
[[nodiscard]] std::vector<std::filesystem::path> files_in_depfile(std::string_view depfile);

}  // namespace runner
