// What SQLite does for this process, told as it happens: the beginning and the end of every
// statement on every connection, and the end of connections.
//
// Thread-safety: a Watch is told of its own thread's statements only.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <functional>

namespace grading::statements {

enum class Moment : std::uint8_t { begins, ended, closes };

struct Event {
  Moment moment;
  sqlite3* connection;
  sqlite3_stmt* statement;  // Null when the connection closes.
};

// Neither in a transaction nor in the middle of reading.
[[nodiscard]] bool holds_no_lock(sqlite3* connection);

// While it lives, `told` is called for every event of the calling thread, from inside SQLite: it
// may use other connections, not this one.
class Watch {
 public:
  explicit Watch(std::function<void(const Event&)> told);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  std::function<void(const Event&)> told_;
  std::function<void(const Event&)>* before_;
};

}  // namespace grading::statements
