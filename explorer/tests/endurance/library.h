#pragma once

namespace library {

// Never returns, and does nothing meanwhile.
void stay();

}  // namespace library
