// The books of a stream of elements between producers and consumers: what was accepted has to be
// delivered, exactly once, and one producer's elements in order.
//
//   Ledger ledger(2, 1);                        // Two producers, one consumer.
//   Producer 1: if (put(ledger.mark(1, n))) ledger.accepted(1, n);
//   Consumer 0: ledger.delivered(0, take());
//   When all have been joined: ledger.settle();
//
// Thread-safety: each producer and each consumer is one thread at a time and writes a page of its
// own; nothing here orders threads, which would hide races. settle() requires that they are joined.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace grading {

class Ledger {
 public:
  Ledger(std::size_t producers, std::size_t consumers);

  // The value that stands for the `number`th element of `producer`. Requires: 0 <= number < 1000.
  [[nodiscard]] static int mark(std::size_t producer, int number);

  // Requires: numbers of one producer grow.
  void accepted(std::size_t producer, int number);

  // `value` may be anything that arrived, mark or not.
  void delivered(std::size_t consumer, int value);

  // Balances the books. The first thing wrong is recorded as a failure, in words; false then.
  bool settle() const;

  // How many were accepted and not delivered. Requires: all threads are joined.
  [[nodiscard]] std::ptrdiff_t outstanding() const;

 private:
  [[nodiscard]] std::string first_fault() const;

  std::vector<std::vector<int>> accepted_;   // Marks, by producer.
  std::vector<std::vector<int>> delivered_;  // Whatever arrived, by consumer.
};

}  // namespace grading
