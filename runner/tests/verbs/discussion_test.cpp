#include "verbs/common/discussion.h"

#include <gtest/gtest.h>

namespace runner {
namespace {

TEST(Discussion, questions_are_what_is_bold_at_the_beginning_of_a_paragraph) {
  const auto questions = discussion_questions(
      "# Discussion\n\n**Not a question.** Two designs.\n\n"
      "## Follow-up questions\n\n"
      "**\"What if nobody\nreleases?\"** A guard. Names **RAII**.\n\n"
      "A paragraph **with** bold words.\n\n"
      "- **Make it faster.** Measure first.\n"
      "- **Cancel it.** A third way out.\n\n"
      "## Further reading\n\n**A book.** About semaphores.\n");
  EXPECT_EQ(questions, (std::vector<std::string>{"What if nobody releases?", "Make it faster.",
                                                 "Cancel it."}));
}

TEST(Discussion, without_a_section_of_questions_there_are_none) {
  EXPECT_TRUE(discussion_questions("").empty());
  EXPECT_TRUE(discussion_questions("# Discussion\n\n**Bold.** Words.\n").empty());
  EXPECT_TRUE(discussion_questions("## Questions\n\n**never closed\n").empty());
}

}  // namespace
}  // namespace runner
