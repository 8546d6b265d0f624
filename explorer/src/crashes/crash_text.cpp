#include "crashes/crash_text.h"

#include <vector>

#include "report/findings/finding_text.h"
#include "report/render/paragraph.h"
#include "report/render/utf8.h"
#include "report/symbols/symbols.h"
#include "report/telling/numbers.h"

namespace explorer {
namespace {

constexpr std::size_t kWidth = 100;

FindingKind kind_of(crashes::ChildEnd end) {
  switch (end) {
    case crashes::ChildEnd::signalled:
    case crashes::ChildEnd::exited:
      return FindingKind::crash;
    case crashes::ChildEnd::took_too_long:
      return FindingKind::livelock;
    default:
      return FindingKind::wrong_result;
  }
}

// "pwrite of 4,096 bytes to jobs.db-wal", "rename of jobs.db"
std::string call_words(const CrashPoint& point) {
  std::string words = point.name;
  if (point.bytes != 0) {
    words += " of " + counted(point.bytes, "byte") + " to";
  } else {
    words += " of";
  }
  return words + " " + (point.path.empty() ? "an unnamed file" : point.path);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end == std::string::npos ? text.size() : end + 1;
  }
  return lines;
}

}  // namespace

namespace crashes {

CrashPoint point_of(const Blackboard& board, const std::string& directory) {
  CrashPoint point;
  if (!board.reached) {
    return point;
  }
  point.call = board.fatal_call;
  point.after = board.die_after;
  point.name = board.name;
  point.path = board.path;
  point.bytes = board.bytes;
  const std::string below = directory + "/";
  if (point.path.substr(0, below.size()) == below) {
    point.path.erase(0, below.size());
  } else if (point.path == directory) {
    point.path = "the working directory";
  }
  return point;
}

Finding describe_body_failure(const ChildResult& body, const Blackboard& board) {
  Finding finding;
  finding.kind = kind_of(body.end);
  finding.summary =
      std::string(name(finding.kind)) + ": the body " + body.words + ", without having been killed";
  finding.details.push_back("it had made " + counted(board.calls.load(), "durable call"));
  return finding;
}

Finding describe_recovery_failure(const ChildResult& recovery, const Blackboard& body,
                                  const CrashPoint& point) {
  Finding finding;
  finding.kind = kind_of(recovery.end);
  finding.summary = std::string(name(finding.kind)) + ": ";
  if (point.call == 0) {
    finding.summary += "after a body that was not killed, recovery " + recovery.words;
    return finding;
  }
  const auto symbols = process_symbols();
  finding.stack = own_frames(frames_of(*symbols, {body.stack, body.depth}));
  finding.summary += "after a crash just " + std::string(point.after ? "after" : "before") +
                     " durable call " + with_thousands(point.call) + " (" + call_words(point) +
                     (finding.stack.empty() ? "" : " " + place_words(finding.stack.front())) +
                     "), recovery " + recovery.words;
  if (const std::string limitation = symbols->limitation(); !limitation.empty()) {
    finding.details.push_back(limitation);
  }
  return finding;
}

}  // namespace crashes

std::string CrashReport::verdict() const {
  if (!passed()) {
    return finding.summary;
  }
  if (schedules > 0) {
    return "sampled: recovers from " + counted(points, "crash point") + " of " +
           counted(schedules, "schedule") + ", seed " + std::to_string(seed);
  }
  if (exhausted) {
    return "proved: recovers from all " + counted(points, "crash point") + " (" +
           counted(calls, "durable call") + ")";
  }
  return "sampled: recovers from the first " + counted(points, "crash point");
}

std::string to_text(const CrashReport& report) {
  std::string text;
  const auto append = [&](const std::string& mark, const std::string& words) {
    const std::vector<std::string> lines = wrapped(words, kWidth - mark.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      text += (i == 0 ? mark : std::string(mark.size(), ' ')) + lines[i] + "\n";
    }
  };
  append("", report.verdict());
  if (report.passed()) {
    return text;
  }
  if (!report.finding.stack.empty()) {
    text += "\nkilled\n";
    for (const SourceLocation& where : report.finding.stack) {
      append("  ", place_words(where));
    }
  }
  if (!report.finding.details.empty()) {
    text += "\n";
  }
  for (const std::string& detail : report.finding.details) {
    append("- ", detail);
  }
  if (!report.output.empty()) {
    text += "\nthe failing child wrote\n";
    for (const std::string& line : lines_of(report.output)) {
      append("  | ", line);
    }
  }
  return text;
}

}  // namespace explorer
