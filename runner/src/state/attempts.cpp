#include "state/attempts.h"

#include <algorithm>
#include <set>
#include <system_error>

#include "system/files.h"

namespace runner {

namespace fs = std::filesystem;

std::string keep_copy(const fs::path& folder, const std::string& header,
                      const std::string& previous, const std::string& time) {
  if (!previous.empty() && read_file(folder / previous) == header) return previous;
  const std::string stem = file_name_time(time);
  std::string name = stem + ".h";
  for (int n = 2; fs::exists(folder / name); ++n) name = stem + "-" + std::to_string(n) + ".h";
  write_file(folder / name, header);
  return name;
}

void add_attempt(KataProgress& kata, Attempt attempt, bool own_workspace) {
  if (own_workspace) {
    for (const auto& [tier, count] : attempt.tiers) {
      TierCount& best = kata.best[tier];
      // The grader may have grown since: the newest total is the one that counts.
      best.passed = best.total == count.total ? std::max(best.passed, count.passed) : count.passed;
      best.total = count.total;
    }
    if (attempt.status == Status::pass && !kata.passed()) kata.passed_at = attempt.time;
    ++kata.graded;
  }
  kata.attempts.push_back(std::move(attempt));
  const auto same_kind = [own_workspace](const Attempt& other) {
    return other.workspace.empty() == own_workspace;
  };
  auto count = std::count_if(kata.attempts.begin(), kata.attempts.end(), same_kind);
  for (; count > static_cast<std::ptrdiff_t>(kAttemptsKept); --count) {
    kata.attempts.erase(std::find_if(kata.attempts.begin(), kata.attempts.end(), same_kind));
  }
}

void forget_old_copies(const fs::path& folder, const KataProgress& kata) {
  std::set<std::string> named;
  for (const Attempt& attempt : kata.attempts) named.insert(attempt.copy);
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".h" && !named.contains(name)) {
      fs::remove(entry.path(), error);
    }
  }
}

}  // namespace runner
