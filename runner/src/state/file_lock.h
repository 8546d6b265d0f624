// A lock between processes, tied to a file.
//
// Thread-safety: each object is a lock of its own; two threads exclude each other with two objects.
#pragma once

#include <chrono>
#include <filesystem>

namespace runner {

class FileLock {
 public:
  // Makes `file` if need be and waits for the lock, at most `patience`: a holder that was stopped
  // must not stop everybody. Where the file system has no locks, goes on without.
  FileLock(const std::filesystem::path& file, std::chrono::milliseconds patience);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  enum class Outcome { locked, without_locks, cannot_create, too_long };
  [[nodiscard]] Outcome outcome() const { return outcome_; }

 private:
  int descriptor_ = -1;
  Outcome outcome_ = Outcome::cannot_create;
};

}  // namespace runner
