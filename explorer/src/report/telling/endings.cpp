#include "report/telling/endings.h"

#include "report/facts/lock_use.h"
#include "report/facts/places.h"
#include "report/telling/numbers.h"
#include "report/telling/words.h"

namespace explorer {
namespace {

std::uint32_t step_after(const ExecutionRecord& record) {
  return record.trace.events.empty() ? 0 : record.trace.events.back().step + 1;
}

std::int64_t time_at_end(const ExecutionRecord& record) {
  return record.trace.events.empty() ? 0 : record.trace.events.back().virtual_nanoseconds;
}

const Event* last_event_of(const Trace& trace, ThreadIndex thread) {
  for (std::size_t i = trace.events.size(); i-- > 0;) {
    if (trace.events[i].thread == thread) {
      return &trace.events[i];
    }
  }
  return nullptr;
}

// True where the thread's last event already told the wait it is in.
bool wait_was_told(const ExecutionRecord& record, const Wait& wait) {
  const Event* last = last_event_of(record.trace, wait.thread);
  if (last == nullptr) {
    return false;
  }
  using enum OperationKind;
  const OperationKind kind = last->operation.kind;
  const bool in_wait = kind == condvar_wait || kind == condvar_timed_wait;
  return last->outcome == Outcome::blocked || (in_wait && wait.reason == WaitReason::notification);
}

StoryStep wait_step(const ExecutionRecord& record, const Wait& wait, const Names& names,
                    Symbols& symbols) {
  const Place place = place_of(symbols, stack_of(wait, record));
  StoryStep step;
  step.step = step_after(record);
  step.thread = wait.thread;
  step.where = place.where;
  step.action = wait.call.empty() ? request_words(wait.operation, names) : wait.call;
  step.note = wait.holders.empty() ? "waits for ever"
                                   : "waits for ever: held by " + holder_names(wait.holders, names);
  step.virtual_nanoseconds = time_at_end(record);
  return step;
}

// What the thread that noticed the finding did there; empty where a wait or a loop is the finding.
std::string last_action(const Evidence& evidence) {
  switch (evidence.kind) {
    case FindingKind::wrong_result:
    case FindingKind::unguarded_wait:
      return evidence.message.empty() ? "" : "fails: " + evidence.message;
    case FindingKind::misuse:
    case FindingKind::unsupported:
    case FindingKind::internal_error:
      return evidence.message;
    case FindingKind::crash:
      return "crashes: " + evidence.message;
    default:
      return {};
  }
}

}  // namespace

std::string memory_words(const Evidence& evidence, Symbols& symbols) {
  const std::uintptr_t address = evidence.fault ? evidence.fault->current.address : 0;
  if (evidence.block && address >= evidence.block->begin) {
    std::string block = "a heap block of " + counted(evidence.block->size, "byte");
    const std::size_t first = address - evidence.block->begin;
    const std::size_t size = evidence.fault->current.size;
    if (size == 0 || size >= evidence.block->size) {
      return block;
    }
    return size == 1 ? "byte " + std::to_string(first) + " of " + block
                     : "bytes " + std::to_string(first) + " to " +
                           std::to_string(first + size - 1) + " of " + block;
  }
  return symbols.variable(address);
}

StoryStep access_step(const ExecutionRecord& record, const Evidence& evidence,
                      const AccessSite& access, const Names& names, Symbols& symbols) {
  const bool is_current = &access == &evidence.fault->current;
  const AccessSite& other = is_current ? evidence.fault->previous : evidence.fault->current;
  const MemoryFault::Kind kind = evidence.fault->kind;
  const bool frees = kind == MemoryFault::Kind::double_free ||
                     (is_current ? kind == MemoryFault::Kind::freed_in_use
                                 : kind == MemoryFault::Kind::use_after_free);
  StoryStep step;
  step.thread = access.thread;
  step.step = is_current ? step_after(record) : access.step;
  step.where = place_of(symbols, access.stack).where;
  const std::string memory = evidence.block ? "a heap block" : memory_words(evidence, symbols);
  const std::optional<Operation> use = lock_use(record, access);
  if (frees) {
    step.action = "free the block";
  } else if (use) {
    step.action = request_words(*use, names);
  } else {
    step.action = (access.is_atomic ? "atomic " : "") +
                  std::string(access.is_write ? "write" : "read") + " " +
                  counted(access.size, "byte") + (memory.empty() ? "" : " of " + memory);
  }
  if (is_current) {
    switch (kind) {
      case MemoryFault::Kind::data_race:
        step.note = "races with " + names.thread(other.thread);
        break;
      case MemoryFault::Kind::use_after_free:
        step.note = (use ? "in memory freed by " : "freed by ") + names.thread(other.thread);
        break;
      case MemoryFault::Kind::freed_in_use:
        step.note = "used by " + names.thread(other.thread);
        break;
      case MemoryFault::Kind::double_free:
        step.note = "already freed by " + names.thread(other.thread);
        break;
    }
    step.virtual_nanoseconds = time_at_end(record);
  } else if (access.step < record.trace.events.size()) {
    step.virtual_nanoseconds = record.trace.events[access.step].virtual_nanoseconds;
  }
  return step;
}

std::vector<StoryStep> ending_steps(const ExecutionRecord& record, const Evidence& evidence,
                                    const Names& names, Symbols& symbols) {
  std::vector<StoryStep> steps;
  Holdings holdings(record);
  holdings.follow_to_end();
  const bool stuck = evidence.kind == FindingKind::deadlock ||
                     evidence.kind == FindingKind::lost_wakeup ||
                     evidence.kind == FindingKind::leak;
  if (stuck) {
    for (const Wait& wait : waits_at_end(record, holdings, symbols)) {
      if (!wait_was_told(record, wait)) {
        steps.push_back(wait_step(record, wait, names, symbols));
      }
    }
  }
  if (evidence.fault) {
    steps.push_back(access_step(record, evidence, evidence.fault->current, names, symbols));
  }
  const std::string action = last_action(evidence);
  if (!action.empty() && evidence.thread != kNoThread) {
    StoryStep step;
    step.step = step_after(record);
    step.thread = evidence.thread;
    step.action = action;
    step.where = place_of(symbols, evidence.stack).where;
    step.virtual_nanoseconds = time_at_end(record);
    steps.push_back(step);
  }
  return steps;
}

std::string wait_words(const Wait& wait, const Names& names) {
  if (!wait.call.empty()) {
    return "waiting in " + wait.call;
  }
  switch (wait.reason) {
    case WaitReason::lock:
      return "waiting for " + names.object(wait.operation.object) +
             (wait.holders.empty() ? std::string()
                                   : " (held by " + holder_names(wait.holders, names) + ")");
    case WaitReason::join:
      return "waiting for " + names.thread(wait.joined) + " to end";
    case WaitReason::time:
      return "sleeping";
    default:
      return "waiting for " + names.object(wait.operation.object);
  }
}

std::vector<StoryLane> lanes_of(const ExecutionRecord& record, const Names& names,
                                Symbols& symbols) {
  Holdings holdings(record);
  holdings.follow_to_end();
  std::vector<StoryLane> lanes;
  for (std::size_t index = 0; index < record.threads.size(); ++index) {
    const auto thread = static_cast<ThreadIndex>(index);
    const bool finished = record.threads[index].state == ThreadState::finished;
    lanes.push_back({thread, names.thread(thread), finished ? "finished" : "running"});
  }
  for (const Wait& wait : waits_at_end(record, holdings, symbols)) {
    lanes[wait.thread].final_state = wait_words(wait, names);
  }
  return lanes;
}

}  // namespace explorer
