// What a body may ask of, or tell, the explorer while it runs.
//
// Thread-safety: callable from every controlled thread. Outside an exploration choose() returns 0,
// holding_locks() is 0, now() is the steady clock and the others do nothing, so that the same body
// also runs on real threads. Nothing in here orders what one thread does before what another does:
// a race stays a race.
#pragma once

#include <pthread.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace explorer {

// True while the calling thread is controlled by an exploration.
[[nodiscard]] bool active();

// A nondeterministic choice: some value below `count`, over the exploration every one of them.
// Requires: 1 <= count <= 65,535.
[[nodiscard]] std::uint32_t choose(std::uint32_t count);

// How many locks (mutexes, reader-writer locks) the calling thread holds.
[[nodiscard]] unsigned holding_locks();

// Virtual time since the execution began.
[[nodiscard]] std::chrono::nanoseconds now();

// Sets the system clock forward or back, as an administrator or a time server does; the steady
// clock and now() know nothing of it. A wait that has begun ends when it would have. A step.
void set_system_clock(std::chrono::nanoseconds by);

// Adds a line of the body's own words to the story. `text` is copied.
void label(std::string_view text);

// Names the calling thread in stories.
void name_thread(std::string_view name);

// True once the execution's finding is known and it goes on, unrecorded, only to see whether
// another wake-up would have helped.
[[nodiscard]] bool decided();

// The calling thread's number in this execution: 0 runs the body, the others count from 1 in the
// order of their creation.
using ThreadNumber = std::uint16_t;
[[nodiscard]] ThreadNumber this_thread();
// Requires: `handle` is a controlled thread's.
[[nodiscard]] ThreadNumber number_of(pthread_t handle);
// How many there have been so far; their numbers are those below.
[[nodiscard]] std::size_t threads();

// Where a thread stands.
enum class Standing : std::uint8_t {
  runnable,
  blocked,   // Until somebody wakes it, or its deadline passes.
  sleeping,  // Until its time has passed; nobody can wake it.
  ended,
};

// What a thread has done so far.
struct ThreadView {
  Standing standing = Standing::ended;
  // Runnable, and the last await_quiet() has waited for it in vain: it runs in circles.
  bool restless = false;
  std::uint32_t steps = 0;     // Operations on synchronization objects, atomics, clocks, threads.
  std::uint32_t wake_ups = 0;  // Waits (not for a lock) that ended by a wake-up or a deadline;
                               // wake-ups without a cause, which the explorer makes, not counted.
};

// A step. Requires: `thread` has been created. O(1).
[[nodiscard]] ThreadView look_at(ThreadNumber thread);

// Blocks until every other controlled thread is blocked, has ended, or has taken `max_steps` steps
// since without any of the others having settled; false if there is one of the last kind. Virtual
// time stands still meanwhile. True afterwards: nothing changes until the caller acts or waits.
// Requires: no other thread is in await_quiet().
bool await_quiet(std::uint32_t max_steps);

// Blocks until at least `count` of `threads` have ended, whichever they are; like a join, but it
// neither orders nor reaps. Where that can't happen any more, the execution is stuck.
void await_ends(std::span<const ThreadNumber> threads, std::size_t count);

// While it lives, the calling thread is not under control: its operations are no steps, its locks
// are real, and its memory outlives the execution. For what a test does besides the code under
// test. Nests. Requires: nothing in its scope waits for another controlled thread.
class Uncontrolled {
 public:
  Uncontrolled();
  ~Uncontrolled();
  Uncontrolled(const Uncontrolled&) = delete;
  Uncontrolled& operator=(const Uncontrolled&) = delete;

 private:
  void* thread_;
};

// Ends the execution with a wrong_result finding; in a child of explore_crashes(), ends that child
// as failed. Does not return then, nor when active.
void fail(std::string_view message);

}  // namespace explorer
