#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "explorer/story.h"
#include "report/render/paragraph.h"
#include "report/render/utf8.h"
#include "report/telling/words.h"

namespace explorer {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kGutter = 8;  // Step number and the mark of the decisive step.
constexpr std::size_t kGap = 2;     // Between lanes.
constexpr std::size_t kWidestLane = 44;
constexpr std::size_t kMostLanes = 5;    // More of them would be too narrow to read.
constexpr std::size_t kNarrowLane = 24;  // These are where many steps take more lines than
constexpr std::size_t kTallestCell = 2;  // so many.
constexpr std::size_t kWidestName = 18;

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string step_gutter(const StoryStep& step) {
  std::string number = std::to_string(step.step);
  if (number.size() < kGutter - 3) {
    number.insert(0, kGutter - 3 - number.size(), ' ');
  }
  return padded(number + (step.decisive ? " >" : "  "), kGutter);
}

class TextStory {
 public:
  explicit TextStory(const Story& story) : story_(story) {
    std::set<std::string> files;
    std::set<std::uint16_t> seen;
    for (const StoryStep& step : story.steps) {
      seen.insert(step.thread);
      if (!step.where.file.empty()) {
        files.insert(step.where.file);
      }
    }
    if (files.size() == 1) {
      only_file_ = *files.begin();
    }
    for (const StoryLane& lane : story.lanes) {
      if (seen.count(lane.thread) != 0 || lane.final_state != "finished") {
        lanes_.push_back(&lane);
      }
    }
  }

  std::string render() {
    append_paragraph("", story_.finding.summary);
    if (!story_.steps.empty() && !lanes_.empty()) {
      text_ += "\n";
      if (lanes_.size() <= kMostLanes && lanes_are_readable()) {
        append_lanes();
      } else {
        append_list();
      }
    }
    append_facts();
    return std::move(text_);
  }

 private:
  void append_line(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text_ += line + "\n";
  }

  // A paragraph of full width; lines after the first stand under the text after `mark`.
  void append_paragraph(const std::string& mark, const std::string& paragraph) {
    if (paragraph.empty()) {
      return;
    }
    const std::vector<std::string> lines = wrapped(paragraph, kWidth - mark.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      append_line((i == 0 ? mark : std::string(mark.size(), ' ')) + lines[i]);
    }
  }

  // The lines of one cell below each other, in the lane that begins after `indent` columns.
  void append_cell(const std::string& gutter, std::size_t indent,
                   const std::vector<std::string>& cell) {
    for (std::size_t i = 0; i < cell.size(); ++i) {
      append_line((i == 0 ? gutter : std::string(kGutter, ' ')) + std::string(indent, ' ') +
                  cell[i]);
    }
  }

  static std::string line_of(const SourceLocation& where) {
    return where.file.empty() ? std::string() : ":" + std::to_string(where.line);
  }

  std::string place(const SourceLocation& where) const {
    return where.file == only_file_ ? line_of(where) : base_name(where.file) + line_of(where);
  }

  static std::string step_words(const StoryStep& step, const std::string& at) {
    const std::string words = step.action + (at.empty() ? "" : " " + at);
    return step.note.empty() ? words : words + " (" + step.note + ")";
  }

  // What stands above a lane's steps in one function: its name, and its file where there are many.
  std::string heading(const SourceLocation& where) const {
    const bool names_file = only_file_.empty() && !where.file.empty();
    return where.function + (names_file ? ", " + base_name(where.file) : "");
  }

  // Says that virtual time has moved on, when it has.
  void append_time(const StoryStep& step) {
    if (step.virtual_nanoseconds > time_) {
      append_line(std::string(kGutter, ' ') + "-- " +
                  duration_words(step.virtual_nanoseconds - time_) +
                  " later (t = " + duration_words(step.virtual_nanoseconds) + ") --");
      time_ = step.virtual_nanoseconds;
    }
  }

  std::size_t lane_width() const {
    const std::size_t count = lanes_.size();
    return std::min(kWidestLane, (kWidth - kGutter - (count - 1) * kGap) / count);
  }

  std::vector<std::string> lane_cell(const StoryStep& step) const {
    return wrapped(step_words(step, line_of(step.where)), lane_width() - 2, 2);
  }

