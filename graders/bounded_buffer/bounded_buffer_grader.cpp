// What a kata::BoundedBuffer has to do. Behaviours state the contract of
// katas/bounded_buffer/bounded_buffer.h and nothing about how it is met; the sentences are what
// learners see.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bounded_buffer.h"
#include "grading/grader.h"
#include "grading/props/ledger.h"
#include "grading/props/payloads.h"
#include "grading/props/tally.h"
#include "grading/stage.h"
#include "grading/wake_ups.h"

namespace {

using grading::Blown;
using grading::by_stage;
using grading::Cast;
using grading::Counted;
using grading::expect;
using grading::expect_asleep;
using grading::expect_equal;
using grading::expect_throws;
using grading::expect_to_wake_one;
using grading::explored;
using grading::Farewell;
using grading::Finding;
using grading::Fuse;
using grading::Fused;
using grading::Ledger;
using grading::numbered;
using grading::Parcel;
using grading::Participant;
using grading::Round;
using grading::rounds;
using grading::scaled;
using grading::SpuriousWakes;
using grading::Standing;
using grading::StartLine;
using grading::Stopwatch;
using grading::Tally;
using kata::PutResult;
using enum kata::PutResult;
using std::chrono::steady_clock;
using std::chrono::system_clock;
using namespace std::chrono_literals;

// Move-only, and not to be made from nothing: as much as T need be.
using Buffer = kata::BoundedBuffer<Parcel>;

constexpr auto kLong = 1h;  // Whoever waits so long has been forgotten.

// What a take got: an element's number, or that there was none.
class Got {
 public:
  constexpr Got() = default;
  constexpr explicit Got(int number) : number_(number) {}
  constexpr operator int() const { return number_; }  // NOLINT(google-explicit-constructor)

