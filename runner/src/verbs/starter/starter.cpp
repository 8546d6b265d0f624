#include "verbs/starter/starter.h"

#include <nlohmann/json.hpp>

namespace runner {

namespace {

// Templates say @slug@, @Class@ and @title@ where these belong; @include@ keeps what a grader
// includes from looking like an include of this file.
constexpr std::string_view kBrief = R"(# @title@

> "Here the interviewer asks the question, the way it is asked in the room."

You write `kata::@Class@` in @slug@.h. The comments there are the contract; this page says what
matters about it.

## The contract in short

| Call | What it does |
|---|---|
| `add(n)` | adds `n` to the count; any number of threads at once |
| `value()` | the sum of all that was added so far |

## Three tiers

**Core**: it works. No addition is lost, however many threads add.

**Robust** and **senior**: say here what they mean for this kata, once their behaviours exist.

## Start

    ./kata grade @slug@
    ./kata hint @slug@
)";

constexpr std::string_view kStub = R"(// One sentence: what this is.
//
// Thread-safety: every member may be called by any number of threads at once, except construction
//   and destruction.
// Requires: nothing.
// Blocking: no call waits for another thread's work.
// Memory ordering: what a thread did before add() is visible to whoever sees the sum in value().
// Destruction: when no other call is running.
// Errors: none.
#pragma once

#include <stdexcept>

namespace kata {

class @Class@ {
 public:
  // Adds `n` to the count.
  void add(int /*n*/) { throw std::logic_error("not implemented"); }

  // The sum of all that was added so far.
  [[nodiscard]] int value() const { throw std::logic_error("not implemented"); }
};

}  // namespace kata
)";

constexpr std::string_view kHints = R"(# Hints

## Hint 1: what is shared?

Name what more than one thread touches, and what must be true of it between two calls.

## Hint 2: an outline

One number, one mutex. Every access to the number happens while the mutex is held.
)";

constexpr std::string_view kGrader =
    R"(// What a kata::@Class@ has to do. Sentences are what learners see; they state the contract and
// nothing about how it is met.
@include@ "grading/grader.h"

@include@ "@slug@.h"

namespace {

using grading::by_stage;
using grading::Cast;
using grading::expect_equal;
using grading::StartLine;
using kata::@Class@;

BEHAVIOUR(core, counts_every_addition, "the sum holds every addition, however many threads add") {
  // Much on real threads; little, but in every order, under the explorer.
  const int threads = by_stage(4, 2);
  const int additions = by_stage(500, 2);
  @Class@ counter;
  StartLine start(threads);
  Cast cast;
  for (int i = 0; i < threads; ++i) {
    cast.start("an adder", [&] {
      start.wait();
      for (int n = 0; n < additions; ++n) counter.add(1);
    });
  }
  cast.await_all_finished();
  expect_equal(counter.value(), threads * additions, "value() after all have added");
}

}  // namespace
)";

constexpr std::string_view kPlainTest =
    R"(// The test that a careful engineer would ask for in a pull request. It is what the grader is
// compared with, run once and run again and again under ThreadSanitizer.
@include@ "@slug@.h"

@include@ <gtest/gtest.h>

@include@ <thread>

namespace {

using kata::@Class@;

TEST(Plain@Class@, adds_up) {
  @Class@ counter;
  counter.add(2);
  counter.add(3);
  EXPECT_EQ(counter.value(), 5);
}

TEST(Plain@Class@, adds_up_between_threads) {
  @Class@ counter;
  std::thread other([&] { counter.add(1); });
  counter.add(1);
  other.join();
  EXPECT_EQ(counter.value(), 2);
}

}  // namespace
)";

constexpr std::string_view kReference =
    R"(// Reference solution: a number and the mutex that guards it.
#pragma once

#include <mutex>

namespace kata {

class @Class@ {
 public:
  void add(int n) {
    const std::lock_guard lock(mutex_);
    value_ += n;
  }

  [[nodiscard]] int value() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  int value_ = 0;  // Guarded by mutex_.
};

}  // namespace kata
)";

constexpr std::string_view kDiscussion = R"(# @title@: discussion

## Why this design

Say what the reference does and which pressure made it so.

## Alternatives

Name at least one, when it is better, and what it costs.

## Follow-up questions

- **The question an interviewer asks next?** What a strong answer names.
)";

constexpr std::string_view kFaulty = R"(// expect: data_race in counts_every_addition
//
// "It is only one number." Nobody orders the accesses, so additions get lost.
#pragma once

namespace kata {

class @Class@ {
 public:
  void add(int n) { value_ += n; }
  [[nodiscard]] int value() const { return value_; }

 private:
  int value_ = 0;
};

}  // namespace kata
)";

constexpr std::string_view kAccepted = R"(// accept: core
// Passes every tier there is.
//
// Style: an atomic number instead of a mutex.
#pragma once

#include <atomic>

namespace kata {

class @Class@ {
 public:
  void add(int n) { value_.fetch_add(n); }
  [[nodiscard]] int value() const { return value_.load(); }

 private:
  std::atomic<int> value_{0};
};

}  // namespace kata
)";

std::string filled(std::string_view pattern, std::string_view slug, const std::string& title) {
  const std::pair<std::string, std::string> values[] = {{"@slug@", std::string(slug)},
                                                        {"@Class@", class_name(slug)},
                                                        {"@title@", title},
                                                        {"@include@", "#include"}};
  std::string text(pattern);
  for (const auto& [mark, value] : values) {
    for (std::size_t at = text.find(mark); at != std::string::npos;
         at = text.find(mark, at + value.size())) {
      text.replace(at, mark.size(), value);
    }
  }
  return text;
}

std::string manifest(const std::string& title) {
  const nlohmann::ordered_json document = {{"title", title},
                                           {"summary", "One line that says what is to be built."},
                                           {"level", 1},
                                           {"minutes", 30},
                                           {"requires", nlohmann::json::array()},
                                           {"concepts", {"mutual exclusion"}}};
  return document.dump(2) + "\n";
}

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

}  // namespace

std::string class_name(std::string_view slug) {
  std::string name;
  bool first = true;
  for (const char c : slug) {
    if (c != '_') name += first ? upper(c) : c;
    first = c == '_';
  }
  return name;
}

std::string title_of(std::string_view slug) {
  std::string title(slug);
  for (char& c : title) {
    if (c == '_') c = ' ';
  }
  if (!title.empty()) title[0] = upper(title[0]);
  return title;
}

std::vector<StarterFile> starter_files(std::string_view slug, const std::string& title) {
  const std::filesystem::path name(slug);
  const std::string header = std::string(slug) + ".h";
  const auto in = [&](const char* tree) { return std::filesystem::path(tree) / name; };
  return {
      {in("katas") / "README.md", filled(kBrief, slug, title)},
      {in("katas") / header, filled(kStub, slug, title)},
      {in("katas") / "kata.json", manifest(title)},
      {in("katas") / "hints.md", filled(kHints, slug, title)},
      {in("graders") / (std::string(slug) + "_grader.cpp"), filled(kGrader, slug, title)},
      {in("graders") / (std::string(slug) + "_plain_test.cpp"), filled(kPlainTest, slug, title)},
      {in("graders") / "faulty" / "no_lock" / header, filled(kFaulty, slug, title)},
      {in("graders") / "accepted" / "atomic" / header, filled(kAccepted, slug, title)},
      {in("solutions") / header, filled(kReference, slug, title)},
      {in("solutions") / "README.md", filled(kDiscussion, slug, title)},
  };
}

}  // namespace runner
