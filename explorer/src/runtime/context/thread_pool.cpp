#include "runtime/context/thread_pool.h"

#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include <cerrno>

#include "runtime/context/raw_syscall.h"
#include "runtime/real.h"

namespace explorer {
namespace {

constinit Real<decltype(pthread_create)> real_pthread_create{"pthread_create"};

constexpr std::uintptr_t kStacksBegin = 0x2000'0000'0000;
constexpr std::size_t kStackSize = std::size_t{1} << 20;
constexpr std::size_t kStackStride = kStackSize + kStackGuardSize;
// What the parked kernel thread itself may need of the stack it lends.
constexpr std::size_t kParkingSpace = std::size_t{16} * 1024;
constexpr std::size_t kSignalStackSize = std::size_t{64} * 1024;

std::byte* map_stack(std::size_t number) {
  void* wanted = reinterpret_cast<void*>(kStacksBegin + number * kStackStride);
  void* mapped = mmap(wanted, kStackStride, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (mapped == MAP_FAILED) {
    // The address is taken: any other will do, at the price of addresses that differ by process.
    mapped = mmap(nullptr, kStackStride, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) return nullptr;
  }
  mprotect(mapped, kStackGuardSize, PROT_NONE);
  return static_cast<std::byte*>(mapped);
}

void* park_for_ever(void* argument) {
  PooledThread& self = *static_cast<PooledThread*>(argument);
  stack_t signal_stack{};
  signal_stack.ss_sp = self.signal_stack;
  signal_stack.ss_size = kSignalStackSize;
  sigaltstack(&signal_stack, nullptr);
  self.kernel_id = static_cast<pid_t>(raw_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0));
  self.context.thread_base = current_thread_base();
  self.parked.thread_base = self.context.thread_base;
  auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  self.run_stack_top = reinterpret_cast<void*>((frame - kParkingSpace) & ~std::uintptr_t{63});
  self.ready.store(1, std::memory_order_release);
  raw_futex(&self.ready, FUTEX_WAKE_PRIVATE, 1);
  for (;;) {
    await_baton(self);
    if (!self.abandoned) {
      explorer_run_on_stack(&self.parked, self.run_stack_top, self.entry, self.argument);
    }
    self.abandoned = false;
    give_baton(*self.successor);
  }
}

}  // namespace

void give_baton(PooledThread& to) {
  to.baton.store(1, std::memory_order_release);
  raw_futex(&to.baton, FUTEX_WAKE_PRIVATE, 1);
}

void await_baton(PooledThread& self) {
  while (self.baton.exchange(0, std::memory_order_acquire) == 0) {
    raw_futex(&self.baton, FUTEX_WAIT_PRIVATE, 0);
  }
}

ThreadPool& ThreadPool::instance() {
  static ThreadPool* pool = new ThreadPool;
  return *pool;
}

PooledThread* ThreadPool::slot(std::size_t number) {
  while (threads_.size() <= number) {
    auto thread = create(threads_.size());
    if (!thread) return nullptr;
    threads_.push_back(std::move(thread));
  }
  return threads_[number].get();
}

std::unique_ptr<PooledThread> ThreadPool::create(std::size_t number) {
  auto thread = std::make_unique<PooledThread>();
  std::byte* memory = map_stack(number);
  if (memory == nullptr) return nullptr;
  thread->stack_begin = memory + kStackGuardSize;
  thread->stack_size = kStackSize;
  thread->signal_stack = mmap(nullptr, kSignalStackSize, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, thread->stack_begin, thread->stack_size);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // A parked thread must never run a signal handler on the stack that it has lent.
  sigset_t every_signal;
  sigset_t previous;
  sigfillset(&every_signal);
  // Those that a thread raises by its own doing must reach it, where they would kill the process if
  // they were blocked; and so must the watchdog's, which is sent to the running thread only.
  for (int raised : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGVTALRM}) {
    sigdelset(&every_signal, raised);
  }
  pthread_sigmask(SIG_SETMASK, &every_signal, &previous);
  const int error = real_pthread_create(&thread->handle, &attributes, &park_for_ever,
                                        static_cast<void*>(thread.get()));
  pthread_sigmask(SIG_SETMASK, &previous, nullptr);
  pthread_attr_destroy(&attributes);
  if (error != 0) return nullptr;
  while (thread->ready.load(std::memory_order_acquire) == 0) {
    raw_futex(&thread->ready, FUTEX_WAIT_PRIVATE, 0);
  }
  return thread;
}

void ThreadPool::forget_after_fork() {
  for (auto& thread : threads_) {
    munmap(thread->stack_begin - kStackGuardSize, kStackStride);
    munmap(thread->signal_stack, kSignalStackSize);
  }
  threads_.clear();
}

}  // namespace explorer
