// Programs under test; defined in an instrumented translation unit.
#pragma once

#include <set>
#include <string>

namespace bodies {

void buffer();
void timeouts();
void futures();
void heap();
void counts_in_a_global();
void keep_outcome(std::set<std::string>& outcomes);
void fails_in_a_catch_block();
void throws_and_catches();
void fails_before_a_thread_local_is_destroyed();
void fails_sometimes();
void races();
void kills_itself();

}  // namespace bodies
