#include "strength/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "strength/figures.h"
#include "strength/page_tables.h"
#include "system/text.h"

namespace runner {

namespace {

constexpr std::size_t kColumns = 100;

constexpr std::string_view kOpening =
    R"(<!-- Made by `./kata strength` of grader-strength.json. Not to be edited: measure again. -->
# How strong the graders are

A grader that nobody has tested is an opinion. Every kata here comes with wrong solutions, each a
mistake that a real person makes, with the finding that it deserves on its first line; and with right
ones, in styles that its author would not have chosen. This page says what becomes of them, and what
becomes of the same files when they meet what people use where there is no grader.

)";

constexpr std::string_view kHow = R"(
**How it was measured.** *The explorer alone* is a whole `kata grade --stage explorer`, all behaviours
in their order, until the first one failed. *The plain test* is `graders/<kata>/<kata>_plain_test.cpp`:
what a careful engineer would ask for in a pull request, an ordinary GoogleTest program with a few
threads that knows nothing of this project. It is run three times as it is; and once under
ThreadSanitizer, compiled with `-O1 -g`, repeated without a pause until something fails, a race is
reported or nothing moves any more, which also counts as caught; on a busy machine it gets more
time, until it has had half of it as processor time. Right solutions are put through both, too. Times
are from the program's start; compiling is not counted, for either side. A run that hangs takes a
second and a half to be recognised as such.
)";

std::string headline_words(const StrengthRecord& record) {
  const Headline sum = headline(record);
  std::string words = fmt::format(
      "\nOf the {} wrong solutions that the explorer is bound to catch, it catches {} in each of "
      "{} "
      "seeds, in\nthe behaviour and with the finding that was declared beforehand. "
      "ThreadSanitizer, given the same behaviours\non real threads with {} seeds, catches {}; "
      "both together {} of {}. Until its first failure a grading takes\n{} schedules in the "
      "median.\n",
      sum.bound, sum.in_every_seed, sum.seeds, sum.tsan_seeds, sum.by_tsan, sum.by_either,
      sum.faults, grouped(sum.median_schedules));
  if (sum.unmeasured > 0) {
    words += fmt::format("\n{} wrong solutions have not been measured yet.\n", sum.unmeasured);
  }
  return words;
}

std::string strawmen(const StrengthRecord& record) {
  std::size_t all = 0;
  std::string list;
  for (const KataFigures& kata : record.katas) {
    std::vector<std::string> names;
    for (const FaultFigures& fault : kata.faults) {
      const bool always = fault.plain.asked > 0 && fault.plain.caught == fault.plain.asked;
      if (always) names.push_back(fmt::format("`{}`", fault.name));
    }
    if (names.empty()) continue;
    all += names.size();
    list +=
        indent_wrapped(fmt::format("{}: {}", kata.title, join(names, ", ")), kColumns, "- ", "  ");
  }
  if (all == 0) return {};
  return fmt::format(
      "\n{} wrong solutions fail the plain test in every run: it asks for just what they get "
      "wrong. They stay in\nthe zoo, since a grader must not miss them either, and are left out "
      "of the last column above:\n\n{}",
      all, list);
}

std::string diagnosis(const StrengthRecord& record) {
  const Headline sum = headline(record);
  return fmt::format(
             "\n## Is the first line of the verdict the true cause?\n\nIn {} of {} cases ({}). "
             "Rows are what a wrong solution declares, columns what a whole grading by the\n"
             "explorer names first; where several findings are declared, each of them counts as "
             "the first.\n\n",
             sum.first_line_right, sum.faults, percent(sum.first_line_right, sum.faults)) +
         confusion_table(record);
}

std::string right_solutions(const StrengthRecord& record) {
  std::size_t solutions = 0;
  std::vector<std::string> plain;
  for (const KataFigures& kata : record.katas) {
    solutions += kata.right.size();
    for (const RightFigures& right : kata.right) {
      if (right.plain.caught + right.stress.caught == 0) continue;
      plain.push_back(fmt::format("`{}/{}` ({})", kata.slug, right.name,
                                  right.stress.caught > 0 ? right.stress.how : right.plain.how));
    }
  }
  std::string text = fmt::format(
      "\n## Are right solutions ever rejected?\n\n{} right solutions, the references and the "
      "accepted variants, graded with another seed each time:\n\n",
      solutions);
  text += false_alarm_table(record);
  if (!plain.empty()) {
    text += fmt::format("\nThe plain test or its stress loop rejects {}.\n", join(plain, ", "));
  }
  return text;
}

std::string mutants(const StrengthRecord& record) {
  const std::string table = mutation_table(record);
  if (table.empty()) return {};
  return "\n## Mutants of the references\n\nSmall changes that `kata mutate` makes in a reference, "
         "each compiled and graded.\n\n" +
         table;
}

}  // namespace

std::string strength_page(const StrengthRecord& record) {
  std::string page(kOpening);
  page += headline_table(record);
  page += headline_words(record);
  page += "\n" + kata_summary_table(record);
  page += kHow;
  page += fmt::format("Measured on {} with {}.\n", record.machine, record.compiler);
  page += strawmen(record);
  page += diagnosis(record);
  page += right_solutions(record);
  page += mutants(record);
  for (const KataFigures& kata : record.katas) {
    page += fmt::format("\n## {}\n\n", kata.title);
    page += fault_table(kata);
  }
  return page;
}

}  // namespace runner
