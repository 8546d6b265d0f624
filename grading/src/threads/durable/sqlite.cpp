#include "grading/src/durable/vfs.h"

namespace grading::durable {

// On real threads SQLite is what it is.
void prepare_sqlite() {}

}  // namespace grading::durable
