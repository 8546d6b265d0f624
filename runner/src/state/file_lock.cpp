#include "state/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

namespace runner {

FileLock::FileLock(const std::filesystem::path& file, std::chrono::milliseconds patience)
    : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) return;
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      outcome_ = Outcome::without_locks;
      return;
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      outcome_ = Outcome::too_long;
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  outcome_ = Outcome::locked;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);  // Gives the lock back.
}

}  // namespace runner
