// What people use where there is no grader: a functional GoogleTest program, run once, or again and
// again under ThreadSanitizer.
//
// The test of a kata is graders/<slug>/<slug>_plain_test.cpp. It knows nothing of grading/; here it
// is compiled as its author would do it, with -O1 -g, against somebody's header.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "build/toolkit.h"
#include "catalog/catalog.h"

namespace runner {

// What became of one test session.
struct PlainOutcome {
  enum class How : std::uint8_t {
    passed,
    failed,   // An assertion did not hold.
    race,     // ThreadSanitizer complained, of whatever.
    crashed,  // It was ended by a signal, or ended itself.
    hung,     // Nothing moved any more.
    not_compiled,
    interrupted,
  };
  How how = How::passed;
  std::int64_t milliseconds = 0;  // From the program's start to its end.
  std::uint64_t rounds = 0;       // Of the whole test, the last one included; 0 if not known.
  std::string words;              // The first line of what it said; may be empty.

  // A test that does not compile, or did not get to its end, has caught nothing.
  [[nodiscard]] bool caught() const {
    return how == How::failed || how == How::race || how == How::crashed || how == How::hung;
  }
};

[[nodiscard]] const char* name(PlainOutcome::How how);

[[nodiscard]] std::filesystem::path plain_test_of(const Layout& layout, const Kata& kata);

// Thread-safety: members may be called from several threads at once.
class PlainTests {
 public:
  // Precompiles GoogleTest for both ways of building, below `scratch`, which outlives this object.
  // Blocks for seconds. Throws UserError when a toolkit is missing or does not work.
  PlainTests(const Layout& layout, std::filesystem::path scratch);

  // The test as it is, so many `times`. A run that has not ended after `limit` has hung.
  [[nodiscard]] std::vector<PlainOutcome> plain(const Kata& kata,
                                                const std::filesystem::path& header, int times,
                                                std::chrono::seconds limit) const;

  // The test under ThreadSanitizer until it fails, for `length`; on a busy machine until it has had
  // half of that as processor time, at most three times as long. A round that then takes as long
  // again has hung.
  [[nodiscard]] PlainOutcome stress(const Kata& kata, const std::filesystem::path& header,
                                    std::chrono::seconds length) const;

 private:
  struct Way {
    Toolkit toolkit;
    std::filesystem::path prelude;
  };

  [[nodiscard]] Way prepare(const Layout& layout, Stage stage) const;
  // The program below `folder`, or nothing when it does not compile: then `words` says why.
  [[nodiscard]] std::optional<std::filesystem::path> build(const Way& way, const Kata& kata,
                                                           const std::filesystem::path& header,
                                                           std::chrono::seconds length,
                                                           const std::filesystem::path& folder,
                                                           std::string& words) const;
  [[nodiscard]] std::vector<PlainOutcome> build_and_run(const Way& way, const Kata& kata,
                                                        const std::filesystem::path& header,
                                                        bool again, int times,
                                                        std::chrono::seconds length) const;

  Layout layout_;
  std::filesystem::path scratch_;
  Way plain_;
  Way sanitized_;
};

}  // namespace runner
