// The example of ../deadlock.md at work; its code is deadlock.h, which is made from the page.
#include "deadlock.h"

#include <thread>

void scene() {
  Account ours;
  Account theirs;
  std::thread one([&] { transfer(ours, theirs, 10); });
  std::thread other([&] { transfer(theirs, ours, 10); });
  one.join();
  other.join();
}
