// Kernel threads that lend their identity to controlled threads.
//
// A pooled thread is created once, on a stack at a fixed address, and then parks. Controlled thread
// number i always runs on pooled thread number i, so its stack, its thread-local storage and its
// pthread_t have the same addresses in every execution, on both backends, and (with stacks at fixed
// addresses) in every process that runs the same binary.
//
// Thread-safety: used by the one thread that drives explorations.
#pragma once

#include <pthread.h>
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/context/switch.h"

namespace explorer {

// Unmapped memory below each stack.
inline constexpr std::size_t kStackGuardSize = std::size_t{1} << 16;

struct PooledThread {
  SavedContext context;  // Where the controlled thread continues.
  SavedContext parked;   // Where the kernel thread waits for the baton.
  pthread_t handle{};
  pid_t kernel_id = 0;
  void* run_stack_top = nullptr;  // Controlled code runs below this address.
  std::byte* stack_begin = nullptr;
  std::size_t stack_size = 0;
  std::atomic<std::uint32_t> baton{0};  // 1: this kernel thread may run.
  std::atomic<std::uint32_t> ready{0};
  PooledThread* successor = nullptr;  // Who gets the baton when this thread is parked again.
  ContextEntry entry = nullptr;       // What to run when the baton comes.
  void* argument = nullptr;
  bool abandoned = false;  // Resume only in order to leave.
  void* signal_stack = nullptr;
};

class ThreadPool {
 public:
  // Lives as long as the process: its threads are parked for ever.
  [[nodiscard]] static ThreadPool& instance();

  // Creates pooled thread `number` and those before it where they do not exist yet. Null when the
  // system refuses another thread.
  [[nodiscard]] PooledThread* slot(std::size_t number);

  // After a fork only the calling thread exists: forgets all pooled threads. Their stacks are
  // mapped anew on demand.
  void forget_after_fork();

 private:
  [[nodiscard]] std::unique_ptr<PooledThread> create(std::size_t number);

  std::vector<std::unique_ptr<PooledThread>> threads_;
};

// Baton passing between kernel threads.
void give_baton(PooledThread& to);
void await_baton(PooledThread& self);

}  // namespace explorer