 private:
  int number_ = -7;
};
constexpr Got kNothing;

std::ostream& operator<<(std::ostream& out, Got got) {
  if (got == kNothing) return out << "nothing";
  if (got == Parcel::kGone) return out << "an element that was moved from";
  return out << static_cast<int>(got);
}

Got value(const std::optional<Parcel>& taken) { return taken ? Got(taken->value()) : kNothing; }

const char* name_of(PutResult result) {
  switch (result) {
    case accepted:
      return "accepted";
    case full:
      return "full";
    case closed:
      return "closed";
  }
  return "none of the three";
}

bool expect_says(PutResult expected, PutResult actual, const std::string& what) {
  return expect(actual == expected,
                what + " says " + name_of(actual) + ", expected " + name_of(expected));
}

// Puts a parcel that has to be accepted.
bool put(Buffer& buffer, int number) {
  return expect_says(accepted, buffer.put(Parcel(number)), "put()");
}

// Takes a parcel that has to be there.
void take_some(Buffer& buffer) {
  expect(buffer.take().has_value(), "take() got nothing from an open buffer");
}

// Starts a part that has to wait; null if it does not.
Participant* start_waiting(Cast& cast, const char* role, const std::function<void()>& part,
                           const std::string& otherwise) {
  Participant& waiter = cast.start(role, part);
  const bool waits = waiter.await_blocked() != Standing::finished;
  return expect(waits, otherwise) ? &waiter : nullptr;
}

const char* const kElementUnseen = "there is an element, and one that waits for it sleeps on";
const char* const kPlaceUnseen = "there is a free place, and one that waits for it sleeps on";
const char* const kNewsUnheard = "a thread waits though what it waits for is there";
const char* const kCloseUnheard = "the buffer was closed, and one that waits sleeps on";

// ---- core: it works --------------------------------------------------------------------------

BEHAVIOUR(core, holds_its_capacity,
          "it takes in as many elements as it has places, and gives them back in their order") {
  for (const std::size_t capacity : {1, 2, 5}) {
    Buffer buffer(capacity);
    std::size_t in = 0;
    std::size_t out = 0;
    for (std::size_t lap = 1; lap <= 4; ++lap) {
      while (in - out <= capacity && buffer.offer(Parcel(static_cast<int>(in))) == accepted) ++in;
      if (!expect_equal(in - out, capacity,
                        numbered("how many elements fit, with capacity", capacity)))
        return;
      expect_equal(buffer.size(), capacity, "size() when it is full");
      for (std::size_t i = 0; i <= lap % capacity; ++i) {
        if (!expect_equal(value(buffer.poll()), static_cast<int>(out++),
                          "the element that comes out"))
          return;
      }
      expect_equal(buffer.size(), in - out, "size()");
    }
  }
}

BEHAVIOUR(core, put_waits_for_room, "put() waits while the buffer is full") {
  Buffer buffer(1);
  put(buffer, 1);
  Cast cast;
  Participant* const producer = start_waiting(
      cast, "the producer", [&] { put(buffer, 2); }, "put() returned although the buffer was full");
  if (producer == nullptr) return;
  expect_equal(buffer.size(), 1U, "size() while a producer waits, with one place that is taken");
  expect_equal(value(buffer.take()), 1, "the element that comes out first");
  producer->await_finished(kPlaceUnseen, Finding::lost_wakeup);
  expect_equal(value(buffer.take()), 2, "the element of the producer that waited");
}

BEHAVIOUR(core, take_waits_for_an_element, "take() waits while the buffer is empty") {
  Buffer buffer(3);
  Cast cast;
  Participant* const consumer = start_waiting(
      cast, "the consumer", [&] { expect_equal(value(buffer.take()), 1, "what take() got"); },
      "take() returned although the buffer was empty and not closed");
  if (consumer == nullptr) return;
  put(buffer, 1);
  consumer->await_finished(kElementUnseen, Finding::lost_wakeup);
  expect_equal(buffer.size(), 0U, "size() after it was taken");
}

BEHAVIOUR(core, offer_and_poll_answer_at_once,
          "offer() and poll() do what can be done at once and say what it was") {
  Buffer buffer(2);
  expect_equal(value(buffer.poll()), kNothing, "poll() of an empty buffer");
  expect_says(accepted, buffer.offer(Parcel(1)), "offer() to an empty buffer");
  expect_says(accepted, buffer.offer(Parcel(2)), "offer() with a place left");
  expect_says(full, buffer.offer(Parcel(3)), "offer() to a full buffer");
  expect_equal(buffer.size(), 2U,
               "size() after two offers that were accepted and one that was not");
  expect_equal(value(buffer.poll()), 1, "poll() of a full buffer");
  expect_says(accepted, buffer.offer(Parcel(4)), "offer() after a poll()");
  expect_equal(value(buffer.poll()), 2, "the second poll()");
  expect_equal(value(buffer.poll()), 4, "the third poll()");
  expect(!buffer.drained(), "drained() is true for a buffer that is not closed");
}

BEHAVIOUR(core, nobody_waits_for_those_who_wait,
          "offer(), poll(), size() and drained() never wait, even while others do") {
  Buffer hungry(1);
  Buffer stuffed(1);
  put(stuffed, 1);
  Cast cast;
  cast.start("a consumer that waits", [&] { take_some(hungry); });
  cast.start("a producer that waits", [&] { put(stuffed, 2); });
  cast.await_quiet();
  const auto at_once = [&](const char* call, const std::function<void()>& part) {
    cast.start(call, part)
        .await_finished(std::string(call) + " does not return while another thread waits",
                        Finding::lock_held_while_blocking);
  };
  at_once("poll()", [&] { expect(!hungry.poll(), "poll() got something from nowhere"); });
  at_once("offer()", [&] { expect_says(full, stuffed.offer(Parcel(3)), "offer()"); });
  at_once("size()", [&] { expect(hungry.size() == 0 && stuffed.size() == 1, "size() is wrong"); });
  at_once("drained()", [&] { expect(!hungry.drained() && !stuffed.drained(), "drained(), open"); });
  at_once("offer()", [&] { expect_says(accepted, hungry.offer(Parcel(5)), "offer()"); });
  at_once("poll()", [&] { expect_equal(value(stuffed.poll()), 1, "poll()"); });
  cast.await_all_finished(kNewsUnheard, Finding::lost_wakeup);
}

BEHAVIOUR(core, never_exceeds_its_capacity,
          "never holds more elements than it has places, whoever comes at the same time") {
  rounds(
      [](Round& round) {
        const int capacity = 1 + static_cast<int>(round.below(2));
        const int turns = by_stage(4, 2);
        Buffer buffer(static_cast<std::size_t>(capacity));
        Tally inside;  // Puts that have returned less takes that have begun.
        const auto check = [&](auto seen) {
          expect(seen <= static_cast<decltype(seen)>(capacity),
                 std::to_string(seen) + " elements were inside, with capacity " +
                     std::to_string(capacity));
        };
        StartLine line(4);
        Cast cast;
        for (std::size_t i = 1; i <= 2; ++i) {
          cast.start(numbered("producer", i), [&] {
            line.wait();
            for (int turn = 0; turn < turns; ++turn) {
              put(buffer, turn);
              check(inside.add(1));
            }
          });
          cast.start(numbered("consumer", i), [&] {
            line.wait();
            for (int turn = 0; turn < turns; ++turn) {
              inside.add(-1);
              take_some(buffer);
              check(buffer.size());
            }
          });
        }
        cast.await_all_finished(kNewsUnheard, Finding::lost_wakeup);
        expect_equal(buffer.size(), 0U, "size() when all is taken");
      },
      {.at_least = 20, .time = 100ms});
}

BEHAVIOUR(core, every_element_arrives_once,
          "every element that was accepted is delivered once, each producer's in their order") {
  rounds(
      [](Round& round) {
        const int items = by_stage(6, 2);
        Buffer buffer(1 + round.below(3));
        Ledger ledger(2, 2);
        StartLine line(4);
        Cast cast;
        for (std::size_t i = 0; i < 2; ++i) {
          cast.start(numbered("producer", i + 1), [&, i] {
            line.wait();
            for (int n = 0; n < items; ++n) {
              if (put(buffer, Ledger::mark(i, n))) ledger.accepted(i, n);
            }
          });
          cast.start(numbered("consumer", i + 1), [&, i] {
            line.wait();
            for (int n = 0; n < items; ++n) ledger.delivered(i, value(buffer.take()));
          });
        }
        cast.await_all_finished(kNewsUnheard, Finding::lost_wakeup);
        ledger.settle();
      },
      {.at_least = 20, .time = 100ms});
}

BEHAVIOUR(
    core, publishes_what_was_done,
    "what a thread did before put() or close() is visible to who gets the element or the end") {
  rounds(
      [](Round&) {
        std::array<int, 3> letters{};  // Unprotected but for the buffer.
        int farewell = 0;              // As well.
        Buffer buffer(2);
        Cast cast;
        cast.start("the sender", [&] {
          for (std::size_t i = 0; i < letters.size(); ++i) {
            letters[i] = 7;
            put(buffer, static_cast<int>(i));
          }
          farewell = 7;
          buffer.close();
        });
        cast.start("the receiver", [&] {
          for (std::size_t i = 0; i < letters.size(); ++i) {
            if (!expect_equal(value(buffer.take()), static_cast<int>(i), "the element taken"))
              return;
            expect_equal(letters[i], 7, "the letter written before put()");
          }
          if (!expect(!buffer.take(), "take() got an element that nobody put")) return;
          expect_equal(farewell, 7, "the letter written before close()");
        });
        cast.await_all_finished(kNewsUnheard, Finding::lost_wakeup);
      },
      {.at_least = 20, .time = 100ms});
}

BEHAVIOUR(core, close_ends_the_stream,
          "after close() nothing is accepted, and who takes gets what is left and then nothing") {
  Buffer buffer(2);
  put(buffer, 1);
  put(buffer, 2);
  buffer.close();
  expect_says(closed, buffer.put(Parcel(3)), "put() to a buffer that is full and closed");
  expect_says(closed, buffer.offer(Parcel(3)), "offer() to a buffer that is full and closed");
  expect(!buffer.drained(), "drained() is true although two elements are left");
  expect_equal(buffer.size(), 2U, "size() after close(), with two elements left");
  expect_equal(value(buffer.take()), 1, "take() after close(), with two elements left");
  expect_says(closed, buffer.put(Parcel(3)), "put() to a closed buffer with a free place");
  expect_says(closed, buffer.offer(Parcel(3)), "offer() to a closed buffer with a free place");
  expect_equal(value(buffer.poll()), 2, "poll() after close(), with one element left");
  expect_equal(value(buffer.take()), kNothing, "take() after close(), with nothing left");
  expect_equal(value(buffer.take()), kNothing, "take() for the second time, with nothing left");
  expect_equal(value(buffer.poll()), kNothing, "poll() after close(), with nothing left");
  expect(buffer.drained(), "drained() is false although it is closed and empty");
}

// ---- robust: it survives ---------------------------------------------------------------------

BEHAVIOUR(robust, close_frees_every_consumer,
          "one close() lets every waiting consumer go, with nothing in its hands") {
  Buffer buffer(2);
  std::array<Got, 3> taken{};
  Cast cast;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    cast.start(numbered("consumer", i + 1),
               [&, i] { taken[i] = value(i == 2 ? buffer.poll_for(kLong) : buffer.take()); });
  }
  cast.await_quiet();
  buffer.close();
  cast.await_all_finished(kCloseUnheard, Finding::lost_wakeup);
  for (const Got each : taken) expect_equal(each, kNothing, "what a consumer got from close()");
  expect(buffer.drained(), "drained() is false although it is closed and empty");
}

