// SQLite as a part of the machine that explored programs run on.
#include <malloc.h>
#include <sqlite3.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "explorer/controls.h"
#include "grading/src/durable/vfs.h"

extern "C" {
void* __libc_malloc(std::size_t size) noexcept;
void* __libc_realloc(void* block, std::size_t size) noexcept;
void __libc_free(void* block) noexcept;
}

namespace grading::durable {
namespace {

// One thread runs at a time, and the next one's turn comes between statements or where SQLite
// sleeps: its own locks would only be some hundred steps more in which nothing can happen.
sqlite3_mutex* no_mutex(int) {
  static char any = 0;
  return reinterpret_cast<sqlite3_mutex*>(&any);
}
int nothing() { return SQLITE_OK; }
void nothing_with(sqlite3_mutex*) {}
int can_enter(sqlite3_mutex*) { return SQLITE_OK; }
int is_so(sqlite3_mutex*) { return 1; }

// What SQLite keeps between connections must outlive the explored program's memory.
void* allocate(int size) { return __libc_malloc(static_cast<std::size_t>(size)); }
void* reallocate(void* block, int size) {
  return __libc_realloc(block, static_cast<std::size_t>(size));
}
void release(void* block) { __libc_free(block); }
int size_of(void* block) { return static_cast<int>(malloc_usable_size(block)); }
int rounded(int size) { return (size + 7) / 8 * 8; }
int begin(void*) { return SQLITE_OK; }
void end(void*) {}

// SQLite measures its statements. That is no step of the program's.
int current_time(sqlite3_vfs*, sqlite3_int64* milliseconds) {
  constexpr sqlite3_int64 kEpoch = 210'866'760'000'000;  // 1970, in SQLite's Julian milliseconds.
  *milliseconds =
      kEpoch + std::chrono::duration_cast<std::chrono::milliseconds>(explorer::now()).count();
  return SQLITE_OK;
}

}  // namespace

void prepare_sqlite() {
  static sqlite3_mutex_methods mutexes{nothing,      nothing,      no_mutex,
                                       nothing_with, nothing_with, can_enter,
                                       nothing_with, is_so,        is_so};
  static sqlite3_mem_methods memory{allocate, release, reallocate, size_of,
                                    rounded,  begin,   end,        nullptr};
  sqlite3_config(SQLITE_CONFIG_MUTEX, &mutexes);
  sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
}

void change_vfs(sqlite3_vfs& vfs) { vfs.xCurrentTimeInt64 = current_time; }

void tell_statement(const char* sql) {
  if (sql == nullptr || !explorer::active()) return;
  constexpr std::size_t kLongest = 60;
  std::string_view text(sql);
  const bool cut = text.size() > kLongest;
  explorer::label(cut ? std::string(text.substr(0, kLongest)) + " ..." : std::string(text));
}

}  // namespace grading::durable
