#include <cstddef>

#include "report/facts/lock_use.h"
#include "report/facts/places.h"
#include "report/findings/details.h"
#include "report/telling/endings.h"
#include "report/telling/numbers.h"
#include "report/telling/words.h"

namespace explorer {
namespace {

std::string verb(const AccessSite& access) {
  return std::string(access.is_atomic ? "atomically " : "") +
         (access.is_write ? "writes" : "reads");
}

// "locks mutex #1" for "lock mutex #1"
std::string in_third_person(const std::string& request) {
  const auto space = request.find(' ');
  const std::string verb = request.substr(0, space);
  const std::string object = space == std::string::npos ? std::string() : request.substr(space);
  if (verb.starts_with("notify_")) return "calls " + verb + " on" + object;
  if (verb == "try") return "tries" + object;
  return (verb.ends_with("s") ? verb : verb + "s") + object;
}

// What a thread does to the memory in question. `it` names that memory.
std::string deed(const AccessSite& access, const std::string& it, const ExecutionRecord& record,
                 const Names& names) {
  const std::optional<Operation> use = lock_use(record, access);
  return use ? in_third_person(request_words(*use, names)) : verb(access) + " " + it;
}

// "T1 writes 4 bytes at counter.h:12 in Counter::add: `++count_;`", and in a sentence of its own
// how it got there: who hides the callers' code drops that one.
void add_access(Finding& finding, const AccessSite& access, const std::string& what,
                const Names& names, Symbols& symbols) {
  const std::string who = names.thread(access.thread);
  const std::vector<SourceLocation> stack = own_frames(frames_of(symbols, access.stack));
  std::string text = who + " " + what;
  if (!stack.empty()) {
    text += " " + place_words(stack[0]);
    const std::string code = code_words(stack[0]);
    text += code.empty() ? code : ": " + code;
  }
  finding.details.push_back(text);
  if (stack.size() < 2) {
    return;
  }
  std::string callers = who + " got there by a call " + place_words(stack[1]);
  for (std::size_t i = 2; i < stack.size(); ++i) {
    callers += ", called " + place_words(stack[i]);
  }
  finding.details.push_back(callers);
}

std::string first_place(const AccessSite& access, Symbols& symbols) {
  return place_words(place_of(symbols, access.stack).where);
}

void add_allocation(Finding& finding, const Evidence& evidence, const Names& names,
                    Symbols& symbols) {
  if (!evidence.block || evidence.block->stack.empty()) {
    return;
  }
  finding.details.push_back("the block of " + counted(evidence.block->size, "byte") +
                            " was allocated by " + names.thread(evidence.block->thread) + " " +
                            place_words(place_of(symbols, evidence.block->stack).where));
}

}  // namespace

void describe_memory_fault(Finding& finding, const ExecutionRecord& record,
                           const Evidence& evidence, const Names& names, Symbols& symbols) {
  const MemoryFault& fault = *evidence.fault;
  const AccessSite& current = fault.current;
  const AccessSite& previous = fault.previous;
  const std::string known = memory_words(evidence, symbols);
  const std::string memory = known.empty() ? counted(current.size, "byte") : known;
  const bool several = known.empty() || known.substr(0, 6) == "bytes ";
  if (finding.stack.empty()) {
    finding.stack = own_frames(frames_of(symbols, current.stack));
  }
  const std::string block =
      evidence.block ? "a heap block of " + counted(evidence.block->size, "byte") : memory;
  const std::string them = several ? "them" : "it";
  const auto does = [&](const AccessSite& access, const std::string& what) {
    return deed(access, what, record, names);
  };
  const auto add = [&](const AccessSite& access, const std::string& what) {
    add_access(finding, access, what, names, symbols);
  };
  const auto add_deed = [&](const AccessSite& access) {
    add(access, does(access, counted(access.size, "byte")));
  };
  const std::string now = names.thread(current.thread);
  const std::string then = names.thread(previous.thread);
  switch (fault.kind) {
    case MemoryFault::Kind::data_race:
      finding.summary = "data_race: " + now + " " + does(current, memory) + " " +
                        first_place(current, symbols) + " while " + then + " " +
                        does(previous, them) + " " + first_place(previous, symbols) +
                        ", with nothing to order them";
      add_deed(current);
      add_deed(previous);
      if (current.is_atomic != previous.is_atomic && !lock_use(record, current) &&
          !lock_use(record, previous)) {
        finding.details.push_back("one access is atomic and the other is not; both must be");
      }
      break;
    case MemoryFault::Kind::use_after_free:
      finding.summary = "use_after_free: " + now + " " + does(current, memory) + " " +
                        first_place(current, symbols) +
                        (lock_use(record, current) ? ", in memory that " : ", which ") + then +
                        " had freed " + first_place(previous, symbols);
      add_deed(current);
      add(previous, "frees it");
      break;
    case MemoryFault::Kind::freed_in_use:
      finding.summary = "use_after_free: " + now + " frees " + block + " " +
                        first_place(current, symbols) + " while " + then + " " +
                        does(previous, them) + (lock_use(record, previous) ? " in it " : " ") +
                        first_place(previous, symbols) + ", with nothing to order them";
      add(current, "frees it");
      add_deed(previous);
      break;
    case MemoryFault::Kind::double_free:
      finding.summary = "use_after_free: " + now + " frees " + block + " a second time " +
                        first_place(current, symbols) + "; " + then + " had freed it " +
                        first_place(previous, symbols);
      add(current, "frees it again");
      add(previous, "frees it");
      break;
  }
  add_allocation(finding, evidence, names, symbols);
}

}  // namespace explorer
