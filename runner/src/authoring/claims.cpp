#include "authoring/claims.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <system_error>

#include "catalog/original_stub.h"
#include "system/files.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

Claim claim(Claim::Kind kind, const Kata& kata, std::string subject, fs::path header) {
  Claim made;
  made.kind = kind;
  made.kata = kata;
  made.subject = std::move(subject);
  made.header = std::move(header);
  return made;
}

fs::path header_in(const fs::path& folder, const Kata& kata) { return folder / (kata.slug + ".h"); }

fs::path shipped_stub(const Layout& layout, const Kata& kata, const fs::path& scratch) {
  fs::path working = header_in(layout.katas / kata.slug, kata);
  const auto original = original_stub(layout, kata.slug);
  if (!original || read_file(working) == original) return working;
  fs::path copy = header_in(scratch / "stubs" / kata.slug, kata);
  write_file(copy, *original);
  return copy;
}

std::vector<fs::path> folders_in(const fs::path& directory) {
  std::vector<fs::path> folders;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(directory, failed)) {
    if (entry.is_directory(failed)) folders.push_back(entry.path());
  }
  std::ranges::sort(folders);
  return folders;
}

std::string first_line(const fs::path& file) {
  const std::string content = read_file(file).value_or("");
  return content.substr(0, content.find('\n'));
}

void add_zoo(std::vector<Claim>& claims, Claim::Kind kind, const Kata& kata,
             const fs::path& directory) {
  for (const fs::path& folder : folders_in(directory)) {
    const std::string subject = directory.filename().string() + "/" + folder.filename().string();
    Claim made = claim(kind, kata, subject, header_in(folder, kata));
    try {
      const std::string line = first_line(made.header);
      if (kind == Claim::Kind::faulty) {
        made.faulty = parse_faulty(line);
      } else {
        made.accepted = parse_accepted(line);
      }
    } catch (const std::invalid_argument& error) {
      made.damage = error.what();
    }
    claims.push_back(std::move(made));
  }
}

}  // namespace

std::vector<Claim> claims_about(const Layout& layout, const Kata& kata, const fs::path& scratch) {
  std::vector<Claim> claims;
  claims.push_back(claim(Claim::Kind::stub, kata, "stub", shipped_stub(layout, kata, scratch)));
  claims.push_back(claim(Claim::Kind::reference, kata, "reference",
                         header_in(layout.solutions / kata.slug, kata)));
  add_zoo(claims, Claim::Kind::accepted, kata, layout.graders / kata.slug / "accepted");
  add_zoo(claims, Claim::Kind::faulty, kata, layout.graders / kata.slug / "faulty");
  return claims;
}

std::vector<Claim> claims_about_workspace(const fs::path& workspace,
                                          const std::vector<Kata>& katas) {
  std::vector<Claim> claims;
  for (const Kata& kata : katas) {
    const fs::path header = header_in(workspace / kata.slug, kata);
    std::error_code failed;
    if (!fs::exists(header, failed)) continue;
    claims.push_back(
        claim(Claim::Kind::submission, kata, header_in(kata.slug, kata).string(), header));
  }
  return claims;
}

}  // namespace runner
