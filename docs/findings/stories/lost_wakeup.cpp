// The example of ../lost_wakeup.md at work; its code is lost_wakeup.h, which is made from the page.
#include "lost_wakeup.h"

#include <thread>

void scene() {
  std::thread sleeper(waiter);
  std::thread caller(signaller);
  sleeper.join();
  caller.join();
}
