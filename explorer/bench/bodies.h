// Programs under test for the benchmarks. Defined in an instrumented translation unit.
#pragma once

namespace bench {

// Capacity-1 buffer with two condition variables, two producers and two consumers with three items
// each; the consumers add to a sum under a second mutex.
void bounded_buffer();
// The same with four workers of a pool, futures, a semaphore and a latch.
void futures_semaphore_latch();
// Two threads that take turns on one mutex.
void mutex_ping_pong();
// Two threads that fill memory of their own: hooks without scheduling points.
void memory_traffic();
// So many threads that increment a counter under a mutex while the others are blocked on it.
void contended_counter(int threads);
// The buffer with a single condition variable: loses wake-ups under some schedules.
void faulty_buffer();
// Two threads, three locked increments each: small enough to be searched completely.
void small_counter();

}  // namespace bench
