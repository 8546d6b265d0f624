// The example of ../misuse.md at work; its code is misuse.h, which is made from the page.
#include "misuse.h"

void scene() { examples(); }
