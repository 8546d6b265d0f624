#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdlib>

#include "system/files.h"
#include "verbs/doctor/check.h"

namespace runner {

namespace {

namespace fs = std::filesystem;
using Health = Check::Health;

// The deepest folder on the way to `path` that exists.
fs::path existing_part(fs::path path) {
  std::error_code error;
  while (!fs::exists(path, error) && path.has_parent_path() && path != path.parent_path()) {
    path = path.parent_path();
  }
  return path;
}

Check place(const std::string& name, const fs::path& path, const std::string& meaning) {
  Check check{.name = name, .found = shown_path(path)};
  const fs::path there = existing_part(path);
  struct statvfs status{};
  constexpr unsigned long long kEnough = 300ULL << 20;
  std::error_code error;
  if (!fs::is_directory(there, error) || ::access(there.c_str(), W_OK) != 0) {
    check.health = Health::bad;
    check.found += ", not writable";
    check.meaning = meaning;
    check.fix = "Use a clone of your own, or make the folder yours: sudo chown -R \"$USER\" " +
                there.string();
  } else if (::statvfs(there.c_str(), &status) == 0 &&
             status.f_bavail * static_cast<unsigned long long>(status.f_frsize) < kEnough) {
    check.health = Health::note;
    check.found += ", less than 300 MB free";
    check.meaning = "Grading needs some room for compiled graders.";
    check.fix = "Free some space there.";
  }
  return check;
}

Check scratch() {
  const char* set = std::getenv("TMPDIR");
  const fs::path folder = set != nullptr && *set != '\0' ? set : "/tmp";
  Check check = place("scratch", folder, "Graders are built and run there.");
  struct statvfs status{};
  if (check.health == Health::good && ::statvfs(folder.c_str(), &status) == 0 &&
      (status.f_flag & ST_NOEXEC) != 0) {
    check.health = Health::bad;
    check.found += ", programs cannot be run from there (noexec)";
    check.meaning = "Graders are built and run there.";
    check.fix = "Set TMPDIR to another folder: export TMPDIR=$HOME/.cache";
  }
  return check;
}

}  // namespace

std::vector<Check> check_places(const Layout& layout, const fs::path& state) {
  return {place("build folder", layout.root / "build", "Graders cannot be kept between gradings."),
          place("progress", state, "Progress and attempts are not remembered."), scratch()};
}

}  // namespace runner
