#include "verbs/watch/source_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "system/files.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

bool is_header(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".h" || extension == ".hpp" || extension == ".ipp";
}

std::uint64_t digest_of(const fs::path& folder) {
  std::vector<std::string> parts;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!is_header(entry.path())) continue;
    const std::optional<std::string> content = read_file(entry.path());
    parts.push_back(entry.path().filename().string() + '\0' + content.value_or("\1unreadable"));
  }
  std::sort(parts.begin(), parts.end());
  std::uint64_t digest = 14695981039346656037ULL;
  for (const std::string& part : parts) {
    digest = (digest ^ std::hash<std::string>{}(part)) * 1099511628211ULL;
  }
  return digest;
}

}  // namespace

SourceWatch::SourceWatch(fs::path folder, bool notices) : folder_(std::move(folder)) {
  if (notices) inotify_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  ask_for_notices();
  seen_ = digest_of(folder_);
}

SourceWatch::~SourceWatch() {
  if (inotify_ >= 0) ::close(inotify_);
}

bool SourceWatch::changed() {
  read_notices();
  if (watch_ < 0) ask_for_notices();
  const std::uint64_t now = digest_of(folder_);
  return std::exchange(seen_, now) != now;
}

void SourceWatch::ask_for_notices() {
  if (inotify_ < 0) return;
  watch_ = ::inotify_add_watch(inotify_, folder_.c_str(),
                               IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM |
                                   IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF);
}

void SourceWatch::read_notices() {
  if (inotify_ < 0) return;
  alignas(inotify_event) char buffer[8192];
  while (true) {
    const ssize_t got = ::read(inotify_, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    for (ssize_t at = 0; at < got;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer + at);
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
      // The folder itself was moved away or removed: what takes its place is watched anew.
      if ((event->mask & IN_MOVE_SELF) != 0) ::inotify_rm_watch(inotify_, watch_);
      if ((event->mask & (IN_IGNORED | IN_MOVE_SELF)) != 0) watch_ = -1;
    }
  }
}

}  // namespace runner
