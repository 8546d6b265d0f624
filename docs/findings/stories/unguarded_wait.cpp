// The example of ../unguarded_wait.md at work; its code is unguarded_wait.h, which is made from the
// page.
#include "unguarded_wait.h"

#include <thread>

#include "explorer/controls.h"

void scene() {
  std::thread taker([] {
    acquire();
    const std::lock_guard lock(mutex);
    if (permits < 0) explorer::fail("more permits were taken than there were");
  });
  {
    const std::lock_guard lock(mutex);
    ++permits;
  }
  changed.notify_one();
  taker.join();
}
