// Small operations on text: width on screen, wrapping, nearest names, quoting.
//
// Pure functions. Text is UTF-8; bytes that are not are tolerated and count as one column each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

// Columns that `text` takes on a terminal. Colour sequences take none.
[[nodiscard]] std::size_t display_width(std::string_view text);

// `text` followed by as many spaces as bring it to `width` columns.
[[nodiscard]] std::string pad_to(std::string_view text, std::size_t width);

// Cuts `text` to at most `width` columns, the last of which is then "…".
[[nodiscard]] std::string cut_to(std::string_view text, std::size_t width);

// Breaks at spaces into lines of at most `width` columns; a longer word keeps a line of its own.
// Runs of white space become one space. Empty text gives no line. The first line has `taken`
// columns less.
[[nodiscard]] std::vector<std::string> wrap(std::string_view text, std::size_t width,
                                            std::size_t taken = 0);

// Wraps, puts `first` before the first line and `rest` before each other, and ends lines with \n.
[[nodiscard]] std::string indent_wrapped(std::string_view text, std::size_t width,
                                         std::string_view first, std::string_view rest);

[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);
[[nodiscard]] std::string_view trim(std::string_view text);
[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view between);

// Bytes that are not valid UTF-8 become U+FFFD: what goes into JSON and XML must be text.
[[nodiscard]] std::string valid_utf8(std::string_view text);

// Without terminal control: escape sequences are dropped, other control characters but newline and
// tab become "?". What the learner's code printed must not move the reader's cursor.
[[nodiscard]] std::string printable(std::string_view text);

// At most three of `names` that `wrong` was probably meant to be, best first. Counts insertions,
// deletions, replacements and swaps of neighbours; a name that begins with `wrong` is near too.
[[nodiscard]] std::vector<std::string> nearest(std::string_view wrong,
                                               const std::vector<std::string>& names);

// "Did you mean a, b or c?" for nearest names; empty when there are none.
[[nodiscard]] std::string did_you_mean(std::string_view wrong,
                                       const std::vector<std::string>& names);

// 20000 -> "20,000".
[[nodiscard]] std::string grouped(std::uint64_t number);

// As a POSIX shell must read it to get `text` back.
[[nodiscard]] std::string shell_quoted(std::string_view text);

}  // namespace runner
