// The example of ../leak.md at work; its code is leak.h, which is made from the page.
#include "leak.h"

void scene() { const Worker worker; }
