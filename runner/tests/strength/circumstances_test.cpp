#include "strength/circumstances.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <thread>

namespace runner {
namespace {

constexpr std::size_t kMuch = std::size_t{64} << 20;

// What of this process is in memory, in bytes.
std::size_t resident() {
  std::size_t all = 0;
  std::size_t pages = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  if (std::fscanf(file, "%zu %zu", &all, &pages) != 2) pages = 0;
  std::fclose(file);
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(Circumstances, pressure_is_none_of_the_memory_of_who_is_started_under_it) {
  const std::size_t before = resident();
  const Pressure pressure(true);
  while (resident() < before + 2 * kMuch) std::this_thread::yield();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(resident() < before + kMuch ? 0 : 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

}  // namespace
}  // namespace runner
