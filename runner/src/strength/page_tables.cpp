#include "strength/page_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>
#include <vector>

#include "strength/figures.h"
#include "system/text.h"

namespace runner {

namespace {

std::string row(const std::vector<std::string>& cells) {
  return "| " + join(cells, " | ") + " |\n";
}

// The first column is text, the others are numbers or short words.
std::string head(const std::vector<std::string>& cells) {
  return row(cells) + row(std::vector<std::string>(cells.size(), "---"));
}

std::string share(const WayFigures& way) {
  return fmt::format("{} of {} ({})", way.caught, way.asked, percent(way.caught, way.asked));
}

std::string time_of(const WayFigures& way) {
  return way.caught == 0 ? "–" : seconds(way.median_milliseconds);
}

std::string code(const std::string& word) { return word.empty() ? "–" : "`" + word + "`"; }

// Of the heading with that text.
std::string anchor(const std::string& heading) {
  std::string text;
  for (const char letter : heading) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == ' ') {
      text += '-';
    } else if (std::isalnum(byte) != 0 || letter == '-' || letter == '_') {
      text += static_cast<char>(std::tolower(byte));
    }
  }
  return text;
}

// A bar would end the cell.
std::string cell(std::string text) {
  for (std::size_t i = 0; (i = text.find('|', i)) != std::string::npos; i += 2) {
    text.insert(i, "\\");
  }
  return text;
}

std::string explorer_cell(const FaultFigures& fault) {
  const StageFigures& stage = fault.explorer;
  std::string words = fmt::format("{}/{}", stage.declared, stage.asked);
  if (stage.schedules > 0) {
    words +=
        fmt::format(", schedule {}, {}", grouped(stage.schedules), seconds(stage.milliseconds));
  }
  return words;
}

std::string rival_cell(const RivalFigures& rival) {
  if (rival.caught == 0) return "passes";
  const std::string times = rival.asked > 1 ? fmt::format(" {}/{}", rival.caught, rival.asked) : "";
  return fmt::format("{}{}, {}", rival.how, times, seconds(rival.milliseconds));
}

std::string first_line_cell(const FaultFigures& fault) {
  if (fault.grading.finding.empty()) return "**passes**";
  const std::string mark = fault.declares(fault.grading.finding) ? "" : " (not as declared)";
  return fmt::format("`{}`{}, {}", fault.grading.finding, mark,
                     seconds(fault.grading.milliseconds));
}

}  // namespace

std::string seconds(std::int64_t milliseconds) {
  return fmt::format("{:.1f} s",
                     static_cast<double>(std::max<std::int64_t>(milliseconds, 50)) / 1000);
}

std::string percent(int part, int whole) {
  return whole == 0 ? "–" : fmt::format("{} %", 100 * part / whole);
}

std::string headline_table(const StrengthRecord& record) {
  const Headline sum = headline(record);
  std::string table = head(
      {"", "rejected", "time to the first failure (median)", "of those that pass the plain test"});
  table += row({"**`kata grade`, the explorer alone**", "**" + share(sum.grading) + "**",
                time_of(sum.grading), "**" + share(sum.grading_of_subtle) + "**"});
  table += row({fmt::format("the plain test under ThreadSanitizer, again and again for {} s",
                            record.stress_seconds),
                share(sum.stress), time_of(sum.stress), share(sum.stress_of_subtle)});
  table += row({"the plain test, three times", share(sum.plain), time_of(sum.plain), "–"});
  return table;
}

std::string kata_summary_table(const StrengthRecord& record) {
  std::string table = head({"kata", "wrong solutions", "explorer", "stress", "plain test",
                            "first line is the true cause"});
  for (const KataFigures& kata : record.katas) {
    StrengthRecord alone;
    alone.katas = {kata};
    const Headline sum = headline(alone);
    const auto number = [](const WayFigures& way) { return fmt::format("{}", way.caught); };
    table +=
        row({fmt::format("[{}](#{})", kata.title, anchor(kata.title)),
             fmt::format("{}", sum.faults + sum.unmeasured), number(sum.grading),
             number(sum.stress), number(sum.plain), percent(sum.first_line_right, sum.faults)});
  }
  return table;
}

std::string confusion_table(const StrengthRecord& record) {
  const Confusion table = confusion(record);
  std::set<std::string> observed;
  for (const auto& [declared, row_of] : table) {
    for (const auto& [finding, times] : row_of) observed.insert(finding);
  }
  std::vector<std::string> cells = {"declared"};
  for (const std::string& finding : observed) {
    cells.push_back(finding.empty() ? "not rejected" : code(finding));
  }
  std::string text = head(cells);
  for (const auto& [declared, row_of] : table) {
    cells = {code(declared)};
    for (const std::string& finding : observed) {
      const auto found = row_of.find(finding);
      const int times = found == row_of.end() ? 0 : found->second;
      cells.push_back(times == 0            ? ""
                      : declared == finding ? fmt::format("**{}**", times)
                                            : fmt::format("{}", times));
    }
    text += row(cells);
  }
  return text;
}

std::string false_alarm_table(const StrengthRecord& record) {
  std::string table =
      head({"circumstances", "gradings", "of each right solution at least", "rejections"});
  int gradings = 0;
  int rejections = 0;
  for (const auto& [circumstances, sum] : false_alarms(record)) {
    table += row({circumstances, grouped(static_cast<std::uint64_t>(sum.gradings)),
                  fmt::format("{}", sum.fewest), fmt::format("{}", sum.rejections)});
    gradings += sum.gradings;
    rejections += sum.rejections;
  }
  return table + row({"**all**", "**" + grouped(static_cast<std::uint64_t>(gradings)) + "**", "",
                      fmt::format("**{}**", rejections)});
}

std::string mutation_table(const StrengthRecord& record) {
  std::string rows;
  for (const KataFigures& kata : record.katas) {
    const MutationFigures& mutation = kata.mutation;
    if (mutation.mutants == 0) continue;
    rows +=
        row({kata.title, fmt::format("{}", mutation.mutants), fmt::format("{}", mutation.killed),
             fmt::format("{}", mutation.equivalent), fmt::format("{}", mutation.survivors)});
  }
  if (rows.empty()) return {};
  return head({"kata", "mutants", "killed", "equivalent", "unexplained"}) + rows;
}

std::string fault_table(const KataFigures& kata) {
  std::string table = head({"wrong solution", "what it is", "declared", "explorer, by seed",
                            "TSan, by seed", "first line of a grading", "stress", "plain test"});
  for (const FaultFigures& fault : kata.faults) {
    if (fault.graded.empty() || fault.compared.empty()) {
      table += row({code(fault.name), cell(fault.story), "not measured", "", "", "", "", ""});
      continue;
    }
    std::vector<std::string> declared;
    for (const std::string& finding : fault.findings) declared.push_back(code(finding));
    table += row({code(fault.name), cell(fault.story), join(declared, " or "), explorer_cell(fault),
                  fmt::format("{}/{}", fault.tsan.declared, fault.tsan.asked),
                  first_line_cell(fault), rival_cell(fault.stress), rival_cell(fault.plain)});
  }
  return table;
}

}  // namespace runner
