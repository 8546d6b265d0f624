// The example of ../data_race.md at work; its code is data_race.h, which is made from the page.
#include "data_race.h"

void scene() { example(); }