BEHAVIOUR(robust, close_frees_every_producer,
          "one close() lets every waiting producer go, with its element still in its hands") {
  Buffer buffer(1);
  put(buffer, 7);
  std::vector<Parcel> parcels;
  for (int i = 0; i < 3; ++i) parcels.emplace_back(i);
  std::array<PutResult, 3> results{};
  Cast cast;
  for (std::size_t i = 0; i < results.size(); ++i) {
    cast.start(numbered("producer", i + 1), [&, i] {
      results[i] = i == 2 ? buffer.offer_for(std::move(parcels[i]), kLong)
                          : buffer.put(std::move(parcels[i]));
    });
  }
  cast.await_quiet();
  buffer.close();
  cast.await_all_finished(kCloseUnheard, Finding::lost_wakeup);
  for (std::size_t i = 0; i < results.size(); ++i) {
    expect_says(closed, results[i], "a put that close() ended");
    expect_equal(parcels[i].value(), static_cast<int>(i), "the element of a put that was refused");
  }
  expect_equal(value(buffer.take()), 7, "what was accepted before close()");
  expect_equal(value(buffer.take()), kNothing, "take() after that");
}

BEHAVIOUR(robust, close_does_not_wait,
          "close() returns at once, called twice, together or beside elements that nobody takes") {
  Buffer buffer(2);
  put(buffer, 1);
  Cast cast;
  for (std::size_t i = 1; i <= 2; ++i) {
    cast.start(numbered("who closes", i), [&] {
      buffer.close();
      buffer.close();
    });
  }
  cast.await_all_finished("close() does not return while there is an element that nobody takes");
  expect_equal(value(buffer.take()), 1, "take() after close()");
  expect_equal(value(buffer.take()), kNothing, "the second take() after close()");
  buffer.close();
  expect(buffer.drained(), "drained() is false although it is closed and empty");
}

BEHAVIOUR(robust, what_is_accepted_arrives,
          "what put() has accepted is delivered, however close() runs into it") {
  rounds(
      [](Round& round) {
        Buffer buffer(1 + round.below(2));
        Ledger ledger(2, 1);
        StartLine line(4);
        Cast cast;
        for (std::size_t i = 0; i < 2; ++i) {
          cast.start(numbered("producer", i + 1), [&, i] {
            line.wait();
            for (int n = 0; n < by_stage(8, 2); ++n) {
              const PutResult result = buffer.put(Parcel(Ledger::mark(i, n)));
              if (result == closed) return;
              if (expect_says(accepted, result, "put()")) ledger.accepted(i, n);
            }
          });
        }
        cast.start("the consumer", [&] {
          line.wait();
          while (const auto taken = buffer.take()) ledger.delivered(0, taken->value());
          expect(buffer.drained(),
                 "take() got nothing from a buffer that was not closed and empty");
        });
        cast.start("who closes", [&] {
          line.wait();
          buffer.close();
        });
        cast.await_all_finished(kCloseUnheard, Finding::lost_wakeup);
        expect(!buffer.poll(), "an element came after the end marker");
        ledger.settle();
      },
      {.at_least = 30, .time = 150ms});
}

BEHAVIOUR(
    robust, drained_is_for_good,
    "drained() is true only if the buffer is closed and nothing will come out of it any more") {
  rounds(
      [](Round&) {
        Buffer buffer(1);
        StartLine line(2);
        Cast cast;
        cast.start("who puts and closes", [&] {
          line.wait();
          put(buffer, 1);
          buffer.close();
        });
        cast.start("who looks", [&] {
          line.wait();
          for (int look = 0; look < by_stage(20, 2); ++look) {
            if (buffer.drained()) {
              expect(!buffer.poll(), "drained() was true, and then poll() got an element");
            }
          }
        });
        cast.await_all_finished();
        const bool before = buffer.drained();
        const bool left = buffer.poll().has_value();
        expect(before != left, "drained() is not whether it is closed and empty");
      },
      {.at_least = 60, .time = 100ms});
}

