// The example of ../crash.md at work; its code is crash.h, which is made from the page.
#include "crash.h"

void scene() { example(); }
