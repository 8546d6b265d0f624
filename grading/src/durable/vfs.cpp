#include "grading/src/durable/vfs.h"

#include <sqlite3.h>

#include <array>
#include <atomic>
#include <cstddef>

namespace grading::durable {
namespace {

sqlite3_vfs* original = nullptr;

int do_not_sync(sqlite3_file*, int) { return SQLITE_OK; }

// SQLite's own methods, by the kind of locks a file uses, and what they become.
struct Methods {
  const sqlite3_io_methods* original = nullptr;
  sqlite3_io_methods changed{};
};

// For a few instructions; and no step of the program's that anybody should hear of.
class SpinLock {
 public:
  explicit SpinLock(std::atomic_flag& flag) : flag_(flag) {
    while (flag_.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~SpinLock() { flag_.clear(std::memory_order_release); }
  SpinLock(const SpinLock&) = delete;
  SpinLock& operator=(const SpinLock&) = delete;

 private:
  std::atomic_flag& flag_;
};

const sqlite3_io_methods* changed(const sqlite3_io_methods* methods) {
  constexpr std::size_t kKinds = 8;
  static std::array<Methods, kKinds> known;
  static constinit std::atomic_flag in_use;
  const SpinLock lock(in_use);
  for (Methods& one : known) {
    if (one.original == methods) return &one.changed;
    if (one.original != nullptr) continue;
    one.changed = *methods;
    one.changed.xSync = do_not_sync;
    one.original = methods;
    return &one.changed;
  }
  return methods;  // Slower, and right.
}

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  const int result = original->xOpen(original, name, file, flags, out_flags);
  if (file->pMethods != nullptr) file->pMethods = changed(file->pMethods);
  return result;
}

int delete_file(sqlite3_vfs*, const char* name, int /*sync_directory*/) {
  return original->xDelete(original, name, 0);
}

}  // namespace

bool install_vfs() {
  static sqlite3_vfs ours;
  original = sqlite3_vfs_find(nullptr);
  if (original == nullptr) return false;
  ours = *original;
  ours.zName = "grading";
  ours.pNext = nullptr;
  ours.xOpen = open_file;
  ours.xDelete = delete_file;
  change_vfs(ours);
  return sqlite3_vfs_register(&ours, 1) == SQLITE_OK;
}

}  // namespace grading::durable
