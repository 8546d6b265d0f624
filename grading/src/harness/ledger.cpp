#include "grading/props/ledger.h"

#include <algorithm>
#include <map>
#include <string>

#include "grading/expect.h"

namespace grading {

namespace {

constexpr int kMost = 1'000;

std::string in_words(int value) {
  if (value < 0) return "something that is no element";
  return "element " + std::to_string(value % kMost + 1) + " of producer " +
         std::to_string(value / kMost + 1);
}

}  // namespace

Ledger::Ledger(std::size_t producers, std::size_t consumers)
    : accepted_(producers), delivered_(consumers) {}

int Ledger::mark(std::size_t producer, int number) {
  return static_cast<int>(producer) * kMost + number;
}

void Ledger::accepted(std::size_t producer, int number) {
  accepted_[producer].push_back(mark(producer, number));
}

void Ledger::delivered(std::size_t consumer, int value) { delivered_[consumer].push_back(value); }

bool Ledger::settle() const {
  const std::string fault = first_fault();
  return expect(fault.empty(), fault);
}

std::ptrdiff_t Ledger::outstanding() const {
  std::ptrdiff_t balance = 0;
  for (const auto& page : accepted_) balance += std::ssize(page);
  for (const auto& page : delivered_) balance -= std::ssize(page);
  return balance;
}

std::string Ledger::first_fault() const {
  std::map<int, int> copies;  // Deliveries of each accepted element.
  for (const auto& page : accepted_) {
    for (const int value : page) copies[value] = 0;
  }
  for (const auto& page : delivered_) {
    std::map<int, int> last;  // By producer.
    for (const int value : page) {
      const auto known = copies.find(value);
      if (known == copies.end()) return in_words(value) + " was delivered, but never accepted";
      if (++known->second > 1) return in_words(value) + " was delivered twice";
      const auto [before, first] = last.try_emplace(value / kMost, value);
      if (!first && before->second > value)
        return in_words(value) + " was delivered after " + in_words(before->second) +
               ", to the same consumer";
      before->second = value;
    }
  }
  const auto lost =
      std::ranges::find_if(copies, [](const auto& entry) { return entry.second == 0; });
  if (lost == copies.end()) return {};
  return in_words(lost->first) + " was accepted, but never delivered";
}

}  // namespace grading
