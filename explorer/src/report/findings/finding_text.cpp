#include "report/findings/finding_text.h"

#include "report/facts/places.h"
#include "report/findings/details.h"

namespace explorer {

std::string_view name(FindingKind kind) {
  switch (kind) {
    case FindingKind::none:
      return "none";
    case FindingKind::data_race:
      return "data_race";
    case FindingKind::deadlock:
      return "deadlock";
    case FindingKind::lost_wakeup:
      return "lost_wakeup";
    case FindingKind::unguarded_wait:
      return "unguarded_wait";
    case FindingKind::busy_wait:
      return "busy_wait";
    case FindingKind::livelock:
      return "livelock";
    case FindingKind::use_after_free:
      return "use_after_free";
    case FindingKind::misuse:
      return "misuse";
    case FindingKind::leak:
      return "leak";
    case FindingKind::wrong_result:
      return "wrong_result";
    case FindingKind::crash:
      return "crash";
    case FindingKind::unsupported:
      return "unsupported";
    case FindingKind::internal_error:
      return "internal_error";
  }
  return "internal_error";
}

namespace {

// What the runtime said, by whom and where.
void describe_message(Finding& finding, const Evidence& evidence, const Names& names) {
  std::string text = evidence.message.empty() ? std::string("no further facts") : evidence.message;
  if (finding.kind == FindingKind::misuse && evidence.object != 0) {
    text += " (" + names.object(evidence.object) + ")";
  }
  const std::string where =
      finding.stack.empty() ? std::string() : place_words(finding.stack.front());
  finding.summary = std::string(name(finding.kind)) + ": ";
  if (evidence.thread != kNoThread && finding.kind != FindingKind::internal_error) {
    const std::string who = names.thread(evidence.thread);
    finding.summary += finding.kind == FindingKind::wrong_result ? text + " (" + who + ")"
                       : finding.kind == FindingKind::crash      ? who + " crashes: " + text
                                                                 : who + " " + text;
  } else {
    finding.summary += text;
  }
  if (!where.empty()) {
    finding.summary += ", " + where;
  }
  if (finding.kind == FindingKind::unsupported) {
    finding.details.push_back(
        "the explorer cannot control this; it says nothing about whether the program is right");
  }
}

}  // namespace

Finding describe(const ExecutionRecord& record, const Evidence& evidence, const Names& names,
                 Symbols& symbols) {
  Finding finding;
  finding.kind = evidence.kind;
  if (!evidence.stack.empty()) {
    finding.stack = own_frames(frames_of(symbols, evidence.stack));
  }
  if (evidence.fault) {
    describe_memory_fault(finding, record, evidence, names, symbols);
    return finding;
  }
  switch (evidence.kind) {
    case FindingKind::none:
      break;
    case FindingKind::deadlock:
    case FindingKind::lost_wakeup:
    case FindingKind::leak:
      describe_stuck(finding, record, names, symbols);
      if (!evidence.message.empty()) {
        finding.details.push_back(evidence.message);
      }
      break;
    case FindingKind::busy_wait:
    case FindingKind::livelock:
      if (evidence.without_steps) {
        describe_message(finding, evidence, names);
      } else {
        describe_endless(finding, record, names, symbols);
      }
      break;
    case FindingKind::unguarded_wait:
      describe_unguarded_wait(finding, record, evidence, names, symbols);
      break;
    default:
      describe_message(finding, evidence, names);
      break;
  }
  if (const std::string limitation = symbols.limitation();
      !limitation.empty() && evidence.kind != FindingKind::none) {
    finding.details.push_back(limitation);
  }
  return finding;
}

}  // namespace explorer
