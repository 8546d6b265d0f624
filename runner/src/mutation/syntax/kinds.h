// What libclang's kinds of cursors are to the syntax tree.
#pragma once

#include <clang-c/Index.h>

#include "mutation/syntax/node.h"

namespace runner {

[[nodiscard]] NodeKind kind_of(CXCursorKind kind);

}  // namespace runner
