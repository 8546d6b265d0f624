// The threads of a behaviour: participants that play a part, and certain knowledge of where they
// stand. A behaviour that is about blocking first parks its participants, then acts, then says who
// must have left:
//
//   kata::Semaphore semaphore(0);
//   Cast cast;
//   Participant& waiter = cast.start("the waiter", [&] { semaphore.acquire(); });
//   expect(waiter.await_blocked() != Standing::finished, "acquire() returned without a permit");
//   semaphore.release();
//   waiter.await_finished("acquire() still waits beside a free permit", Finding::lost_wakeup);
//
// The rule that keeps graders fair: nothing in here guesses in a way that could reject correct
// code. Waiting has no deadline of its own; whoever hangs is ended by the runner.
//
// Thread-safety: a Cast and its participants are used by the thread that made the Cast.
// Ordering: only await_finished() makes what a participant did visible to the caller (it joins).
// Everything else is deliberately without ordering, so as not to hide races from the sanitizer.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "grading/calls.h"
#include "grading/finding.h"

namespace grading {

// Where a participant stands in its part.
enum class Standing : std::uint8_t {
  finished,
  asleep,    // Blocked in the kernel until somebody wakes it.
  spinning,  // Does not return and burns processor time meanwhile.
  polling,   // Does not return and wakes up again and again by itself.
};

// What a participant has used since its part began.
struct Cost {
  std::uint64_t wake_ups = 0;  // Voluntary context switches: times it went to sleep.
  std::chrono::nanoseconds processor{0};
};

class Participant {
 public:
  ~Participant();
  Participant(const Participant&) = delete;
  Participant& operator=(const Participant&) = delete;

  // Blocks until the participant has finished, or certainly is inside a call that does not return
  // by itself. Requires: every other participant is blocked, too, or about to be.
  Standing await_blocked();

  [[nodiscard]] bool finished() const;

  // Blocks until the part is over, then joins its thread. When that can no longer happen, because
  // every thread of the process sleeps with nobody left to wake it, records `otherwise` as a
  // failure of kind `finding` and does not return: the runner looks at the stacks and ends the
  // process; without a runner the process ends here.
  void await_finished(std::string_view otherwise = {}, Finding finding = Finding::hang);

  [[nodiscard]] Cost cost() const;
  [[nodiscard]] const std::string& role() const;

 private:
  friend class Cast;
  struct Part;
  explicit Participant(std::unique_ptr<Part> part);
  void end_unless_finished();
  std::unique_ptr<Part> part_;
};

class Cast {
 public:
  Cast();
  // Awaits every participant. Where one can no longer return, the process ends as described for
  // await_finished(): declare the object under test before the Cast.
  ~Cast();
  Cast(const Cast&) = delete;
  Cast& operator=(const Cast&) = delete;

  // Starts a thread that runs `part`. `role` names it in reports ("the second waiter"). An
  // exception that leaves the part is a failure of the behaviour.
  Participant& start(std::string role, Call<void()> part);

  // await_finished() for everyone.
  void await_all_finished(std::string_view otherwise = {}, Finding finding = Finding::hang);

  // Blocks until at least `count` participants have finished, whichever they are. When that can no
  // longer happen, goes on as Participant::await_finished() does.
  void await_finished(std::size_t count, std::string_view otherwise,
                      Finding finding = Finding::hang);

  // How many have finished by now.
  [[nodiscard]] std::size_t finished() const;

  // Blocks until every participant has finished or is certainly blocked; returns how many have
  // finished. Afterwards nothing changes until the caller acts, or a deadline passes.
  std::size_t await_quiet();

  [[nodiscard]] const std::vector<std::unique_ptr<Participant>>& participants() const {
    return participants_;
  }

 private:
  std::vector<std::unique_ptr<Participant>> participants_;
};

// Where participants meet before they run into each other. Spins, and orders nothing.
// Requires: exactly `parties` threads call wait(), once each.
class StartLine {
 public:
  explicit StartLine(int parties);
  ~StartLine();
  void wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace grading
