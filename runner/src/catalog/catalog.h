// The katas there are, read from their manifests: katas/<slug>/kata.json. There is no other list.
//
// Thread-safety: a Catalog is immutable once loaded.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

struct Kata {
  std::string slug;
  std::string title;
  std::string summary;                 // One line.
  int level = 1;                       // 1 is where a newcomer starts.
  int minutes = 0;                     // How long the exercise usually takes.
  std::vector<std::string> requires_;  // Slugs to be solved first.
  std::vector<std::string> concepts;
  std::vector<std::string> libraries;  // Linked when grading, e.g. "sqlite3".
};

// Where the parts of a catalogue lie. `graders` may be outside of the repository.
struct Layout {
  std::filesystem::path root;
  std::filesystem::path katas;      // <slug>/README.md, <slug>.h, kata.json, hints.md
  std::filesystem::path graders;    // <slug>/<slug>_grader.cpp, faulty/, accepted/
  std::filesystem::path solutions;  // <slug>/<slug>.h, README.md
  std::filesystem::path docs;
  std::filesystem::path toolkits = {};  // Empty: the usual place, see build/toolkit.h.

  [[nodiscard]] static Layout of_repository(const std::filesystem::path& root);
};

class Catalog {
 public:
  // Throws UserError (exit code 2) that names the file and the fault when a manifest is damaged.
  [[nodiscard]] static Catalog load(const Layout& layout);

  // Sorted by level, then by what they require, then by slug.
  [[nodiscard]] const std::vector<Kata>& katas() const { return katas_; }
  [[nodiscard]] const Kata* find(std::string_view slug) const;
  // Throws UserError with the nearest names when there is no such kata.
  [[nodiscard]] const Kata& get(std::string_view slug) const;
  [[nodiscard]] const Layout& layout() const { return layout_; }

 private:
  Layout layout_;
  std::vector<Kata> katas_;
};

}  // namespace runner
