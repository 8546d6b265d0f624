#include "output/markdown/markdown.h"

#include <gtest/gtest.h>

#include "golden.h"
#include "system/text.h"

namespace runner {
namespace {

constexpr const char* kDocument = R"(# Counting semaphore

<!-- for authors:
not shown -->
> "Write me the thing
> that lets eight of them in."

Say `acquire()`, **strongly** and *softly*, with [a page](docs/x.md) and
[a site](https://example.org/a_b_c); snake_case_words stay.

## What it does

| Call | What it does |
|---|---|
| `acquire()` | takes a permit, waits for one if need be, and comes back when it has one |
| `release(n = 1)` | puts `n` permits back \| gives them to waiters |

- first item that is long enough to be wrapped at sixty columns, twice even
- second
  1. nested
  2. nested too

```cpp
Semaphore s{8};   // *not emphasis*
  indented();
```

---
The end.
)";

std::string plain(std::string_view markdown, int width = 60) {
  return render_markdown(markdown, {.color = false, .width = width});
}

TEST(Markdown, without_colour) { expect_golden("markdown", plain(kDocument)); }
TEST(Markdown, on_a_narrow_screen) { expect_golden("markdown-40-columns", plain(kDocument, 40)); }
TEST(Markdown, with_colour) {
  expect_golden("markdown-colour", render_markdown(kDocument, {.color = true, .width = 60}));
}

TEST(Markdown, prose_and_tables_fit_the_screen) {
  for (const std::string& line : split_lines(plain(kDocument, 40))) {
    EXPECT_LE(display_width(line), 40U) << line;
  }
}

TEST(Markdown, code_is_left_as_it_is) {
  EXPECT_NE(plain(kDocument).find("    Semaphore s{8};   // *not emphasis*\n      indented();\n"),
            std::string::npos);
}

TEST(Markdown, what_is_not_closed_is_shown_as_it_stands) {
  EXPECT_EQ(plain("a `b **c [d](e"), "a `b **c [d](e\n");
  EXPECT_EQ(plain("```\ncode without end"), "    code without end\n");
  EXPECT_EQ(plain("2 * 3 * 4 = 24"), "2 * 3 * 4 = 24\n");
  EXPECT_EQ(plain(""), "");
}

TEST(Markdown, escape_sequences_in_a_document_have_no_effect) {
  EXPECT_EQ(plain("a\x1b[2Jb"), "ab\n");
}

}  // namespace
}  // namespace runner
