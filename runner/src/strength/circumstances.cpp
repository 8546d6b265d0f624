#include "strength/circumstances.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stop_token>

namespace runner {

namespace {

void compute(const std::stop_token& stop) {
  volatile std::uint64_t value = 1;
  while (!stop.stop_requested()) {
    for (int i = 0; i < 10'000; ++i) value = value * 6'364'136'223'846'793'005ULL + 1;
  }
}

void keep_memory_in_use(const std::stop_token& stop, std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const all =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) return;
  // A program's memory is watched from its fork on, and this is none of it.
  madvise(all, bytes, MADV_DONTFORK);
  auto* const memory = static_cast<volatile char*>(all);
  while (!stop.stop_requested()) {
    for (std::size_t i = 0; i < bytes && !stop.stop_requested(); i += page) memory[i] = 1;
  }
  munmap(all, bytes);
}

std::size_t quarter_of_free_memory() {
  constexpr std::size_t kMost = std::size_t{4} << 30;
  const auto pages = static_cast<std::size_t>(std::max(sysconf(_SC_AVPHYS_PAGES), 0L));
  return std::min(kMost, pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 4);
}

}  // namespace

const std::vector<Circumstances>& all_circumstances() {
  static const std::vector<Circumstances> all = {
      {.name = "explorer"},
      {.name = "explorer, GCC", .compiler = "gcc"},
      {.name = "explorer, kernel threads", .backend = "kernel_threads"},
      {.name = "explorer, one processor under pressure", .one_processor = true, .pressure = true},
      {.name = "ThreadSanitizer", .stage = Stage::tsan},
      {.name = "ThreadSanitizer, one processor", .stage = Stage::tsan, .one_processor = true},
      {.name = "ThreadSanitizer, under pressure", .stage = Stage::tsan, .pressure = true},
  };
  return all;
}

OneProcessor::OneProcessor(bool wanted) {
  if (!wanted || sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  // The one that it is on: of two that do this at a time, each has one then, as likely as not.
  const int here = sched_getcpu();
  if (here < 0 || here >= CPU_SETSIZE) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(here, &one);
  bound_ = sched_setaffinity(0, sizeof one, &one) == 0;
}

OneProcessor::~OneProcessor() {
  if (bound_) sched_setaffinity(0, sizeof before_, &before_);
}

Pressure::Pressure(bool wanted) {
  if (!wanted) return;
  const unsigned int threads = 2 * std::max(std::thread::hardware_concurrency(), 1U);
  for (unsigned int i = 0; i < threads; ++i) threads_.emplace_back(compute);
  threads_.emplace_back(keep_memory_in_use, quarter_of_free_memory());
}

}  // namespace runner