BEHAVIOUR(robust, nobody_sleeps_beside_work,
          "whatever the numbers of producers, consumers and places, all of the work gets done") {
  rounds(
      [](Round& round) {
        const int items = by_stage(12, 6);  // Can be shared out among one, two or three.
        Buffer buffer(1 + round.below(2));
        const int producers = 1 + static_cast<int>(round.below(3));
        const int consumers = 1 + static_cast<int>(round.below(3));
        StartLine line(producers + consumers);
        Cast cast;
        for (int i = 0; i < producers; ++i) {
          cast.start("a producer", [&] {
            line.wait();
            for (int n = 0; n < items / producers; ++n) put(buffer, n);
          });
        }
        for (int i = 0; i < consumers; ++i) {
          cast.start("a consumer", [&] {
            line.wait();
            for (int n = 0; n < items / consumers; ++n) take_some(buffer);
          });
        }
        cast.await_all_finished(
            "everybody sleeps, beside an element that nobody takes or a place that nobody uses",
            Finding::lost_wakeup);
        expect_equal(buffer.size(), 0U, "size() when all is taken");
      },
      {.at_least = 30, .time = 150ms});
}

BEHAVIOUR(robust, quick_puts_wake_as_many,
          "two puts in quick succession let two waiting consumers go") {
  rounds(
      [](Round& round) {
        Buffer buffer(2);
        const bool timed = round.below(2) == 1;
        Cast cast;
        cast.start("consumer 1", [&] { take_some(buffer); });
        cast.start("consumer 2", [&] {
          expect((timed ? buffer.poll_for(kLong) : buffer.take()).has_value(),
                 "who waited for an element got none from an open buffer");
        });
        cast.await_quiet();
        put(buffer, 1);
        put(buffer, 2);
        cast.await_all_finished(kElementUnseen, Finding::lost_wakeup);
      },
      {.at_least = 20, .time = 100ms});
}

BEHAVIOUR(robust, quick_takes_wake_as_many,
          "two takes in quick succession let two waiting producers go") {
  rounds(
      [](Round& round) {
        Buffer buffer(2);
        const bool timed = round.below(2) == 1;
        for (const int each : {1, 2}) put(buffer, each);
        Cast cast;
        cast.start("producer 1", [&] { put(buffer, 3); });
        cast.start("producer 2", [&] {
          expect_says(accepted, timed ? buffer.offer_for(Parcel(4), kLong) : buffer.put(Parcel(4)),
                      "a put that waited for a place");
        });
        cast.await_quiet();
        for (const int each : {1, 2}) expect_equal(value(buffer.take()), each, "the element taken");
        cast.await_all_finished(kPlaceUnseen, Finding::lost_wakeup);
      },
      {.at_least = 20, .time = 100ms});
}

BEHAVIOUR(robust, no_wakeup_is_missed,
          "a put, a take or a close that meets a thread on its way to wait is not missed by it") {
  rounds(
      [](Round& round) {
        const bool closing = round.below(2) == 1;
        const bool producing = round.below(2) == 1;
        Buffer buffer(1);
        if (producing) put(buffer, 1);
        StartLine line(2);
        Cast cast;
        cast.start(producing ? "the producer" : "the consumer", [&] {
          line.wait();
          if (producing) {
            expect_says(closing ? closed : accepted, buffer.put(Parcel(2)), "put()");
          } else {
            expect_equal(value(buffer.take()), closing ? kNothing : Got(1), "what take() got");
          }
        });
        line.wait();
        if (closing) {
          buffer.close();
        } else if (producing) {
          take_some(buffer);
        } else {
          put(buffer, 1);
        }
        cast.await_all_finished("a thread that was about to wait missed what it would wait for",
                                Finding::lost_wakeup);
      },
      {.at_least = 80, .time = 200ms});
}

// What put and take do in each of the four ways to wait.
struct Way {
  bool producing;
  bool timed;
};
constexpr std::array<Way, 4> kWays = {{{false, false}, {false, true}, {true, false}, {true, true}}};

BEHAVIOUR(robust, ignores_wakes_without_reason,
          "a wait that ends without a reason ends no put and no take") {
  for (const auto [producing, timed] : kWays) {
    Buffer buffer(1);
    if (producing) put(buffer, 1);
    const SpuriousWakes spurious(3);  // One waiter at a time, so that it gets all of them.
    Cast cast;
    Participant& waiter = cast.start(producing ? "the producer" : "the consumer", [&] {
      if (producing) {
        expect((timed ? buffer.offer_for(Parcel(2), kLong) : buffer.put(Parcel(2))) == accepted,
               "woken without a notification, a put gave up", Finding::unguarded_wait);
      } else {
        expect((timed ? buffer.poll_for(kLong) : buffer.take()).has_value(),
               "woken without a notification, a take gave up", Finding::unguarded_wait);
      }
    });
    expect(waiter.await_blocked() != Standing::finished || grading::failed(),
           "woken without a notification, a put used a place that was not free, or a take got an "
           "element from nowhere",
           Finding::unguarded_wait);
    if (grading::failed()) return;
    producing ? take_some(buffer) : (void)put(buffer, 1);
    waiter.await_finished("woken in vain once, a thread misses what it waits for",
                          Finding::lost_wakeup);
    expect_equal(buffer.size(), producing ? 1U : 0U, "size() at the end");
  }
}

