// Calling these makes a static link take in the definitions of the durable calls.
#pragma once

namespace explorer::crashes {

void include_data_calls();
void include_name_calls();

}  // namespace explorer::crashes