  bool lanes_are_readable() const {
    if (lane_width() > kNarrowLane) {
      return true;
    }
    const auto tall =
        std::count_if(story_.steps.begin(), story_.steps.end(),
                      [&](const StoryStep& step) { return lane_cell(step).size() > kTallestCell; });
    return static_cast<std::size_t>(tall) * 4 <= story_.steps.size();
  }

  void append_lanes() {
    const std::size_t width = lane_width();
    std::string names(kGutter, ' ');
    std::map<std::uint16_t, std::size_t> indent_of;
    for (const StoryLane* lane : lanes_) {
      indent_of.emplace(lane->thread, indent_of.size() * (width + kGap));
      names += padded(lane->name, width) + std::string(kGap, ' ');
    }
    append_line(names);
    std::map<std::uint16_t, std::string> heading_of;
    for (const StoryStep& step : story_.steps) {
      const auto indent = indent_of.find(step.thread);
      if (indent == indent_of.end()) {
        continue;
      }
      append_time(step);
      std::string& above = heading_of[step.thread];
      if (const std::string next = heading(step.where); !next.empty() && next != above) {
        above = next;
        append_cell(std::string(kGutter, ' '), indent->second, wrapped(next, width));
      }
      std::vector<std::string> cell = lane_cell(step);
      for (std::string& line : cell) {
        line.insert(0, "  ");
      }
      append_cell(step_gutter(step), indent->second, cell);
    }
    append_final_states(width);
  }

  // What became of every lane, side by side.
  void append_final_states(std::size_t width) {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 0;
    for (const StoryLane* lane : lanes_) {
      cells.push_back(wrapped(lane->final_state, width));
      height = std::max(height, cells.back().size());
    }
    for (std::size_t row = 0; row < height; ++row) {
      std::string line = padded(row == 0 ? "  end" : "", kGutter);
      for (const std::vector<std::string>& cell : cells) {
        line += padded(row < cell.size() ? cell[row] : "", width) + std::string(kGap, ' ');
      }
      append_line(line);
    }
  }

  void append_list() {
    std::size_t name_width = 0;
    std::map<std::uint16_t, std::string> names;
    for (const StoryLane* lane : lanes_) {
      names[lane->thread] = lane->name;
      name_width = std::max(name_width, columns(one_line(lane->name)));
    }
    name_width = std::min(name_width, kWidestName);
    const std::size_t rest = kWidth - kGutter - name_width - kGap;
    const auto append = [&](const std::string& gutter, const std::string& who,
                            const std::string& words) {
      std::vector<std::string> lines = wrapped(words, rest, 2);
      for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i].insert(0, padded(i == 0 ? who : "", name_width) + std::string(kGap, ' '));
      }
      append_cell(gutter, 0, lines);
    };
    for (const StoryStep& step : story_.steps) {
      append_time(step);
      const std::string& function = step.where.function;
      append(step_gutter(step), names[step.thread],
             step_words(step, place(step.where)) + (function.empty() ? "" : " in " + function));
    }
    for (const StoryLane* lane : lanes_) {
      append(padded("  end", kGutter), lane->name, lane->final_state);
    }
  }

  void append_facts() {
    const bool decisive = std::any_of(story_.steps.begin(), story_.steps.end(),
                                      [](const StoryStep& step) { return step.decisive; });
    if (!only_file_.empty() || decisive) {
      text_ += "\n";
    }
    if (!only_file_.empty()) {
      append_paragraph("", "line numbers are those of " + base_name(only_file_));
    }
    if (decisive) {
      append_paragraph("", "> marks the choice that made the difference");
    }
    if (!story_.finding.details.empty()) {
      text_ += "\n";
    }
    for (const std::string& detail : story_.finding.details) {
      append_paragraph("- ", detail);
    }
    if (!story_.token.empty()) {
      text_ += "\ntoken: " + one_line(story_.token) + "\n";
    }
  }

  const Story& story_;
  std::vector<const StoryLane*> lanes_;
  std::string only_file_;
  std::int64_t time_ = 0;
  std::string text_;
};

}  // namespace

std::string to_text(const Story& story) { return TextStory(story).render(); }

}  // namespace explorer
