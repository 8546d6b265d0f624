// What a kata::Semaphore has to do. Behaviours state the contract of katas/semaphore/semaphore.h
// and nothing about how it is met; the sentences are what learners see.
#include <array>
#include <chrono>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "grading/grader.h"
#include "grading/props/tally.h"
#include "semaphore.h"

namespace {

using grading::by_stage;
using grading::Cast;
using grading::expect;
using grading::expect_equal;
using grading::expect_throws;
using grading::explored;
using grading::Finding;
using grading::numbered;
using grading::Participant;
using grading::Round;
using grading::rounds;
using grading::scaled;
using grading::SpuriousWakes;
using grading::Standing;
using grading::StartLine;
using grading::Stopwatch;
using grading::Tally;
using kata::Semaphore;
using std::chrono::steady_clock;
using std::chrono::system_clock;
using namespace std::chrono_literals;

constexpr std::ptrdiff_t kNoLimit = std::numeric_limits<std::ptrdiff_t>::max();

// For timed acquires that are to end by their deadline. Under the explorer, those that poll get
// through it in few steps.
std::chrono::nanoseconds a_while(std::chrono::nanoseconds time = 3s) {
  return by_stage<std::chrono::nanoseconds>(scaled(time), 20ms);
}

// ---- core: it works --------------------------------------------------------------------------

BEHAVIOUR(core, counts_its_permits,
          "a semaphore starts with its permits; an acquire takes one, a release puts one back") {
  Semaphore semaphore(3);
  expect_equal(semaphore.available(), 3, "available() after construction with 3 permits");
  semaphore.acquire();
  expect_equal(semaphore.available(), 2, "available() after an acquire()");
  semaphore.release();
  expect_equal(semaphore.available(), 3, "available() after a release()");
  semaphore.release(4);
  expect_equal(semaphore.available(), 7, "available() after a release(4) on top of 3");
  for (int i = 0; i < 7; ++i) semaphore.acquire();
  expect_equal(semaphore.available(), 0, "available() after all permits were acquired");
}

BEHAVIOUR(core, blocks_at_zero, "acquire() waits while there is no permit") {
  Semaphore semaphore(1);
  semaphore.acquire();
  Cast cast;
  Participant& waiter = cast.start("the waiter", [&] { semaphore.acquire(); });
  if (!expect(waiter.await_blocked() != Standing::finished,
              "acquire() returned although the only permit was taken")) {
    return;
  }
  semaphore.release();
  waiter.await_finished("acquire() still waits although a permit was released",
                        Finding::lost_wakeup);
  expect_equal(semaphore.available(), 0, "available() after the waiter got the permit");
}

BEHAVIOUR(core, release_lets_a_waiter_go, "each release() lets one waiting acquire() return") {
  Semaphore semaphore(0);
  Cast cast;
  for (int i = 1; i <= 3; ++i) cast.start(numbered("waiter", i), [&] { semaphore.acquire(); });
  for (std::size_t released = 0; released <= 3; ++released) {
    if (released > 0) semaphore.release();
    cast.await_finished(released, "a permit was released, and nobody of those who wait got it",
                        Finding::lost_wakeup);
    const std::size_t left = cast.await_quiet();
    if (!expect(left == released, std::to_string(left) + " of 3 waiters got a permit when " +
                                      std::to_string(released) + " had been released")) {
      return;
    }
  }
}

BEHAVIOUR(core, try_takes_what_is_free,
          "try_acquire() takes a permit if one is free, and says no if there is none") {
  Semaphore semaphore(2);
  expect(semaphore.try_acquire(), "try_acquire() refused one of two free permits");
  expect(semaphore.try_acquire(), "try_acquire() refused the last free permit");
  expect(!semaphore.try_acquire(), "try_acquire() succeeded without a free permit");
  expect_equal(semaphore.available(), 0, "available() after two successes and a failure");
  semaphore.release();
  expect(semaphore.try_acquire(), "try_acquire() refused a permit that had been released");
  expect_equal(semaphore.available(), 0, "available() at the end");
}

BEHAVIOUR(core, try_never_waits, "try_acquire() never waits, even while others do") {
  Semaphore semaphore(0);
  Cast cast;
  cast.start("who waits", [&] { semaphore.acquire(); }).await_blocked();
  Participant& trier = cast.start("who tries", [&] {
    expect(!semaphore.try_acquire(), "try_acquire() succeeded without a free permit");
  });
  trier.await_finished("try_acquire() does not return while another thread waits in acquire()",
                       Finding::lock_held_while_blocking);
  Participant& counter = cast.start("who asks", [&] {
    expect_equal(semaphore.available(), 0, "available() while a thread waits");
  });
  counter.await_finished("available() does not return while another thread waits in acquire()",
                         Finding::lock_held_while_blocking);
  semaphore.release();
  cast.await_all_finished("acquire() still waits although a permit was released",
                          Finding::lost_wakeup);
}

BEHAVIOUR(core, never_admits_more, "never admits more threads at a time than it has permits") {
  rounds(
      [](Round& round) {
        const int permits = 1 + static_cast<int>(round.below(2));
        const bool some_try = round.below(2) == 1;
        const int threads = by_stage(4, permits + 1);
        const int turns = by_stage(4, 2);
        Semaphore semaphore(permits);
        Tally inside;
        StartLine line(threads);
        Cast cast;
        for (int i = 1; i <= threads; ++i) {
          cast.start(numbered("thread", i), [&, tries = some_try && i % 2 == 1] {
            line.wait();
            for (int turn = 0; turn < turns; ++turn) {
              if (!tries) {
                semaphore.acquire();
              } else if (!semaphore.try_acquire()) {
                continue;
              }
              const int now_inside = inside.add(1);
              expect(now_inside <= permits, std::to_string(now_inside) +
                                                " threads were inside, with " +
                                                std::to_string(permits) + " permit(s)");
              inside.add(-1);
              semaphore.release();
            }
          });
        }
        cast.await_all_finished("a thread waits although all permits are back",
                                Finding::lost_wakeup);
        expect_equal(semaphore.available(), permits, "available() when all permits are back");
      },
      {.at_least = 15, .time = 100ms});
}

BEHAVIOUR(core, publishes_what_was_done,
          "what a thread did before release() is visible to the thread that gets the permit") {
  rounds(
      [](Round& round) {
        const auto way = round.below(3);
        Semaphore full(0);
        Semaphore empty(1);
        int parcel = 0;  // Unprotected but for the semaphores.
        const int parcels = by_stage(5, 2);
        Cast cast;
        cast.start("the sender", [&] {
          for (int i = 1; i <= parcels; ++i) {
            empty.acquire();
            parcel = i;
            full.release();
          }
        });
        cast.start("the receiver", [&] {
          for (int i = 1; i <= parcels; ++i) {
            if (way == 1) {
              expect(full.try_acquire_for(1h), "try_acquire_for(1h) gave up at once");
            } else if (way == 0 || !full.try_acquire()) {
              full.acquire();
            }
            expect_equal(parcel, i, "the parcel sent before release()");
            empty.release();
          }
        });
        cast.await_all_finished("a thread waits although the other one has released a permit",
                                Finding::lost_wakeup);
      },
      {.at_least = 15, .time = 80ms});
}

// ---- robust: it survives ---------------------------------------------------------------------

BEHAVIOUR(robust, n_permits_wake_n_waiters, "release(n) lets n waiters go, not one and not all") {
  Semaphore semaphore(0);
  Cast cast;
  for (int i = 1; i <= 4; ++i) {
    cast.start(numbered("waiter", i), [&] { semaphore.acquire(); }).await_blocked();
  }
  semaphore.release(0);
  if (!expect(cast.await_quiet() == 0, "release(0) let a waiter go")) return;
  semaphore.release(3);
  cast.await_finished(3, "release(3) with four waiters, and fewer than three of them left",
                      Finding::lost_wakeup);
  const std::size_t left = cast.await_quiet();
  if (!expect(left == 3, "release(3) let " + std::to_string(left) + " of four waiters go")) return;
  semaphore.release();
  cast.await_all_finished("the last waiter was not let go by the last release()",
                          Finding::lost_wakeup);
  expect_equal(semaphore.available(), 0, "available() after four permits for four waiters");
}

BEHAVIOUR(robust, quick_releases_wake_as_many,
          "two releases in quick succession let two waiters go") {
  rounds(
      [](Round& round) {
        Semaphore semaphore(0);
        const bool timed = round.below(2) == 1;
        Cast cast;
        cast.start("waiter 1", [&] { semaphore.acquire(); });
        cast.start("waiter 2", [&] {
          if (!timed) {
            semaphore.acquire();
          } else {
            expect(semaphore.try_acquire_for(1h), "try_acquire_for(1h) gave up at once");
          }
        });
        cast.await_quiet();
        semaphore.release();
        semaphore.release();
        cast.await_all_finished("two permits were released, and one waiter still waits",
                                Finding::lost_wakeup);
      },
      {.at_least = 15, .time = 80ms});
}

BEHAVIOUR(robust, no_wakeup_is_missed,
          "a release that meets a thread on its way to wait is not missed by it") {
  rounds(
      [](Round& round) {
        // Several may wake each other by chance.
        const int pairs = round.below(3) < 2 ? 1 : by_stage(3, 2);
        Semaphore semaphore(0);
        StartLine line(2 * pairs);
        Cast cast;
        for (int i = 1; i <= pairs; ++i) {
          cast.start(numbered("waiter", i), [&] {
            line.wait();
            semaphore.acquire();
          });
          cast.start(numbered("releaser", i), [&] {
            line.wait();
            semaphore.release();
          });
        }
        cast.await_all_finished("as many permits were released as there are waiters, and one waits",
                                Finding::lost_wakeup);
      },
      {.at_least = 20, .time = 120ms});
}

BEHAVIOUR(robust, ignores_wakes_without_reason,
          "a wait that ends without a reason takes no permit and does not end the acquire") {
  for (const bool timed : {false, true}) {
    Semaphore semaphore(0);
    const SpuriousWakes spurious(3);  // One waiter at a time, so that it gets all of them.
    Cast cast;
    Participant& waiter = cast.start(timed ? "the timed waiter" : "the waiter", [&] {
      if (timed) {
        expect(semaphore.try_acquire_for(1h),
               "woken without a reason, try_acquire_for(1h) gave up at once",
               Finding::unguarded_wait);
      } else {
        semaphore.acquire();
      }
    });
    if (waiter.await_blocked() == Standing::finished) {
      expect(grading::failed(),
             "a condition variable woke up without a notification, and the acquire returned "
             "without a permit",
             Finding::unguarded_wait);
      return;
    }
    semaphore.release();
    waiter.await_finished("acquire() still waits although a permit was released",
                          Finding::lost_wakeup);
    expect_equal(semaphore.available(), 0, "available() after one permit for one waiter");
  }
}

BEHAVIOUR(robust, timed_out_takes_nothing,
          "an acquire that times out waits its full time, takes no permit and loses none") {
  Semaphore semaphore(0);
  // The last is no whole number of anything that one might count in.
  for (const std::chrono::nanoseconds time : {std::chrono::nanoseconds(a_while(1s)),
                                              std::chrono::nanoseconds(a_while(1s)), 1'900'900ns}) {
    const Stopwatch watch;
    if (!expect(!semaphore.try_acquire_for(time), "try_acquire_for() succeeded without a permit")) {
      return;
    }
    expect(watch.elapsed() >= time, "try_acquire_for() gave up before its time");
    const auto deadline = steady_clock::now() + time;
    expect(!semaphore.try_acquire_until(deadline), "try_acquire_until() succeeded, no permit");
    expect(steady_clock::now() >= deadline, "try_acquire_until() gave up before its deadline");
    expect_equal(semaphore.available(), 0, "available() after a timeout");
    semaphore.release();
    expect_equal(semaphore.available(), 1, "available() after a timeout and a release()");
    expect(semaphore.try_acquire(), "after a timeout, a permit that was released is gone");
    expect(!semaphore.try_acquire(), "after a timeout, there is a permit too many");
  }
}

BEHAVIOUR(robust, length_is_no_time_of_day,
          "setting the system clock makes a wait for a length of time neither longer nor shorter") {
  for (const std::chrono::nanoseconds by : {-24h, 24h}) {
    Semaphore semaphore(0);
    Cast cast;
    cast.start("an administrator", [&] { grading::set_system_clock(by); });
    const std::chrono::nanoseconds time = a_while(1s);
    const Stopwatch watch;
    expect(!semaphore.try_acquire_for(time), "try_acquire_for() succeeded without a permit");
    const auto waited = watch.elapsed();
    expect(waited >= time, "the system clock was set, and try_acquire_for() gave up early");
    expect(!grading::explored() || waited < 2 * time,
           "the system clock was set, and a second's try_acquire_for() took a day");
    cast.await_all_finished();
  }
}

BEHAVIOUR(robust, timed_acquire_takes_its_permit,
          "a timed acquire that succeeds has taken exactly one permit") {
  for (const std::ptrdiff_t released : {1, 2}) {
    Semaphore semaphore(0);
    int parcel = 0;  // Unprotected but for the semaphore.
    Cast cast;
    Participant& waiter = cast.start("the timed waiter", [&] {
      if (!expect(semaphore.try_acquire_for(1h), "try_acquire_for(1h) gave up at once")) return;
      expect_equal(parcel, 7, "the parcel sent before release()");
    });
    if (!expect(waiter.await_blocked() != Standing::finished,
                "try_acquire_for(1h) returned without a permit")) {
      return;
    }
    parcel = 7;
    semaphore.release(released);
    waiter.await_finished();
    expect_equal(semaphore.available(), released - 1,
                 "available() after one of " + std::to_string(released) + " permits was acquired");
    expect(semaphore.try_acquire() == (released == 2), "the permits do not add up");
  }
  Semaphore semaphore(1);
  expect(semaphore.try_acquire_for(1h), "try_acquire_for() refused a free permit");
  expect_equal(semaphore.available(), 0, "available() after try_acquire_for() took the permit");
}

BEHAVIOUR(robust, timeouts_and_releases_collide,
          "a timeout and a release at the same moment neither lose a permit nor make one",
          grading::hasty_clock) {
  rounds(
      [](Round& round) {
        const int waiters = by_stage(3, 2);
        Semaphore semaphore(0);
        Tally taken;
        StartLine line(waiters + 1);
        Cast cast;
        for (int i = 1; i <= waiters; ++i) {
          const auto time = std::chrono::microseconds(200 + round.below(by_stage(400U, 1U)));
          cast.start(numbered("timed waiter", i), [&, time] {
            line.wait();
            if (semaphore.try_acquire_for(time)) taken.add(1);
          });
        }
        line.wait();
        for (int i = 0; i < waiters; ++i) {
          if (!grading::explored()) grading::let_pass(std::chrono::microseconds(round.below(250)));
          semaphore.release();
        }
        cast.await_all_finished();
        const std::string so_far = "after " + std::to_string(waiters) + " releases and " +
                                   std::to_string(taken.value()) + " successful timed acquires";
        expect_equal(semaphore.available(), waiters - taken.value(), "available() " + so_far);
        for (int left = waiters - taken.value(); left > 0; --left) {
          expect(semaphore.try_acquire(), "a permit is missing " + so_far);
        }
        expect(!semaphore.try_acquire_for(1us), "there is a permit too many " + so_far);
      },
      {.at_least = 15, .time = 120ms});
}

BEHAVIOUR(robust, who_gives_up_steps_aside,
          "a waiter that gives up does not stand in the way of those behind it") {
  Semaphore semaphore(0);
  Cast cast;
  cast.start("the first waiter", [&] { semaphore.acquire(); }).await_blocked();
  Participant& quitter = cast.start("who gives up", [&] {
    expect(!semaphore.try_acquire_for(a_while()), "a timed acquire succeeded without a permit");
  });
  quitter.await_blocked();
  Participant& last = cast.start("the last waiter", [&] { semaphore.acquire(); });
  last.await_blocked();
  quitter.await_finished("a timed acquire does not give up when its time is over");
  semaphore.release();
  cast.await_finished(2, "a permit was released, and none of two waiters got it",
                      Finding::lost_wakeup);
  semaphore.release();
  cast.await_all_finished(
      "a permit was released, but a waiter that came after one that gave up "
      "did not get it",
      Finding::lost_wakeup);
  expect_equal(semaphore.available(), 0, "available() after two permits for two waiters");
}

BEHAVIOUR(robust, who_gives_up_takes_no_permit_along,
          "a permit that comes just as one waiter gives up is not lost on another that waits",
          grading::hasty_clock) {
  rounds(
      [](Round& round) {
        const auto time = scaled(300ms);
        Semaphore semaphore(0);
        bool served = false;
        Cast cast;
        Participant& impatient =
            cast.start("who is impatient", [&] { served = semaphore.try_acquire_for(time); });
        Participant& patient = cast.start("who is patient", [&] { semaphore.acquire(); });
        if (explored()) {
          grading::let_pass(time / 2);
          semaphore.release();
          grading::let_pass(time);  // The clock is hasty: whoever was woken may not be up yet.
        } else {
          grading::let_pass(time - std::chrono::microseconds(round.below(200)));
          semaphore.release();
        }
        impatient.await_finished("a timed acquire does not end");
        if (served) semaphore.release();
        patient.await_finished("there is a permit, and one that waits for it sleeps on",
                               Finding::lost_wakeup);
        expect_equal(semaphore.available(), 0, "available() at the end");
      },
      {.at_least = 40, .time = 200ms});
}

// Whether a call that is woken in vain all the time is still at it after its `time`.
bool outlives_its_time(const Participant& caller, std::chrono::nanoseconds time) {
  const unsigned all = SpuriousWakes::left();
  while (SpuriousWakes::left() == all && !caller.finished()) grading::let_pass(100us);
  // The call has begun, so at the latest; and a deadline may be rounded up to what clocks can wait.
  const auto end = steady_clock::now() + time + 5ms;
  while (steady_clock::now() <= end && !caller.finished()) grading::let_pass(1ms);
  const unsigned at_end = SpuriousWakes::left();
  while (!caller.finished()) {
    if (at_end - SpuriousWakes::left() > 100) return true;
    grading::let_pass(100us);
  }
  return false;
}

// In virtual time: a permit comes and goes shortly before the deadline of whoever waits for one.
void disturb_shortly_before_the_deadline(bool until) {
  Semaphore semaphore(0);
  Cast cast;
  Participant& waiter = cast.start("the timed waiter", [&] {
    const Stopwatch watch;
    const bool taken = until ? semaphore.try_acquire_until(steady_clock::now() + 100ms)
                             : semaphore.try_acquire_for(100ms);
    expect(taken || watch.elapsed() >= 100ms,
           "woken in vain, a timed acquire gave up before its time");
    expect(watch.elapsed() <= 150ms, "woken in vain, a timed acquire went on after its time");
  });
  waiter.await_blocked();
  grading::let_pass(80ms);
  semaphore.release();
  if (semaphore.try_acquire()) waiter.await_finished();
}

BEHAVIOUR(robust, gives_up_even_if_disturbed,
          "a timed acquire ends at its deadline, however often it is woken in vain before") {
  if (grading::explored()) {
    disturb_shortly_before_the_deadline(false);
    disturb_shortly_before_the_deadline(true);
    return;
  }
  for (int attempt = 0; attempt < 4 && !grading::failed(); ++attempt) {
    Semaphore semaphore(0);
    const auto time = a_while();
    std::optional<SpuriousWakes> wakes(1'000'000'000U);
    Cast cast;
    Participant& waiter = cast.start("the timed waiter", [&] {
      const Stopwatch watch;
      const bool taken = attempt % 2 == 0 ? semaphore.try_acquire_for(time)
                                          : semaphore.try_acquire_until(steady_clock::now() + time);
      expect(!taken, "a timed acquire that was woken in vain succeeded without a permit");
      expect(watch.elapsed() >= time, "woken in vain, a timed acquire gave up before its time");
    });
    expect(!outlives_its_time(waiter, time),
           "woken in vain again and again, a timed acquire went on after its time");
    wakes.reset();
    waiter.await_finished();
  }
}

BEHAVIOUR(robust, free_permit_beats_deadline,
          "a permit that is free is taken even if the deadline has passed") {
  Semaphore semaphore(6);
  const char* const refused = "a free permit was refused because the time was up";
  expect(semaphore.try_acquire_for(0s), refused);
  expect(semaphore.try_acquire_for(-5s), refused);
  expect(semaphore.try_acquire_for(std::chrono::hours::min()), refused);
  expect(semaphore.try_acquire_until(steady_clock::now() - 5s), refused);
  expect(semaphore.try_acquire_until(system_clock::now() - 5s), refused);
  expect(semaphore.try_acquire_until(steady_clock::time_point::min()), refused);
  expect_equal(semaphore.available(), 0, "available() after six permits were taken");
  const char* const given = "a timed acquire whose time was up succeeded without a permit";
  const Stopwatch watch;
  expect(!semaphore.try_acquire_for(0s), given);
  expect(!semaphore.try_acquire_for(std::chrono::nanoseconds::min()), given);
  expect(!semaphore.try_acquire_for(std::chrono::hours::min() + 1h), given);  // Overflows easily.
  expect(!semaphore.try_acquire_until(system_clock::time_point::min()), given);
  if (grading::explored()) expect(watch.elapsed() < 1s, "a timed acquire waits, with no time left");
}

// A timed acquire, as `acquire` makes it, waits for a permit and gets it.
template <typename Acquire>
bool waits_for_a_permit(const char* call, Acquire acquire) {
  Semaphore semaphore(0);
  Cast cast;
  Participant& waiter = cast.start("the timed waiter", [&] {
    expect(acquire(semaphore), std::string(call) + " gave up, with an eternity to go");
  });
  if (!expect(waiter.await_blocked() != Standing::finished,
              std::string(call) + " returned without a permit")) {
    return false;
  }
  semaphore.release();
  waiter.await_finished();
  return !grading::failed();
}

BEHAVIOUR(robust, longest_times_wait,
          "the longest durations and the latest points in time wait instead of giving up") {
  using namespace std::chrono;
  waits_for_a_permit("try_acquire_for(hours::max())",
                     [](Semaphore& s) { return s.try_acquire_for(hours::max()); }) &&
      waits_for_a_permit("try_acquire_for(nanoseconds::max())",
                         [](Semaphore& s) { return s.try_acquire_for(nanoseconds::max()); }) &&
      waits_for_a_permit("try_acquire_for(duration<double>::max())",
                         [](Semaphore& s) { return s.try_acquire_for(duration<double>::max()); }) &&
      waits_for_a_permit(
          "try_acquire_until(steady_clock::time_point::max())",
          [](Semaphore& s) { return s.try_acquire_until(steady_clock::time_point::max()); }) &&
      waits_for_a_permit(
          "try_acquire_until(system_clock::time_point::max())",
          [](Semaphore& s) { return s.try_acquire_until(system_clock::time_point::max()); }) &&
      waits_for_a_permit(
          "try_acquire_until(file_clock::time_point::max())",
          [](Semaphore& s) { return s.try_acquire_until(file_clock::time_point::max()); }) &&
      waits_for_a_permit(
          "try_acquire_until() with the last hour of the system clock",
          [](Semaphore& s) { return s.try_acquire_until(time_point<system_clock, hours>::max()); });
}

BEHAVIOUR(robust, understands_every_clock,
          "a deadline is a moment on its own clock, be it the steady or the system clock") {
  Semaphore semaphore(0);
  Cast cast;
  Participant& waiter = cast.start("the timed waiter", [&] {
    const auto deadline = system_clock::now() + a_while(2s);
    expect(!semaphore.try_acquire_until(deadline), "a timed acquire succeeded without a permit");
    expect(system_clock::now() >= deadline, "the acquire gave up before its deadline");
    const auto later = std::chrono::high_resolution_clock::now() + a_while(2s);
    expect(!semaphore.try_acquire_until(later), "a timed acquire succeeded without a permit");
    expect(std::chrono::high_resolution_clock::now() >= later,
           "the acquire gave up before its deadline");
  });
  waiter.await_finished("try_acquire_until() does not give up at a deadline of the system clock");
  waits_for_a_permit("try_acquire_until(system_clock::now() + 1h)",
                     [](Semaphore& s) { return s.try_acquire_until(system_clock::now() + 1h); });
}

BEHAVIOUR(robust, anyone_may_release,
          "a permit has no owner: a thread that never acquired may release") {
  Semaphore semaphore(1);
  Cast cast;
  cast.start("who acquires", [&] { semaphore.acquire(); }).await_finished();
  Participant& waiter = cast.start("who waits", [&] { semaphore.acquire(); });
  waiter.await_blocked();
  cast.start("who releases", [&] { semaphore.release(); }).await_finished();
  waiter.await_finished("a release() by a thread that never acquired lets nobody go",
                        Finding::lost_wakeup);
  cast.start("who releases twice", [&] { semaphore.release(2); }).await_finished();
  expect_equal(semaphore.available(), 2, "available() after a stranger's release(2)");
}

BEHAVIOUR(robust, counts_stay_exact,
          "the count stays exact however acquires, tries and releases run into each other") {
  rounds(
      [](Round&) {
        constexpr int kPermits = 2;
        Semaphore semaphore(kPermits);
        const int threads = by_stage(3, 2);
        const int turns = by_stage(6, 2);
        StartLine line(threads + 1);
        Cast cast;
        for (int i = 1; i <= threads; ++i) {
          cast.start(numbered("thread", i), [&, i] {
            line.wait();
            for (int turn = 0; turn < turns; ++turn) {
              const bool taken = (turn + i) % 3 == 0   ? (semaphore.acquire(), true)
                                 : (turn + i) % 3 == 1 ? semaphore.try_acquire()
                                                       : semaphore.try_acquire_for(scaled(5s));
              if (taken) semaphore.release();
            }
          });
        }
        cast.start("who counts", [&] {
          line.wait();
          for (int turn = 0; turn < turns; ++turn) {
            const auto seen = semaphore.available();
            expect(seen >= 0 && seen <= kPermits, "available() is " + std::to_string(seen) +
                                                      " at a moment, with 2 permits in all");
          }
        });
        cast.await_all_finished("a thread waits although all permits are back",
                                Finding::lost_wakeup);
        expect_equal(semaphore.available(), kPermits, "available() when all permits are back");
      },
      {.at_least = 10, .time = 100ms});
}

BEHAVIOUR(robust, try_is_not_refused_in_passing,
          "try_acquire() never fails while a permit is free, whatever others do at that moment") {
  rounds(
      [](Round&) {
        const int threads = by_stage(3, 2);
        const int turns = by_stage(20, 2);
        Semaphore semaphore(threads);  // One each, so that there is always one left.
        StartLine line(threads);
        Cast cast;
        for (int i = 1; i <= threads; ++i) {
          cast.start(numbered("thread", i), [&] {
            line.wait();
            for (int turn = 0; turn < turns; ++turn) {
              if (!expect(semaphore.try_acquire(),
                          "try_acquire() refused a permit that was free")) {
                return;
              }
              semaphore.release();
            }
          });
        }
        cast.await_all_finished();
      },
      {.at_least = 10, .time = 80ms});
}

BEHAVIOUR(robust, refuses_overflow,
          "a release beyond the maximum throws std::overflow_error and changes nothing") {
  Semaphore semaphore(1, 3);
  const auto refuses = [&](std::ptrdiff_t n) {
    expect_throws<std::overflow_error>("release(" + std::to_string(n) + ")", "std::overflow_error",
                                       [&] { semaphore.release(n); });
  };
  refuses(3);
  refuses(kNoLimit);
  expect_equal(semaphore.available(), 1, "available() after releases that were refused");
  semaphore.release(2);
  refuses(1);
  expect_equal(semaphore.available(), 3, "available() at the maximum of 3");
  Semaphore unlimited(1);
  expect_throws<std::overflow_error>("a release beyond the largest number", "std::overflow_error",
                                     [&] { unlimited.release(kNoLimit); });
  expect_equal(unlimited.available(), 1, "available() after a release that was refused");

  Semaphore brimful(kNoLimit);
  expect_equal(brimful.available(), kNoLimit, "available() with the largest number of permits");
  expect_throws<std::overflow_error>("a release on top of the largest number",
                                     "std::overflow_error", [&] { brimful.release(); });

  Semaphore small(0, 1);
  Cast cast;
  Participant& waiter = cast.start("the waiter", [&] { small.acquire(); });
  waiter.await_blocked();
  expect_throws<std::overflow_error>("release(2) with a maximum of 1", "std::overflow_error",
                                     [&] { small.release(2); });
  expect(waiter.await_blocked() != Standing::finished, "a release that was refused let one go");
  small.release();
  waiter.await_finished("release() after one that was refused lets nobody go",
                        Finding::lost_wakeup);
  expect_equal(small.available(), 0, "available() after one permit for one waiter");
}

BEHAVIOUR(robust, full_is_full,
          "of releases that run into each other near the maximum, exactly those that fit succeed") {
  rounds(
      [](Round&) {
        constexpr int kMax = 4;
        const int releasers = by_stage(3, 2);
        Semaphore semaphore(1, kMax);
        Tally accepted;
        StartLine line(releasers);
        Cast cast;
        for (int i = 1; i <= releasers; ++i) {
          cast.start(numbered("releaser", i), [&] {
            line.wait();
            for (const int permits : {2, 1}) {
              try {
                semaphore.release(permits);
                accepted.add(permits);
              } catch (const std::overflow_error&) {
              }
            }
          });
        }
        cast.await_all_finished();
        // The first release(2) fits, no other does, and then one release(1).
        expect_equal(accepted.value(), kMax - 1,
                     "the number of permits in accepted releases, with room for 3,");
        expect_equal(semaphore.available(), kMax, "available(), with a maximum of 4,");
      },
      {.at_least = 20, .time = 80ms});
}

BEHAVIOUR(robust, refuses_bad_arguments,
          "impossible arguments throw std::invalid_argument and change nothing") {
  const auto refuses = [](std::ptrdiff_t permits, std::ptrdiff_t max) {
    expect_throws<std::invalid_argument>(
        "Semaphore(" + std::to_string(permits) + ", " + std::to_string(max) + ")",
        "std::invalid_argument", [&] { Semaphore semaphore(permits, max); });
  };
  refuses(-1, 5);
  refuses(0, 0);
  refuses(0, -1);
  refuses(4, 3);
  Semaphore semaphore(2, 2);
  for (const std::ptrdiff_t n : {std::ptrdiff_t{-1}, std::numeric_limits<std::ptrdiff_t>::min()}) {
    expect_throws<std::invalid_argument>("release(" + std::to_string(n) + ")",
                                         "std::invalid_argument", [&] { semaphore.release(n); });
  }
  expect_equal(semaphore.available(), 2, "available() after releases that were refused");
  semaphore.release(0);
  expect_equal(semaphore.available(), 2, "available() after release(0)");
}

// ---- senior: it is fair, cheap and can be torn down --------------------------------------------

BEHAVIOUR(senior, serves_in_order_of_arrival,
          "waiters get their permits in the order in which they came, timed or not") {
  Semaphore semaphore(0);
  Cast cast;
  constexpr std::size_t kWaiters = 5;
  for (std::size_t i = 0; i < kWaiters; ++i) {
    const auto part = [&, i] {
      if (i % 2 == 0) {
        semaphore.acquire();
      } else {
        expect(semaphore.try_acquire_for(1h), "try_acquire_for(1h) gave up at once");
      }
    };
    cast.start(numbered("waiter", static_cast<int>(i + 1)), part).await_blocked();
  }
  for (std::size_t i = 0; i < kWaiters; ++i) {
    semaphore.release();
    cast.await_finished(i + 1, "a permit was released, and nobody of those who wait got it",
                        Finding::lost_wakeup);
    if (!expect(cast.participants()[i]->finished(),
                "the permit went to a waiter that came later than another one")) {
      return;
    }
    cast.await_quiet();
  }
}

BEHAVIOUR(senior, keeps_the_line_when_one_leaves,
          "when one in the middle gives up, the others keep their order") {
  Semaphore semaphore(0);
  Cast cast;
  const auto wait = [&] { semaphore.acquire(); };
  Participant& first = cast.start("the first", wait);
  first.await_blocked();
  Participant& quitter = cast.start("who gives up", [&] {
    expect(!semaphore.try_acquire_for(a_while()), "a timed acquire succeeded without a permit");
  });
  quitter.await_blocked();
  Participant& second = cast.start("the second", wait);
  second.await_blocked();
  Participant& third = cast.start("the third", wait);
  third.await_blocked();
  quitter.await_finished("a timed acquire does not give up when its time is over");
  std::size_t left = 1;
  for (Participant* next : {&first, &second, &third}) {
    semaphore.release();
    cast.await_finished(++left, "a permit was released, and nobody of those who wait got it",
                        Finding::lost_wakeup);
    if (!expect(next->finished(), "the permit went to a waiter that came later")) return;
    cast.await_quiet();
  }
}

BEHAVIOUR(senior, nobody_barges,
          "a permit released while a thread waits belongs to it: no newcomer gets it") {
  rounds(
      [](Round& round) {
        Semaphore semaphore(0);
        Cast cast;
        cast.start("the waiter", [&] { semaphore.acquire(); }).await_blocked();
        semaphore.release();
        const bool timed = round.below(3) == 0;
        const bool overtaken = timed ? semaphore.try_acquire_for(0s) : semaphore.try_acquire();
        const auto seen = semaphore.available();
        if (overtaken) semaphore.release();
        expect(!overtaken, std::string(timed ? "try_acquire_for(0s)" : "try_acquire()") +
                               " got a permit that was released for a waiting thread");
        expect_equal(seen, 0, "available(), with the only permit released for a waiting thread,");
      },
      {.at_least = 20, .time = 60ms, .perturbed = false});
}

BEHAVIOUR(senior, waiters_are_not_starved,
          "a thread that releases and acquires again does so behind those who wait") {
  rounds(
      [](Round&) {
        Semaphore semaphore(0);  // The one permit there is, is ours.
        Tally served;
        Cast cast;
        cast.start("the waiter",
                   [&] {
                     semaphore.acquire();
                     served.add(1);
                     semaphore.release();
                   })
            .await_blocked();
        semaphore.release();
        semaphore.acquire();
        const int served_before_us = served.value();
        semaphore.release();
        expect(served_before_us == 1, "a thread released, acquired, and overtook one that waited");
      },
      {.at_least = 20, .time = 60ms, .perturbed = false});
}

BEHAVIOUR(senior, waiting_costs_nothing, "a thread that waits sleeps: it uses no processor time") {
  Semaphore semaphore(0);
  Cast cast;
  const std::array<Participant*, 2> waiters = {
      &cast.start("the waiter", [&] { semaphore.acquire(); }), &cast.start("the timed waiter", [&] {
        expect(semaphore.try_acquire_for(1h), "try_acquire_for(1h) gave up at once");
      })};
  for (Participant* waiter : waiters) {
    const Standing standing = waiter->await_blocked();
    expect(standing != Standing::spinning, waiter->role() + " runs in circles while it waits",
           Finding::busy_wait);
    expect(standing != Standing::polling, waiter->role() + " wakes up again and again to look",
           Finding::busy_wait);
    if (grading::failed()) return;
  }
  std::array<std::uint64_t, 2> before{};
  for (std::size_t i = 0; i < 2; ++i) before[i] = waiters[i]->cost().wake_ups;
  grading::let_pass(250ms);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto wake_ups = waiters[i]->cost().wake_ups - before[i];
    grading::measure("wake-ups of " + waiters[i]->role(), static_cast<long long>(wake_ups), 2);
    expect(wake_ups <= 2,
           waiters[i]->role() + " woke up " + std::to_string(wake_ups) +
               " times in a quarter of a second, with nothing to do",
           Finding::busy_wait);
  }
  if (!grading::failed()) semaphore.release(2);
}

BEHAVIOUR(senior, one_release_disturbs_one,
          "a release of one permit wakes one waiter and lets the others sleep") {
  const std::size_t waiters = by_stage(8U, 4U);
  const std::uint64_t limit = by_stage(10U, 4U);  // Waking everyone each time makes 28, or 6.
  Semaphore semaphore(0);
  Cast cast;
  for (std::size_t i = 1; i <= waiters; ++i) {
    cast.start(numbered("waiter", static_cast<int>(i)), [&] { semaphore.acquire(); });
  }
  cast.await_quiet();
  std::uint64_t disturbed = 0;
  for (std::size_t released = 1; released <= waiters; ++released) {
    std::vector<std::uint64_t> before(waiters);
    for (std::size_t i = 0; i < waiters; ++i) {
      before[i] = cast.participants()[i]->cost().wake_ups;
    }
    semaphore.release();
    cast.await_finished(released, "a permit was released, and nobody of those who wait got it",
                        Finding::lost_wakeup);
    cast.await_quiet();
    for (std::size_t i = 0; i < waiters; ++i) {
      const Participant& waiter = *cast.participants()[i];
      if (!waiter.finished()) disturbed += waiter.cost().wake_ups - before[i];
    }
  }
  grading::measure("waiters woken for nothing", static_cast<long long>(disturbed),
                   static_cast<long long>(limit));
  expect(disturbed <= limit, std::to_string(waiters) + " releases for as many waiters woke " +
                                 std::to_string(disturbed) +
                                 " times somebody for whom there was no permit");
}

BEHAVIOUR(senior, may_be_destroyed_at_once,
          "it may be destroyed as soon as the last acquire has returned, even if the release that "
          "let it go has not") {
  rounds(
      [](Round& round) {
        auto semaphore = std::make_unique<Semaphore>(0);
        StartLine line(2);
        Cast cast;
        cast.start("who releases", [&line, target = semaphore.get()] {
          line.wait();
          target->release();
        });
        line.wait();
        if (round.below(2) == 0) {
          semaphore->acquire();
        } else {
          while (!semaphore->try_acquire_for(1h)) {
          }
        }
        semaphore.reset();
      },
      {.at_least = 25, .time = 100ms});
}

}  // namespace
