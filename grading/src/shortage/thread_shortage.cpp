#include "grading/props/thread_shortage.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <system_error>
#include <thread>
#include <utility>

#include "grading/src/harness/session.h"

namespace grading {
namespace {

constexpr std::int64_t kPlenty = -1;

std::atomic<std::int64_t> threads_left{kPlenty};
std::atomic<bool> refused{false};

[[maybe_unused]] const bool ends_with_its_schedule = [] {
  harness::before_each_schedule([] { threads_left.store(kPlenty, std::memory_order_relaxed); });
  return true;
}();

// Takes one of the threads that are left. False: there is none.
bool take_one() {
  std::int64_t left = threads_left.load(std::memory_order_relaxed);
  do {
    if (left == kPlenty) return true;
    if (left == 0) return false;
  } while (!threads_left.compare_exchange_weak(left, left - 1, std::memory_order_relaxed));
  return true;
}

}  // namespace

ThreadShortage::ThreadShortage(unsigned left) {
  refused.store(false, std::memory_order_relaxed);
  threads_left.store(left, std::memory_order_relaxed);
}

ThreadShortage::~ThreadShortage() { threads_left.store(kPlenty, std::memory_order_relaxed); }

bool ThreadShortage::felt() const { return refused.load(std::memory_order_relaxed); }

}  // namespace grading

// What every constructor of a std::thread calls. Defined here it stands before the library's.
void std::thread::_M_start_thread(std::thread::_State_ptr state, void (*depend)()) {
  if (!grading::take_one()) {
    grading::refused.store(true, std::memory_order_relaxed);
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again),
                            "no more threads");
  }
  using Start = void (*)(std::thread*, std::thread::_State_ptr, void (*)());
  static const auto start = reinterpret_cast<Start>(dlsym(
      RTLD_NEXT,
      "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"));
  start(this, std::move(state), depend);
}
