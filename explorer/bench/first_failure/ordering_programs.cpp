// Compiled for exploration, like a program under test.
#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "explorer/controls.h"
#include "programs.h"

namespace first_failure {
namespace {

void join_all(std::vector<std::thread>& threads) {
  for (std::thread& thread : threads) thread.join();
}

// Fails where the reader comes after a first half and before every second half.
void set_in_two_halves(int writers) {
  std::atomic<int> left = 0;
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < writers; ++i) {
    threads.emplace_back([&] {
      left.store(1);
      right.store(1);
    });
  }
  threads.emplace_back([&] {
    if (left.load() != right.load()) explorer::fail("only half of it was set");
  });
  join_all(threads);
}
void two_halves_two_writers() { set_in_two_halves(2); }
void two_halves_nine_writers() { set_in_two_halves(9); }

void busy(std::atomic<int>& counter, int turns) {
  for (int i = 0; i < turns; ++i) counter.fetch_add(1);
}

// What matters is over after the first few steps of many.
void early_in_a_long_run() {
  std::atomic<int> flag = 0;
  std::atomic<int> counter = 0;
  std::vector<std::thread> threads;
  threads.emplace_back([&] {
    flag.store(1);
    flag.store(0);
    busy(counter, 30);
  });
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      if (flag.load() == 1) explorer::fail("saw the flag up");
      busy(counter, 30);
    });
  }
  join_all(threads);
}

// The threads must take turns four times, at the right moments of their own work.
void four_turns_in_a_row() {
  std::atomic<int> turn = 0;
  std::atomic<int> counter = 0;
  const auto play = [&](int first) {
    for (int mine = first; mine < 4; mine += 2) {
      busy(counter, 2);
      int expected = mine;
      turn.compare_exchange_strong(expected, mine + 1);
    }
  };
  std::thread even(play, 0);
  std::thread odd(play, 1);
  even.join();
  odd.join();
  if (turn.load() == 4) explorer::fail("all four turns were taken in order");
}

// A stack of numbered nodes whose pop compares the head only: it may have gone and come back.
class Stack {
 public:
  void push(int node) {
    int head = head_.load();
    do next_[static_cast<std::size_t>(node)].store(head);
    while (!head_.compare_exchange_weak(head, node));
  }
  int pop() {
    int head = head_.load();
    while (head != kNone) {
      const int next = next_[static_cast<std::size_t>(head)].load();
      if (head_.compare_exchange_weak(head, next)) return head;
    }
    return kNone;
  }
  static constexpr int kNone = -1;

 private:
  std::atomic<int> head_ = kNone;
  std::array<std::atomic<int>, 3> next_{};
};

void head_that_went_and_came_back() {
  Stack stack;
  std::array<std::atomic<int>, 3> owners{};
  for (int node = 0; node < 3; ++node) stack.push(node);
  const auto own = [&](int node) {
    if (node == Stack::kNone) return;
    if (owners[static_cast<std::size_t>(node)].fetch_add(1) > 0) explorer::fail("popped twice");
  };
  std::thread one([&] { own(stack.pop()); });
  std::thread other([&] {
    const int first = stack.pop();
    own(stack.pop());
    if (first != Stack::kNone) stack.push(first);
  });
  one.join();
  other.join();
  for (int node = stack.pop(); node != Stack::kNone; node = stack.pop()) own(node);
}

void check_then_act() {
  std::atomic<int> tickets = 1;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      if (tickets.load() > 0 && tickets.fetch_sub(1) < 1) explorer::fail("sold twice");
    });
  }
  join_all(threads);
}

// Peterson's lock with the two lines of its entry exchanged.
void turn_before_interest() {
  std::array<std::atomic<bool>, 2> interested{};
  std::atomic<std::size_t> turn = 0;
  std::atomic<int> inside = 0;
  const auto enter = [&](std::size_t me) {
    turn.store(1 - me);
    interested[me].store(true);
    while (interested[1 - me].load() && turn.load() == 1 - me) std::this_thread::yield();
    if (inside.fetch_add(1) > 0) explorer::fail("both inside");
    inside.fetch_sub(1);
    interested[me].store(false);
  };
  std::thread one(enter, 0);
  std::thread other(enter, 1);
  one.join();
  other.join();
}

constexpr std::array kPrograms{
    Program{"two_halves_two_writers", &two_halves_two_writers},
    Program{"two_halves_nine_writers", &two_halves_nine_writers},
    Program{"early_in_a_long_run", &early_in_a_long_run},
    Program{"four_turns_in_a_row", &four_turns_in_a_row},
    Program{"head_that_went_and_came_back", &head_that_went_and_came_back},
    Program{"check_then_act", &check_then_act},
    Program{"turn_before_interest", &turn_before_interest}};

}  // namespace

std::span<const Program> ordering_programs() { return kPrograms; }

}  // namespace first_failure
