// The example of ../wrong_result.md at work; its code is wrong_result.h, which is made from the
// page.
#include "wrong_result.h"

#include "explorer/controls.h"

void scene() {
  Counter counter(5);
  if (counter.add(7)) explorer::fail("add(7) was taken with a maximum of 5");
  if (!counter.add(5)) explorer::fail("add(5) was refused at 0: the refused add(7) left something");
}
