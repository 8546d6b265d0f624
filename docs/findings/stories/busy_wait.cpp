// The example of ../busy_wait.md at work; its code is busy_wait.h, which is made from the page.
#include "busy_wait.h"

#include <thread>

void scene() {
  std::thread waiter(spin);
  waiter.join();
}
