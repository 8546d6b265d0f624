// Programs under test that are the first in their process to use something; defined in an
// instrumented translation unit.
#pragma once

namespace first_uses {

void of_exceptions();
void of_a_shared_exception();  // Races on it.
void of_streams();
void of_error_categories();
void of_atomic_shared_pointers();

}  // namespace first_uses
