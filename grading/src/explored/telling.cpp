#include "grading/src/explored/telling.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

#include "grading/expect.h"
#include "grading/src/channel/channel.h"
#include "grading/src/channel/message.h"
#include "grading/src/explored/hiding.h"
#include "grading/src/explored/schedule.h"

namespace grading::telling {
namespace {

using explorer::FindingKind;
using explorer::Report;

// Long stories go in pieces that fit into a message even when every character is escaped.
constexpr std::size_t kLongestPart = std::size_t{5} * 1024;

Finding finding_for(FindingKind kind) {
  switch (kind) {
    case FindingKind::data_race:
      return Finding::data_race;
    case FindingKind::deadlock:
      return Finding::deadlock;
    case FindingKind::lost_wakeup:
      return Finding::lost_wakeup;
    case FindingKind::unguarded_wait:
      return Finding::unguarded_wait;
    case FindingKind::busy_wait:
      return Finding::busy_wait;
    case FindingKind::livelock:
      return Finding::livelock;
    case FindingKind::use_after_free:
      return Finding::use_after_free;
    case FindingKind::misuse:
      return Finding::misuse;
    case FindingKind::leak:
      return Finding::leak;
    case FindingKind::crash:
      return Finding::crash;
    case FindingKind::unsupported:
      return Finding::unsupported;
    case FindingKind::none:
    case FindingKind::internal_error:
      return Finding::internal_error;
    case FindingKind::wrong_result:
      break;
  }
  return Finding::wrong_result;
}

std::string without_kind(const explorer::Finding& finding) {
  const std::string prefix = std::string(explorer::name(finding.kind)) + ": ";
  return finding.summary.starts_with(prefix) ? finding.summary.substr(prefix.size())
                                             : finding.summary;
}

struct Verdict {
  Finding finding;
  std::string message;
};

bool is_stuck(FindingKind kind) {
  return kind == FindingKind::deadlock || kind == FindingKind::lost_wakeup ||
         kind == FindingKind::leak;
}

// Whether the body ended in a wait, or in circles, because a wait was unguarded. If not, somebody
// tripped over something while the body was waiting for it, and that is what there is to tell.
bool stuck_by_unguarded_wait(const explorer::Finding& finding) {
  return finding.kind == FindingKind::unguarded_wait &&
         std::ranges::any_of(finding.details, [](const std::string& detail) {
           return detail == "what then failed: deadlock" ||
                  detail == "what then failed: lost_wakeup" ||
                  detail.starts_with("what then failed: the execution did not end");
         });
}

// The behaviour knows what should have happened, the explorer why it did not.
Verdict verdict_of(const Report& report) {
  const schedule::State& last = schedule::state();
  const FindingKind kind = report.finding.kind;
  const Finding explored = finding_for(kind);
  const bool noted = last.failure.noted && kind != FindingKind::internal_error;
  if (noted && kind == FindingKind::wrong_result) {
    return {last.failure.finding, last.failure.message};
  }
  if (noted && kind == FindingKind::unguarded_wait) return {explored, last.failure.message};
  const bool in_vain = is_stuck(kind) || stuck_by_unguarded_wait(report.finding) ||
                       kind == FindingKind::busy_wait || kind == FindingKind::livelock;
  if (last.awaiting.waits && in_vain) {
    const bool grader_knows = last.awaiting.finding != Finding::hang && is_stuck(kind);
    return {grader_knows ? last.awaiting.finding : explored, last.awaiting.otherwise};
  }
  return {explored, without_kind(report.finding)};
}

void send_result(const Report& report, const Verdict* verdict) {
  channel::Message message("exploration");
  message.number("schedules", static_cast<std::int64_t>(report.schedules))
      .number("failing_schedule", static_cast<std::int64_t>(report.failing_schedule))
      .number("steps", static_cast<std::int64_t>(report.steps))
      .number("microseconds", static_cast<std::int64_t>(report.seconds * 1e6))
      .flag("exhausted", report.exhausted)
      .text("verdict", report.verdict().c_str())
      .text("token", report.token.c_str())
      .text("finding", verdict == nullptr ? "none" : name(verdict->finding))
      .text("summary", report.finding.summary.c_str())
      .text("strategy", report.strategy.c_str())
      .text("backend", report.backend.c_str())
      .begin_array("details");
  for (const std::string& detail : report.finding.details) message.text(nullptr, detail.c_str());
  message.end_array().begin_array("stack");
  for (const explorer::SourceLocation& place : report.finding.stack) {
    message.begin_object()
        .text("function", place.function.c_str())
        .text("file", place.file.c_str())
        .number("line", place.line)
        .end_object();
  }
  message.end_array().send();
}

std::string render(const explorer::Story& story, exploration::Rendering rendering) {
  switch (rendering) {
    case exploration::Rendering::text:
      return to_text(story);
    case exploration::Rendering::mermaid:
      return to_mermaid(story);
    case exploration::Rendering::trace:
      return to_trace_event_json(story);
    case exploration::Rendering::json:
      return to_json(story);
  }
  return {};
}

// The longest beginning of `text` that fits and does not end within a character.
std::string_view next_part(std::string_view text) {
  if (text.size() <= kLongestPart) return text;
  std::size_t size = kLongestPart;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
  return text.substr(0, size);
}

void send_story(std::string_view story, std::string_view format) {
  int parts = 0;
  for (std::string_view rest = story; !rest.empty(); ++parts) {
    rest.remove_prefix(next_part(rest).size());
  }
  for (int part = 0; part < parts; ++part) {
    const std::string_view text = next_part(story);
    story.remove_prefix(text.size());
    channel::Message("story")
        .text("format", format.data(), format.size())
        .number("part", part)
        .number("parts", parts)
        .text("text", text.data(), text.size())
        .send();
  }
}

}  // namespace

void tell(const Behaviour& behaviour, Report& report, exploration::Rendering rendering) {
  if (report.passed()) {
    send_result(report, nullptr);
    if (!channel::connected()) std::printf("%s\n", report.verdict().c_str());
    return;
  }
  hiding::hide_grader(behaviour, report);
  const Verdict verdict = verdict_of(report);
  if (finding_for(report.finding.kind) != verdict.finding) {
    report.finding.summary =
        std::string(name(verdict.finding)) + ": " + without_kind(report.finding);
  }
  report.story.finding = report.finding;
  send_result(report, &verdict);
  if (!report.story.steps.empty()) {
    const std::string story = render(report.story, rendering);
    send_story(story, exploration::name(rendering));
    if (!channel::connected()) std::printf("%s\n", story.c_str());
  }
  fail(verdict.message, verdict.finding);
}

}  // namespace grading::telling
