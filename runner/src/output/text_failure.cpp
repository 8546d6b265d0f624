#include "output/text_failure.h"

#include <algorithm>
#include <vector>

#include "output/plain_text.h"
#include "system/text.h"

namespace runner {

namespace {

std::string mark(const BehaviourResult& result, const Style& style) {
  return result.status == Status::error ? style.yellow("?") : style.red("✗");
}

std::string duration_text(std::int64_t milliseconds) {
  if (milliseconds < 1000) return std::to_string(milliseconds) + " ms";
  return std::to_string(milliseconds / 1000) + "." + std::to_string(milliseconds % 1000 / 100) +
         " s";
}

// "lost_wakeup · schedule 17 · 120 ms", "data_race · after 3 runs · 1.2 s".
std::string finding_line(const BehaviourResult& result, const Style& style) {
  std::string line = style.bold(result.finding.empty() ? "failed" : result.finding);
  if (result.failing_schedule > 0) {
    line += style.dim(" · schedule " + grouped(result.failing_schedule));
  } else if (result.runs > 1) {
    line += style.dim(" · after " + grouped(result.runs) + " runs");
  }
  const bool second_witness = result.stages.size() > 1 && result.stage != result.stages.front();
  if (second_witness) line += style.dim(std::string(" · seen by ") + title(result.stage));
  if (result.milliseconds > 0) line += style.dim(" · " + duration_text(result.milliseconds));
  return line;
}

// Prose wraps; a line that begins with white space is laid out already and is kept as it is.
std::string message_text(const std::string& message, const Style& style) {
  std::string text;
  for (const std::string& line : split_lines(printable(message))) {
    if (line.empty()) {
      text += '\n';
    } else if (line.front() == ' ' || line.front() == '\t') {
      text += "  " + line + "\n";
    } else {
      text += indent_wrapped(line, style.columns(), "  ", "  ");
    }
  }
  return text;
}

std::string position(const Place& place) {
  return place.file.filename().string() + ":" + std::to_string(place.line);
}

// One thread: what it does, and its stack with the file positions in one column.
std::string thread_text(const ThreadView& view, const Style& style, std::size_t function_width) {
  std::string heading = view.thread + (view.doing.empty() ? "" : " " + view.doing);
  std::string text;
  bool first = true;
  for (const std::string& line : wrap(printable(heading), style.columns() - 4)) {
    text += first ? "    " + style.cyan(line) + "\n" : "      " + line + "\n";
    first = false;
  }
  for (const Place& place : view.places) {
    const std::string function = printable(place.function);
    std::string line = "      " + pad_to(cut_to(function, function_width), function_width);
    if (!place.file.empty()) line += "  " + style.bold(printable(position(place)));
    while (!line.empty() && line.back() == ' ') line.pop_back();
    text += line + "\n";
  }
  return text;
}

std::string threads_text(const std::vector<ThreadView>& threads, const Style& style) {
  std::size_t widest_function = 0;
  std::size_t widest_position = 0;
  for (const ThreadView& view : threads) {
    for (const Place& place : view.places) {
      widest_function = std::max(widest_function, display_width(place.function));
      widest_position = std::max(widest_position, display_width(position(place)));
    }
  }
  constexpr std::size_t kLeastForFunction = 8;
  const std::size_t taken = 8 + widest_position;
  const std::size_t room =
      style.columns() > taken + kLeastForFunction ? style.columns() - taken : kLeastForFunction;
  std::string text;
  for (const ThreadView& view : threads) {
    text += "\n" + thread_text(view, style, std::min(widest_function, room));
  }
  return text;
}

// The story's lines without what is told beside it: its first paragraph where that is the message
// once more, and the token at its end.
std::vector<std::string> new_lines(const BehaviourResult& result) {
  std::vector<std::string> lines = split_lines(printable(result.story));
  const auto token = std::ranges::find_if(
      lines, [](const std::string& line) { return line.starts_with("token: "); });
  lines.erase(token, lines.end());
  const auto first_end = std::ranges::find(lines, "");
  std::string paragraph;
  for (auto line = lines.begin(); line != first_end; ++line) {
    paragraph += (paragraph.empty() ? "" : " ") + *line;
  }
  const std::string prefix = result.finding + ": ";
  const bool repeated = paragraph.starts_with(prefix) &&
                        result.message.find(paragraph.substr(prefix.size())) != std::string::npos;
  if (repeated) lines.erase(lines.begin(), first_end);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  if (!lines.empty() && lines.front().empty()) lines.erase(lines.begin());
  return lines;
}

// A story is laid out already: its lanes have to stay side by side. Of a long one the middle is
// left out, since the end says what is wrong.
std::string story_text(const BehaviourResult& result, const FailureLayout& layout) {
  std::vector<std::string> lines = new_lines(result);
  if (lines.empty()) return "";
  constexpr std::size_t kMostLines = 70;
  constexpr std::size_t kHead = 30;
  constexpr std::size_t kIndent = 2;
  bool cut = lines.size() > kMostLines;
  if (cut) {
    const auto tail = lines.end() - static_cast<std::ptrdiff_t>(kMostLines - kHead - 1);
    *(tail - 1) = "      ...";
    lines.erase(lines.begin() + kHead, tail - 1);
  }
  const auto columns = static_cast<std::size_t>(layout.story_columns);
  std::string text = "\n";
  for (const std::string& line : lines) {
    const bool too_wide = columns > 0 && kIndent + display_width(line) > columns;
    cut = cut || too_wide;
    const std::string shown = too_wide ? cut_to(line, columns - kIndent) : line;
    text += shown.empty() ? "\n" : std::string(kIndent, ' ') + shown + "\n";
  }
  if (cut) text += "  " + layout.style.dim("(cut; `kata story` tells all of it)") + "\n";
  return text;
}

std::string replay_text(const BehaviourResult& result, const FailureLayout& layout) {
  if (result.token.empty() || layout.replay.empty()) return "";
  return "\n  replay: " +
         layout.style.cyan(layout.replay + " " + printable(result.token) + layout.workspace) + "\n";
}

}  // namespace

std::string failure_in_full(const BehaviourResult& result, const FailureLayout& layout) {
  const Style& style = layout.style;
  std::string text =
      indent_wrapped(printable(result.sentence), style.columns(),
                     mark(result, style) + " " + style.dim(name(result.tier)) + "  ", "    ");
  if (text.empty())
    text = mark(result, style) + " " + name(result.tier) + "  " + result.name + "\n";
  text += "  " + finding_line(result, style) + "\n";
  if (!trim(result.message).empty()) text += "\n" + message_text(result.message, style);
  if (!result.note.empty()) text += "\n" + message_text(result.note, style);
  // A story shows where each thread stands.
  if (result.story.empty()) text += threads_text(result.threads, style);
  return text + story_text(result, layout) + replay_text(result, layout);
}

std::string failure_in_short(const BehaviourResult& result, const Style& style) {
  const std::string& words = result.sentence.empty() ? result.name : result.sentence;
  const std::string ending = result.finding.empty() ? "" : " — " + result.finding;
  return indent_wrapped(printable(words) + ending, style.columns(),
                        mark(result, style) + " " + style.dim(name(result.tier)) + "  ", "    ");
}

std::string compile_error_text(const CompileError& error, const Style& style) {
  std::string where = error.file.filename().string();
  if (error.line > 0) where += ":" + std::to_string(error.line);
  if (error.line > 0 && error.column > 0) where += ":" + std::to_string(error.column);
  const std::string heading = where.empty() ? "" : style.bold(printable(where)) + ": ";
  std::string text = indent_wrapped(printable(error.message), style.columns(),
                                    heading + style.red("error: "), "  ");
  for (const std::string& line : error.context) {
    text += cut_to(printable(line), style.columns()) + "\n";
  }
  if (error.further_errors == 1)
    text += style.dim("One more error may follow from this one.") + "\n";
  if (error.further_errors > 1) {
    text +=
        style.dim(std::to_string(error.further_errors) + " more errors may follow from this one.") +
        "\n";
  }
  return text;
}

}  // namespace runner
