// A library that was not compiled for exploration.
#include "library.h"

namespace library {

void stay() {
  for (;;) asm volatile("");
}

}  // namespace library