BEHAVIOUR(robust, who_gives_up_changes_nothing,
          "a call that times out waits its full time and leaves all as it was") {
  Buffer nothing(1);
  Buffer stuffed(1);
  put(stuffed, 1);
  const auto give_up = [&](std::chrono::nanoseconds time, bool by_clock) {
    Parcel parcel(2);
    const Stopwatch watch;
    const PutResult result =
        by_clock ? stuffed.offer_until(std::move(parcel), steady_clock::now() + time)
                 : stuffed.offer_for(std::move(parcel), time);
    expect_says(full, result, "a timed offer() to a full buffer");
    expect(watch.elapsed() >= time, "a timed offer() gave up before its time");
    // NOLINTNEXTLINE(bugprone-use-after-move): refused, so it stayed.
    expect_equal(parcel.value(), 2, "the element that was refused");
    const Stopwatch again;
    expect_equal(
        value(by_clock ? nothing.poll_until(steady_clock::now() + time) : nothing.poll_for(time)),
        kNothing, "a timed poll() of an empty buffer");
    expect(again.elapsed() >= time, "a timed poll() gave up before its time");
  };
  for (const bool by_clock : {false, true}) {
    give_up(scaled(1500ms), by_clock);
    give_up(1'900'900ns, by_clock);  // No whole number of anything that one might count in.
  }
  expect_equal(stuffed.size(), 1U, "size() after offers that timed out");
  expect_equal(value(stuffed.take()), 1, "take() after offers that timed out");
  expect_says(accepted, stuffed.offer(Parcel(3)), "offer() after a place became free");
  put(nothing, 4);
  expect_equal(value(nothing.poll()), 4, "poll() after polls that timed out");
}

// A timed poll and a timed offer, as `poll` and `offer` make them, wait, get what they wait for,
// and see what was done before.
template <typename Poll, typename Offer>
bool waits(const std::string& limit, Poll poll, Offer offer) {
  Buffer buffer(1);
  int letter = 0;  // Unprotected but for the buffer.
  const Stopwatch watch;
  // What wakes nobody ends by its deadline all the same, where hours take no time.
  const auto in_time = [&] { return !explored() || watch.elapsed() < kLong; };
  Cast cast;
  Participant* const consumer = start_waiting(
      cast, "the timed consumer",
      [&] {
        if (!expect(poll(buffer).has_value(), "a poll() limited by " + limit + " gave up")) return;
        expect(in_time(), kElementUnseen, Finding::lost_wakeup);
        expect_equal(letter, 7, "the letter written before put()");
      },
      "a poll() limited by " + limit + " did not wait");
  if (consumer == nullptr) return false;
  letter = 7;
  put(buffer, 1);
  consumer->await_finished(kElementUnseen, Finding::lost_wakeup);
  put(buffer, 2);
  Participant* const producer = start_waiting(
      cast, "the timed producer",
      [&] {
        expect_says(accepted, offer(buffer), "an offer() limited by " + limit);
        expect(in_time(), kPlaceUnseen, Finding::lost_wakeup);
      },
      "an offer() limited by " + limit + " did not wait");
  if (producer == nullptr) return false;
  expect_equal(value(poll(buffer)), 2, "a poll() limited by " + limit + ", of a full buffer,");
  producer->await_finished(kPlaceUnseen, Finding::lost_wakeup);
  expect_equal(value(poll(buffer)), 3, "the element of the timed producer");
  expect_says(accepted, offer(buffer), "an offer() limited by " + limit + ", with a free place,");
  return !grading::failed();
}

template <typename Time>
bool waits_for(const char* limit, Time time) {
  return waits(
      limit, [time](Buffer& buffer) { return buffer.poll_for(time); },
      [time](Buffer& buffer) { return buffer.offer_for(Parcel(3), time); });
}

template <typename Moment>
bool waits_until(const char* limit, Moment moment) {
  return waits(
      limit, [moment](Buffer& buffer) { return buffer.poll_until(moment); },
      [moment](Buffer& buffer) { return buffer.offer_until(Parcel(3), moment); });
}

BEHAVIOUR(robust, timed_calls_get_what_they_wait_for,
          "a timed call ends as soon as there is an element or a place for it") {
  waits_for("a duration", kLong) && waits_until("a time_point", steady_clock::now() + kLong);
}

BEHAVIOUR(robust, longest_times_wait,
          "the longest durations and the latest points in time wait instead of giving up") {
  using namespace std::chrono;
  waits_for("hours::max()", hours::max()) && waits_for("nanoseconds::max()", nanoseconds::max()) &&
      waits_for("duration<double>::max()", duration<double>::max()) &&
      waits_until("steady_clock::time_point::max()", steady_clock::time_point::max()) &&
      waits_until("system_clock::time_point::max()", system_clock::time_point::max()) &&
      waits_until("file_clock::time_point::max()", file_clock::time_point::max()) &&
      waits_until("the last hour of the system clock", time_point<system_clock, hours>::max()) &&
      waits_until("a moment on the system clock", system_clock::now() + kLong);
}

BEHAVIOUR(robust, deadlines_lose_nothing,
          "a deadline that meets a put or a take neither loses an element nor makes one") {
  rounds(
      [](Round& round) {
        const auto soon = [&] { return std::chrono::microseconds(100 + round.below(3) * 100); };
        Buffer buffer(1);
        Ledger ledger(1, 2);
        Cast cast;
        for (std::size_t i = 0; i < 2; ++i) {
          cast.start(numbered("timed consumer", i + 1), [&, i, time = soon()] {
            if (const auto taken = buffer.poll_for(time)) ledger.delivered(i, taken->value());
          });
        }
        cast.start("the timed producer", [&, pause = soon(), time = soon()] {
          for (int n = 0; n < 3; ++n) {
            grading::let_pass(n == 1 ? pause : 100us);
            if (buffer.offer_for(Parcel(Ledger::mark(0, n)), time) == accepted) {
              ledger.accepted(0, n);
            }
          }
        });
        cast.await_all_finished();
        expect_equal(static_cast<std::ptrdiff_t>(buffer.size()), ledger.outstanding(),
                     "size(), beside what was accepted and not yet delivered,");
        while (const auto left = buffer.poll()) ledger.delivered(1, left->value());
        ledger.settle();
      },
      {.at_least = 60, .time = 250ms});
}

