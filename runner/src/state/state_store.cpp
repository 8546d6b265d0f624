#include "state/state_store.h"

#include <chrono>
#include <exception>
#include <system_error>
#include <utility>

#include "state/attempts.h"
#include "state/file_lock.h"
#include "state/progress_json.h"
#include "system/files.h"
#include "verdict/ranking.h"

namespace runner {

namespace {

namespace fs = std::filesystem;
using State = ParsedProgress::State;

constexpr std::chrono::seconds kLockPatience{10};

ParsedProgress parse_file(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  const std::optional<std::string> content = read_file(file);
  if (!content) return {State::damaged, {}, "it cannot be read"};
  return parse_progress(*content);
}

// progress.json.damaged-1, -2, ...: the first that is free.
fs::path free_damaged_name(const fs::path& file) {
  for (int n = 1;; ++n) {
    fs::path name = file;
    name += ".damaged-" + std::to_string(n);
    if (!fs::exists(fs::symlink_status(name))) return name;
  }
}

// Not what the header holds by now: somebody may have gone on writing.
std::string graded_text(const Verdict& verdict, const fs::path& header) {
  if (verdict.header_text) return *verdict.header_text;
  if (auto text = read_file(header)) return std::move(*text);
  throw std::system_error(EIO, std::generic_category(), "cannot read the header");
}

}  // namespace

StateStore::StateStore(fs::path directory, Warn warn)
    : directory_(std::move(directory)), warn_(std::move(warn)) {
  if (!warn_) warn_ = [](const std::string&) {};
}

Progress StateStore::load() const {
  ParsedProgress parsed = parse_file(directory_ / "progress.json");
  if (parsed.state == State::good) return std::move(parsed.progress);
  // Damaged: setting it aside needs the lock, so that nobody's good file is moved.
  Progress found;
  update([&found](Progress& progress) { found = progress; });
  return found;
}

bool StateStore::update(const std::function<void(Progress&)>& change) const {
  const fs::path file = directory_ / "progress.json";
  try {
    fs::create_directories(directory_);
    const FileLock lock(directory_ / "lock", kLockPatience);
    if (lock.outcome() == FileLock::Outcome::cannot_create) {
      throw std::system_error(EACCES, std::generic_category(), "cannot lock");
    }
    if (lock.outcome() == FileLock::Outcome::too_long) {
      warn_("Progress was not kept: another kata command has been holding " +
            shown_path(directory_ / "lock") + " for too long.");
      return false;
    }
    ParsedProgress parsed = parse_file(file);
    if (parsed.state == State::newer) {
      warn_("Progress was not kept: " + shown_path(file) + " is left alone, because " +
            parsed.problem + ".");
      return false;
    }
    if (parsed.state == State::damaged) {
      const fs::path aside = free_damaged_name(file);
      fs::rename(file, aside);
      warn_(shown_path(file) + " was damaged (" + parsed.problem + "). It was set aside as " +
            shown_path(aside) +
            "; progress starts anew. Copies of what you had graded are still in " +
            shown_path(directory_ / "attempts") + ".");
    }
    const std::string before = to_json_text(parsed.progress);
    change(parsed.progress);
    const std::string after = to_json_text(parsed.progress);
    if (after != before) write_file(file, after);
    return true;
  } catch (const std::system_error& error) {
    warn_("Progress was not kept in " + shown_path(directory_) + ": " + error.what() + ".");
    return false;
  }
}

bool StateStore::record(const Verdict& verdict, const fs::path& header, bool own_workspace) const {
  if (verdict.status == Status::error) return true;
  Attempt attempt;
  attempt.time = utc_now();
  attempt.status = verdict.status;
  if (const auto failures = failures_worst_first(verdict); !failures.empty()) {
    attempt.finding = failures.front()->finding;
  }
  if (!own_workspace) attempt.workspace = verdict.workspace.string();
  if (!verdict.behaviours.empty()) {
    for (const Tier tier : kTiers) {
      if (const TierCount count = verdict.count(tier); count.total > 0) {
        attempt.tiers[tier] = count;
      }
    }
  }
  const fs::path folder = directory_ / "attempts" / verdict.kata;
  return update([&](Progress& progress) {
    KataProgress& kata = progress.katas[verdict.kata];
    const std::string previous = kata.attempts.empty() ? "" : kata.attempts.back().copy;
    try {
      attempt.copy = keep_copy(folder, graded_text(verdict, header), previous, attempt.time);
    } catch (const std::system_error& error) {
      warn_("No copy of " + shown_path(header) + " was kept: " + error.what() + ".");
    }
    add_attempt(kata, attempt, own_workspace);
    forget_old_copies(folder, kata);
    if (own_workspace) progress.current = verdict.kata;
  });
}

std::optional<fs::path> StateStore::back_up(const std::string& slug, const fs::path& file) const {
  const fs::path folder = directory_ / "backups" / slug;
  const std::string time = file_name_time(utc_now());
  try {
    const std::optional<std::string> content = read_file(file);
    if (!content) throw std::system_error(EIO, std::generic_category(), "cannot read it");
    fs::create_directories(folder);
    const FileLock lock(directory_ / "lock", kLockPatience);  // Two backups in one second.
    fs::path target = folder / (time + "-" + file.filename().string());
    for (int n = 2; fs::exists(target); ++n) {
      target = folder / (time + "-" + std::to_string(n) + "-" + file.filename().string());
    }
    write_file(target, *content);
    return target;
  } catch (const std::system_error& error) {
    warn_(shown_path(file) + " could not be backed up: " + error.what() + ".");
    return std::nullopt;
  }
}

}  // namespace runner
