// The example of ../use_after_free.md at work; its code is use_after_free.h, which is made from the
// page.
#include "use_after_free.h"

#include <thread>

void scene() {
  auto gate = std::make_unique<Gate>();
  std::thread opener([&gate = *gate] { gate.open(); });
  gate->wait();
  gate.reset();
  opener.join();
}
