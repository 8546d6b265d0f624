#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include "explorer/explore.h"

int main() {
  const explorer::Report report = explorer::explore({}, [] {
    std::mutex mutex;
    std::condition_variable opened;
    bool open = false;
    const auto pass = [&] {
      std::unique_lock lock(mutex);
      opened.wait(lock, [&] { return open; });
    };
    std::thread ann(pass);
    std::thread bob(pass);
    {
      const std::lock_guard lock(mutex);
      open = true;
    }
    opened.notify_one();
    ann.join();
    bob.join();
  });
  std::puts((to_text(report.story) + report.verdict()).c_str());
}
