#include "system/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <ctime>
#include <system_error>

namespace runner {

namespace {

namespace fs = std::filesystem;

// Closes its descriptor at the end of the scope.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return value_; }

 private:
  int value_;
};

[[noreturn]] void fail(const fs::path& path, const char* what) {
  throw std::system_error(errno, std::generic_category(), what + (" " + path.string()));
}

void write_and_sync(const fs::path& path, std::string_view content, mode_t mode) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (file.get() < 0) fail(path, "cannot create");
  while (!content.empty()) {
    const ssize_t written = ::write(file.get(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path, "cannot write");
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(file.get()) != 0 && errno != EINVAL) fail(path, "cannot sync");
}

}  // namespace

std::optional<std::string> read_file(const fs::path& path, std::size_t most) {
  // Not blocking: a named pipe in place of a file must not stop the command.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status{};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  std::string content;
  char buffer[1 << 16];
  while (true) {
    const ssize_t got = ::read(file.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {};
    if (got == 0) return content;
    content.append(buffer, static_cast<std::size_t>(got));
    if (content.size() > most) return {};
  }
}

void write_file(const fs::path& path, std::string_view content) {
  static std::atomic<unsigned> counter{0};
  std::error_code error;
  fs::path target = path;
  if (fs::is_symlink(fs::symlink_status(path, error))) {
    const fs::path real = fs::weakly_canonical(path, error);
    if (!error) target = real;
  }
  if (target.has_parent_path()) fs::create_directories(target.parent_path());
  struct stat status{};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  const mode_t mode = exists ? (status.st_mode & 0777) : 0644;
  fs::path temporary = target;
  temporary += ".new-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
  try {
    write_and_sync(temporary, content, mode);
    fs::rename(temporary, target);
  } catch (...) {
    fs::remove(temporary, error);
    throw;
  }
  // The rename itself becomes durable with the directory; best effort.
  const Descriptor parent(
      ::open(target.has_parent_path() ? target.parent_path().c_str() : ".", O_RDONLY | O_CLOEXEC));
  if (parent.get() >= 0) ::fsync(parent.get());
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string file_name_time(std::string_view utc) {
  std::string name;
  for (const char c : utc) {
    if (c >= '0' && c <= '9') name += c;
    if (c == 'T') name += '-';
  }
  return name;
}

std::string shown_path(const fs::path& path) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error) return path.string();
  const fs::path relative = path.lexically_relative(here);
  if (relative.empty() || *relative.begin() == "..") return path.string();
  return relative.string();
}

}  // namespace runner
