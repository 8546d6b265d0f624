// The example of ../livelock.md at work; its code is livelock.h, which is made from the page.
#include "livelock.h"

void scene() {
  std::thread other([] { take_both(right, left); });
  take_both(left, right);
  other.join();
}
