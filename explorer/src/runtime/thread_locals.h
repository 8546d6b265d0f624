// thread_local objects of pooled threads: each controlled thread must find them as new.
//
// Covers the executable's own thread-local storage, which is where code under test lives; shared
// libraries' (the C library's among them) is left alone.
#pragma once

#include "runtime/context/thread_pool.h"

namespace explorer {

class ThreadLocals {
 public:
  // Gives the thread's storage its initial contents. Requires: the thread is not running.
  // O(size of the executable's thread-local storage).
  static void reset(PooledThread& thread);

  // An abandoned thread may have stood inside a catch block. Requires: as above.
  static void forget_exceptions(PooledThread& thread);
};

}  // namespace explorer
