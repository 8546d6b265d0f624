#include "grading/src/durable/vfs.h"

namespace grading::durable {

// On real threads SQLite is what it is.
void prepare_sqlite() {}
void change_vfs(sqlite3_vfs& /*vfs*/) {}
void tell_statement(const char* /*sql*/) {}

}  // namespace grading::durable