BEHAVIOUR(robust, who_gives_up_takes_no_wakeup_along,
          "what comes just as one gives up is not lost on the others that wait",
          grading::hasty_clock) {
  rounds(
      [](Round& round) {
        const bool producing = round.below(2) == 1;
        const auto time = scaled(300ms);
        Buffer buffer(1);
        if (producing) put(buffer, 1);
        bool served = false;
        Cast cast;
        Participant& impatient = cast.start("who is impatient", [&] {
          served = producing ? buffer.offer_for(Parcel(2), time) == accepted
                             : buffer.poll_for(time).has_value();
        });
        Participant& patient = cast.start(
            "who is patient", [&] { producing ? (void)put(buffer, 3) : take_some(buffer); });
        const auto act = [&] { producing ? take_some(buffer) : (void)put(buffer, 1); };
        if (explored()) {
          grading::let_pass(time / 2);
          act();
          grading::let_pass(time);  // The clock is hasty: whoever was woken may not be up yet.
        } else {
          grading::let_pass(time - std::chrono::microseconds(round.below(200)));
          act();
        }
        impatient.await_finished("a timed call does not end");
        if (served) act();
        patient.await_finished(producing ? kPlaceUnseen : kElementUnseen, Finding::lost_wakeup);
      },
      {.at_least = 40, .time = 300ms});
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

BEHAVIOUR(robust, gives_up_even_if_disturbed,
          "a timed call ends at its deadline, however often it is woken in vain before") {
  const char* const late = "woken in vain again and again, a timed call went on after its time";
  for (const bool producing : {false, true}) {
    Buffer buffer(1);
    if (producing) put(buffer, 1);
    const auto time = scaled(3s);
    std::optional<SpuriousWakes> wakes(1'000'000'000U);
    Cast cast;
    Participant& waiter = cast.start(producing ? "the timed producer" : "the timed consumer", [&] {
      const Stopwatch watch;
      const bool in_vain = producing ? buffer.offer_for(Parcel(2), time) == full
                                     : !buffer.poll_for(time).has_value();
      expect(in_vain || explored(), "woken in vain, a timed call succeeded",
             Finding::unguarded_wait);
      expect(!in_vain || watch.elapsed() >= time,
             "woken in vain, a timed call gave up before its time");
      if (explored()) expect(watch.elapsed() < time + 1s, late);  // Nothing else takes time here.
    });
    if (explored()) {
      grading::let_pass(2s);
      for (const bool give : {!producing, producing}) {  // Gone again, if nobody was quicker.
        give ? (void)buffer.offer(Parcel(3)) : (void)buffer.poll();
      }
    } else {
      expect(!outlives_its_time(waiter, time), late);
    }
    wakes.reset();
    waiter.await_finished();
    if (grading::failed()) return;
  }
}

BEHAVIOUR(robust, what_is_there_beats_the_deadline,
          "an element or a place that is there is used even if the time is up") {
  Buffer buffer(1);
  const auto check = [&](const std::string& limit, const auto& offer, const auto& poll) {
    const Stopwatch watch;
    expect_says(accepted, offer(Parcel(1)), "an offer() with a free place and " + limit);
    expect_says(full, offer(Parcel(2)), "an offer() without a free place and " + limit);
    expect_equal(value(poll()), 1, "a poll() with an element and " + limit);
    expect_equal(value(poll()), kNothing, "a poll() without an element and " + limit);
    if (explored()) expect(watch.elapsed() < 1s, "an offer() or a poll() waits, with " + limit);
  };
  const auto within = [&](const char* limit, auto time) {
    check(
        limit, [&](Parcel parcel) { return buffer.offer_for(std::move(parcel), time); },
        [&] { return buffer.poll_for(time); });
  };
  const auto before = [&](const char* limit, auto moment) {
    check(
        limit, [&](Parcel parcel) { return buffer.offer_until(std::move(parcel), moment); },
        [&] { return buffer.poll_until(moment); });
  };
  within("no time", 0s);
  within("less than no time", -5s);
  within("hours::min() of time", std::chrono::hours::min());
  within("an hour more than that", std::chrono::hours::min() + 1h);  // Overflows otherwise.
  before("a deadline in the past", steady_clock::now() - 5s);
  before("a deadline in the past of the system clock", system_clock::now() - 5s);
  before("a deadline of time_point::min()", steady_clock::time_point::min());
}

struct Shape {
  virtual ~Shape() = default;
};
struct Circle : Shape {};

BEHAVIOUR(
    robust, refused_keeps_its_argument,
    "an argument stays as it was if it is refused, even before a conversion, or is to be copied") {
  kata::BoundedBuffer<std::unique_ptr<Shape>> buffer(1);
  auto first = std::make_unique<Circle>();
  expect_says(accepted, buffer.offer(std::move(first)), "offer()");
  expect(first == nullptr, "an argument that was accepted was left behind");
  for (const bool is_closed : {false, true}) {
    if (is_closed) buffer.close();
    const auto refused = [&](const std::string& call, const auto& refuse) {
      const auto check = [&](auto argument, const std::string& what) {
        const auto* const before = argument.get();
        expect_says(is_closed ? closed : full, refuse(std::move(argument)), what);
        // NOLINTNEXTLINE(bugprone-use-after-move): that it was not is the point.
        expect(argument.get() == before, what + " was refused, and the argument is gone");
      };
      check(std::unique_ptr<Shape>(std::make_unique<Circle>()), call + " of an element");
      check(std::make_unique<Circle>(), call + " of something to be converted to an element");
    };
    refused("offer()",
            [&](auto&& item) { return buffer.offer(std::forward<decltype(item)>(item)); });
    refused("offer_for()",
            [&](auto&& item) { return buffer.offer_for(std::forward<decltype(item)>(item), 1us); });
    refused("offer_until()", [&](auto&& item) {
      return buffer.offer_until(std::forward<decltype(item)>(item), steady_clock::now() - 1s);
    });
    if (is_closed)
      refused("put()", [&](auto&& item) { return buffer.put(std::forward<decltype(item)>(item)); });
  }
  kata::BoundedBuffer<std::string> words(2);
  std::string word = "kept";
  const std::string& constant = word;
  expect_says(accepted, words.put(constant), "put() of something that may be copied");
  expect_says(accepted, words.offer(word), "offer() of something that has a name");
  expect_equal(word, "kept", "what was put by its name, without std::move,");
  expect(words.take() == "kept" && words.take() == "kept",
         "put() of something to copy, then offer() of it: something else came out");
  expect_says(accepted, words.offer("literal"), "offer() of a string literal");
  expect(words.take() == "literal", "offer() of a literal: something else came out");
}

BEHAVIOUR(robust, delivered_leaves_nothing_behind,
          "an element that was delivered is gone: the buffer keeps no trace of it alive") {
  Counted::Count alive{0};
  const auto expect_alive = [&](int expected, const char* when) {
    expect_equal(alive.load(), expected, std::string("the number of elements alive ") + when);
  };
  {
    kata::BoundedBuffer<Counted> buffer(3);
    for (int lap = 0; lap < 3; ++lap) {
      for (int i = 0; i < 3; ++i) {
        expect_says(accepted, buffer.offer(Counted(alive)), "offer()");
      }
      expect_alive(3, "with 3 inside");
      (void)buffer.take();
      expect_alive(2, "after take() with 3 inside");
      (void)buffer.poll();
      expect_alive(1, "after poll() with 2 inside");
      (void)buffer.poll_for(kLong);
      expect_alive(0, "after poll_for() with 1 inside");
    }
    expect_says(accepted, buffer.offer(Counted(alive)), "offer()");
  }
  expect_alive(0, "after the buffer was destroyed with 1 inside");
}

// Runs `call` where the `at`th move or copy of an element throws. Whether it did.
template <typename Call>
bool blows(Fuse& fuse, int at, const Call& call) {
  const Fuse::Here here(fuse);
  fuse.blow_at(at);
  try {
    call();
  } catch (const Blown&) {
    return true;
  }
  fuse.put_out();
  return false;
}

// Whether the buffer works on after an exception: asked by a thread of its own, which may hang.
bool expect_usable(const kata::BoundedBuffer<Fused>& buffer, std::size_t size, const char* call) {
  Cast cast;
  cast.start("who comes next",
             [&] {
               expect_equal(buffer.size(), size, std::string("size() after ") + call + " threw");
             })
      .await_finished(std::string(call) + " ended with an exception, and the next call hangs",
                      Finding::deadlock);
  return !grading::failed();
}

BEHAVIOUR(robust, failed_put_changes_nothing,
          "a put that ends with an element's exception has changed nothing, and others go on") {
  for (const int kind : {0, 1, 2}) {
    bool blown = true;
    for (int at = 1; blown && at < 20; ++at) {
      Fuse fuse;
      kata::BoundedBuffer<Fused> buffer(2);
      expect_says(accepted, buffer.put(Fused(1, fuse)), "put()");
      Fused item(2, fuse);
      blown = blows(fuse, at, [&] {
        expect_says(accepted,
                    kind == 0   ? buffer.put(std::as_const(item))
                    : kind == 1 ? buffer.offer(std::move(item))
                                : buffer.offer_for(std::move(item), kLong),
                    "a put");
      });
      if (at == 1) expect(blown, "a put swallowed the exception that its element threw");
      if (!expect_usable(buffer, blown ? 1 : 2, "a put")) return;
      if (!blown) continue;
      // NOLINTNEXTLINE(bugprone-use-after-move): that it was not is the point.
      expect_equal(item.value(), 2, "the element whose put threw");
      expect_says(accepted, buffer.offer(Fused(3, fuse)), "offer() after a put that threw");
      expect_says(full, buffer.offer(Fused(4, fuse)), "offer() to the full buffer");
      for (const int each : {1, 3}) {
        const auto taken = buffer.poll();
        expect(taken && taken->value() == each, "after a put that threw, the elements are others");
      }
    }
  }
}

BEHAVIOUR(robust, failed_take_loses_nothing,
          "a take that ends with an element's exception leaves the element first in the line") {
  for (const int kind : {0, 1, 2}) {
    bool blown = true;
    for (int at = 1; blown && at < 20; ++at) {
      Fuse fuse;
      kata::BoundedBuffer<Fused> buffer(2);
      for (const int each : {1, 2}) {
        expect_says(accepted, buffer.put(Fused(each, fuse)), "put()");
      }
      blown = blows(fuse, at, [&] {
        const auto taken = kind == 0   ? buffer.take()
                           : kind == 1 ? buffer.poll()
                                       : buffer.poll_for(kLong);
        fuse.put_out();
        expect(taken && taken->value() == 1, "a take did not get the first element");
      });
      if (at == 1) expect(blown, "a take swallowed the exception that its element threw");
      if (!expect_usable(buffer, blown ? 2 : 1, "a take")) return;
      const auto next = buffer.poll();
      expect(next && next->value() == (blown ? 1 : 2), "a take threw, and its element is not next");
      expect_says(accepted, buffer.offer(Fused(3, fuse)), "offer() after a take that threw");
    }
  }
}

BEHAVIOUR(robust, refuses_to_have_no_place,
          "a capacity of 0 is refused with std::invalid_argument") {
  expect_throws<std::invalid_argument>("BoundedBuffer(0)", "std::invalid_argument",
                                       [] { Buffer buffer(0); });
}

BEHAVIOUR(robust, any_number_of_places_will_do,
          "even the largest capacity works, unless the memory for its places cannot be had") {
  try {
    Buffer buffer(std::numeric_limits<std::size_t>::max());
    for (const int each : {1, 2}) {
      expect_says(accepted, buffer.offer(Parcel(each)),
                  "offer() with more places than one can count,");
    }
    expect_equal(value(buffer.poll()), 1, "poll() after that");
  } catch (const std::bad_alloc&) {     // Who makes all places beforehand has to give up,
  } catch (const std::length_error&) {  // as does a container that is asked to.
  }
}

// ---- senior: it is cheap, and nothing shakes it ------------------------------------------------

BEHAVIOUR(senior, waiting_costs_nothing, "a thread that waits sleeps: it uses no processor time") {
  Buffer hungry(1);
  Buffer stuffed(1);
  put(stuffed, 1);
  Cast cast;
  cast.start("the consumer", [&] { (void)hungry.take(); });
  cast.start("the timed consumer", [&] { (void)hungry.poll_for(kLong); });
  cast.start("the producer", [&] { (void)stuffed.put(Parcel(2)); });
  cast.start("the timed producer", [&] { (void)stuffed.offer_for(Parcel(3), kLong); });
  expect_asleep(cast);
  for (Buffer* each : {&hungry, &stuffed}) each->close();
}

BEHAVIOUR(senior, one_put_disturbs_one,
          "an element that arrives wakes one consumer and lets the others sleep") {
  Buffer buffer(2);
  expect_to_wake_one(
      "consumer", [&] { take_some(buffer); }, "an element arrived", [&] { put(buffer, 1); });
}

BEHAVIOUR(senior, one_take_disturbs_one,
          "a place that becomes free wakes one producer and lets the others sleep") {
  Buffer buffer(1);
  put(buffer, 0);
  expect_to_wake_one(
      "producer", [&] { put(buffer, 1); }, "a place became free", [&] { take_some(buffer); });
}

BEHAVIOUR(senior, who_throws_passes_the_wakeup_on,
          "one that ends with an exception does not use up the wake-up of another that waits") {
  rounds(
      [](Round& round) {
        const bool producing = round.below(2) == 1;
        const bool timed = round.below(2) == 1;
        Fuse fuse;
        kata::BoundedBuffer<Fused> buffer(1);
        if (producing) expect_says(accepted, buffer.put(Fused(0, fuse)), "put()");
        Tally blown;
        Cast cast;
        for (std::size_t i = 1; i <= 2; ++i) {
          cast.start(numbered("waiter", i), [&] {
            const Fuse::Here here(fuse);
            try {
              Fused item(1, fuse);
              const bool served =
                  producing ? (timed ? buffer.offer_for(std::move(item), kLong)
                                     : buffer.put(std::move(item))) == accepted
                            : (timed ? buffer.poll_for(kLong) : buffer.take()).has_value();
              expect(served, "one that waited was refused by an open buffer");
            } catch (const Blown&) {
              blown.add(1);
            }
          });
        }
        cast.await_quiet();
        fuse.blow_at(1);  // The first of the two that makes a move.
        if (producing) {
          expect(buffer.poll().has_value(), "poll() got nothing from a full buffer");
        } else {
          expect_says(accepted, buffer.put(Fused(2, fuse)), "put()");
        }
        cast.await_all_finished(
            "one of two that waited was woken and ended with an exception; what it was woken for "
            "is "
            "still there, and the other one sleeps on",
            Finding::lost_wakeup);
        expect_equal(blown.value(), 1, "the number of exceptions that came through");
      },
      {.at_least = 20, .time = 100ms});
}

BEHAVIOUR(senior, elements_may_call_back,
          "an element's destructor may call the buffer, wherever the buffer lets it run") {
  using Callers = kata::BoundedBuffer<Farewell>;
  auto owner = std::make_unique<Callers>(2);
  Callers& buffer = *owner;
  int calls = 0;
  std::size_t most_seen = 0;
  PutResult told = full;
  const std::function<void()> mute = [] {};
  const std::function<void()> call = [&] {
    ++calls;
    most_seen = std::max(most_seen, buffer.size());
    told = buffer.offer(Farewell(mute));
    (void)buffer.drained();
  };
  Cast cast;
  cast.start("who fills and empties it",
             [&] {
               for (int lap = 0; lap < 3; ++lap) {
                 for (int i = 0; i < 3; ++i) (void)buffer.offer(Farewell(call));
                 while (buffer.poll().has_value()) {
                 }
               }
               expect_equal(calls, 9, "the number of elements destroyed, refused ones included,");
             })
      .await_finished("an element's destructor called the buffer, and hangs", Finding::deadlock);
  calls = 0;
  most_seen = 0;
  cast.start("who destroys it",
             [&] {
               for (int i = 0; i < 2; ++i) (void)buffer.offer(Farewell(call));
               owner.reset();
             })
      .await_finished("the buffer is destroyed, an element in it called it, and hangs",
                      Finding::deadlock);
  expect_equal(calls, 2, "the number of elements destroyed with their buffer");
  expect_equal(most_seen, 0U, "size() for elements that die with their buffer");
  expect_says(closed, told, "offer() by an element that dies with its buffer");
}

BEHAVIOUR(senior, may_be_destroyed_at_once,
          "it may be destroyed as soon as the last take has returned, even if the put or close "
          "that let it go has not") {
  rounds(
      [](Round& round) {
        const int way = static_cast<int>(round.below(4));  // To let it go: close() is one.
        const bool closing = way == 0;
        const bool timed = round.below(2) == 1;
        auto buffer = std::make_unique<Buffer>(1);
        StartLine line(2);
        Cast cast;
        cast.start(closing ? "who closes" : "who puts", [&line, way, target = buffer.get()] {
          line.wait();
          if (way == 0) return target->close();
          expect_says(accepted,
                      way == 1   ? target->put(Parcel(1))
                      : way == 2 ? target->offer(Parcel(1))
                                 : target->offer_for(Parcel(1), kLong),
                      "a put");
        });
        line.wait();
        expect_equal(value(timed ? buffer->poll_for(kLong) : buffer->take()),
                     closing ? kNothing : Got(1), "what the last take got");
        buffer.reset();
      },
      {.at_least = 60, .time = 150ms});
}

}  // namespace
