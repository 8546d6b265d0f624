// Finds macros of a learner's header that would change the code of its grader: `#define expect(...)
// true` makes every expectation hold.
//
// Thread-safety: pure functions.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

// False if the header's directives are `#pragma once` and includes of the standard library alone:
// then there is nothing to look for.
[[nodiscard]] bool may_define_macros(std::string_view header);

struct CapturedWord {
  std::string word;
  std::filesystem::path file;  // Where the macro is defined: the header or what it includes.
  int line = 0;
};

// The first word of the grader's code that `header` leaves behind defined, or takes a definition
// away from. `preprocessed`: what the compiler makes of the grader with -E -dD.
[[nodiscard]] std::optional<CapturedWord> captured_word(std::string_view preprocessed,
                                                        const std::filesystem::path& header,
                                                        std::string_view grader);

// What `header` and the files that it includes come to, system headers left out.
struct OwnCode {
  struct Line {
    std::filesystem::path file;
    int line = 0;
  };
  std::string text;
  std::vector<Line> lines;                   // Where each line of `text` comes from.
  std::vector<std::filesystem::path> files;  // Also those that come to nothing.
};

[[nodiscard]] OwnCode own_code(std::string_view preprocessed, const std::filesystem::path& header);

}  // namespace runner
