#include "build/executable_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "build/fingerprint.h"
#include "system/files.h"

namespace runner {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Files of the system are many and change with a package: their time says enough.
std::string state_of(const fs::path& file) {
  if (!file.string().starts_with("/usr/")) return fingerprint_of(file);
  Fingerprint fingerprint;
  return fingerprint.add_stamp(file) ? fingerprint.text() : std::string();
}

// A second name for the same content where the file system allows it, a copy elsewhere.
bool link_or_copy(const fs::path& from, const fs::path& to) {
  std::error_code failed;
  // What is there may be this very file, or another entry that must not be written to.
  fs::remove(to, failed);
  fs::create_hard_link(from, to, failed);
  if (!failed) return true;
  return fs::copy_file(from, to, fs::copy_options::overwrite_existing, failed) && !failed;
}

}  // namespace

ExecutableCache::ExecutableCache(fs::path directory) : directory_(std::move(directory)) {}

bool ExecutableCache::fetch(const std::string& key, const fs::path& to) const {
  const fs::path list = directory_ / (key + ".json");
  const auto text = read_file(list);
  if (!text) return false;
  try {
    const Json content = Json::parse(*text);
    for (const auto& [file, state] : content.at("files").items()) {
      if (state_of(file) != state.get<std::string>()) return false;
    }
  } catch (const Json::exception&) {
    return false;
  }
  if (!link_or_copy(directory_ / (key + ".exe"), to)) return false;
  std::error_code ignored;
  fs::last_write_time(list, fs::file_time_type::clock::now(), ignored);
  return true;
}

void ExecutableCache::keep(const std::string& key, const std::vector<fs::path>& files,
                           const fs::path& program) const {
  std::error_code failed;
  fs::create_directories(directory_, failed);
  Json list = Json::object();
  for (const fs::path& file : files) {
    const std::string state = state_of(file);
    if (state.empty()) return;  // Gone or changed already: not worth keeping.
    list[file.string()] = state;
  }
  static std::atomic<unsigned> serial{0};
  const fs::path temporary =
      directory_ / fmt::format("{}.{}-{}.tmp", key, getpid(), serial.fetch_add(1));
  fs::copy_file(program, temporary, fs::copy_options::overwrite_existing, failed);
  if (!failed) fs::rename(temporary, directory_ / (key + ".exe"), failed);
  if (failed) {
    fs::remove(temporary, failed);
    return;
  }
  try {
    write_file(directory_ / (key + ".json"), Json{{"files", list}}.dump());
    make_room();
  } catch (const std::exception&) {
    // A full or read-only disk, or names that are not UTF-8: next time it is compiled again.
    fs::remove(directory_ / (key + ".exe"), failed);
  }
}

void ExecutableCache::make_room() const {
  std::vector<std::pair<fs::file_time_type, fs::path>> lists;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(directory_, failed)) {
    if (entry.path().extension() != ".json") continue;
    const auto time = entry.last_write_time(failed);
    if (!failed) lists.emplace_back(time, entry.path());
  }
  if (lists.size() <= kMostEntries) return;
  std::ranges::sort(lists);
  lists.resize(lists.size() - kMostEntries);
  for (const auto& [time, list] : lists) {
    fs::remove(list, failed);
    fs::remove(fs::path(list).replace_extension(".exe"), failed);
  }
}

std::vector<fs::path> files_in_depfile(std::string_view depfile) {
  std::vector<fs::path> files;
  const auto target_end = depfile.find(": ");
  std::size_t at = target_end == std::string_view::npos ? depfile.size() : target_end + 2;
  std::string name;
  const auto finish = [&] {
    if (!name.empty()) files.emplace_back(std::exchange(name, {}));
  };
  for (; at < depfile.size(); ++at) {
    const char c = depfile[at];
    const char next = at + 1 < depfile.size() ? depfile[at + 1] : '\0';
    if (c == '\\' && (next == '\n' || next == ' ' || next == '#' || next == '\\')) {
      if (next != '\n') name += next;
      ++at;
    } else if (c == '$' && next == '$') {
      name += '$';
      ++at;
    } else if (c == ' ' || c == '\n') {
      finish();
    } else {
      name += c;
    }
  }
  finish();
  return files;
}

}  // namespace runner
