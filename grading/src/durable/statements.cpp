#include "grading/src/durable/statements.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "grading/database.h"
#include "grading/expect.h"
#include "grading/src/durable/vfs.h"

namespace grading {
namespace statements {
namespace {

constinit thread_local std::function<void(const Event&)>* watcher = nullptr;
constinit void (*at_statements)() = nullptr;

void tell(const Event& event) {
  if (watcher != nullptr && *watcher) (*watcher)(event);
}

void tell(Moment moment, void* statement) {
  auto* handle = static_cast<sqlite3_stmt*>(statement);
  tell({moment, sqlite3_db_handle(handle), handle});
}

int traced(unsigned kind, void*, void* statement, void* text) {
  if (kind == SQLITE_TRACE_CLOSE) {
    tell({Moment::closes, static_cast<sqlite3*>(statement), nullptr});
    return 0;
  }
  if (kind == SQLITE_TRACE_PROFILE) {
    tell(Moment::ended, statement);
    return 0;
  }
  // Statements within statements, those of triggers, are told as comments.
  const char* sql = static_cast<const char*>(text);
  if (sql != nullptr && sql[0] == '-' && sql[1] == '-') return 0;
  auto* connection = sqlite3_db_handle(static_cast<sqlite3_stmt*>(statement));
  // Within a write transaction there is nothing that others could see or do.
  const bool alone = sqlite3_txn_state(connection, nullptr) == SQLITE_TXN_WRITE;
  if (at_statements != nullptr && !alone) at_statements();
  durable::tell_statement(sql);
  tell(Moment::begins, statement);
  return 0;
}

// SQLite calls it for every new connection.
int opened(sqlite3* connection, const char**, const sqlite3_api_routines*) {
  sqlite3_trace_v2(connection, SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE | SQLITE_TRACE_CLOSE,
                   traced, nullptr);
  return SQLITE_OK;
}

// A connection that is closed, a statement that never was one: the memory may be anybody's, but
// SQLite often notices.
void complained(void*, int code, const char* words) {
  constexpr int kPrimary = 0xff;
  if ((code & kPrimary) != SQLITE_MISUSE || failed()) return;
  fail(std::string("SQLite is misused: ") + words);
}

const bool installed = [] {
  durable::prepare_sqlite();
  sqlite3_config(SQLITE_CONFIG_LOG, complained, nullptr);
  if (!durable::install_vfs() ||
      sqlite3_auto_extension(reinterpret_cast<void (*)()>(opened)) != SQLITE_OK) {
    std::fputs("grading: SQLite cannot be watched\n", stderr);
    std::abort();
  }
  return true;
}();

}  // namespace

bool holds_no_lock(sqlite3* connection) {
  return sqlite3_get_autocommit(connection) != 0 &&
         sqlite3_txn_state(connection, nullptr) == SQLITE_TXN_NONE;
}

Watch::Watch(std::function<void(const Event&)> told) : told_(std::move(told)), before_(watcher) {
  watcher = &told_;
}

Watch::~Watch() { watcher = before_; }

}  // namespace statements

bool database::call_at_statements(void (*function)()) {
  statements::at_statements = function;
  return statements::installed;
}

bool interrupted(unsigned n, CallRef<void()> part, CallRef<void()> meanwhile) {
  unsigned seen = 0;
  std::set<sqlite3*> connections;  // The part may have several.
  const statements::Watch watch([&](const statements::Event& event) {
    if (event.moment == statements::Moment::closes) {
      connections.erase(event.connection);
      return;
    }
    connections.insert(event.connection);
    if (event.moment != statements::Moment::begins ||
        !std::ranges::all_of(connections, statements::holds_no_lock)) {
      return;
    }
    if (++seen == n) meanwhile();
  });
  part();
  return seen >= n;
}

}  // namespace grading
