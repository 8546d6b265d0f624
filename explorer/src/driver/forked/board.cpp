#include "driver/forked/board.h"

#include <linux/futex.h>
#include <sys/mman.h>
#include <time.h>

#include "runtime/context/raw_syscall.h"

namespace explorer {

void Board::pass_to(Turn next) {
  turn.store(static_cast<std::uint32_t>(next), std::memory_order_release);
  // Not FUTEX_PRIVATE: the other one lives in another process.
  raw_futex(&turn, FUTEX_WAKE, 1);
}

bool Board::wait_for(Turn mine, int milliseconds) {
  const auto wanted = static_cast<std::uint32_t>(mine);
  // The answer is often only microseconds away.
  for (int i = 0; i < 200; ++i) {
    if (turn.load(std::memory_order_acquire) == wanted) return true;
  }
  timespec limit{milliseconds / 1000, (milliseconds % 1000) * 1'000'000L};
  const auto other = static_cast<long>(1 - wanted);
  raw_syscall(SYS_futex, reinterpret_cast<long>(&turn), FUTEX_WAIT, other,
              reinterpret_cast<long>(&limit));
  return turn.load(std::memory_order_acquire) == wanted;
}

Board* map_board() {
  void* memory = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<Board*>(memory);
}

void unmap_board(Board* board) { munmap(board, sizeof(Board)); }

}  // namespace explorer
