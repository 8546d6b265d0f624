#include "crashes/blackboard.h"

#include <sys/mman.h>

#include <cerrno>
#include <new>
#include <system_error>

namespace explorer::crashes {

SharedBlackboard::SharedBlackboard() {
  void* memory =
      mmap(nullptr, sizeof(Blackboard), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw std::system_error(errno, std::generic_category(), "mmap");
  }
  board_ = new (memory) Blackboard;
}

SharedBlackboard::~SharedBlackboard() { munmap(board_, sizeof(Blackboard)); }

}  // namespace explorer::crashes
