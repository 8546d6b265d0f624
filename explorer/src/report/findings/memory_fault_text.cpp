#include <cstddef>

#include "report/facts/places.h"
#include "report/findings/details.h"
#include "report/telling/endings.h"
#include "report/telling/numbers.h"

namespace explorer {
namespace {

std::string verb(const AccessSite& access) {
  return std::string(access.is_atomic ? "atomically " : "") +
         (access.is_write ? "writes" : "reads");
}

// "T1 writes 4 bytes at counter.h:12 in Counter::add: `++count_;`, called from main.cpp:40 in ..."
std::string access_sentence(const AccessSite& access, const std::string& what, const Names& names,
                            Symbols& symbols) {
  std::string text = names.thread(access.thread) + " " + what;
  const std::vector<SourceLocation> stack = own_frames(frames_of(symbols, access.stack));
  for (std::size_t i = 0; i < stack.size(); ++i) {
    text += (i == 0 ? " " : ", called ") + place_words(stack[i]);
    if (i == 0) {
      const std::string code = code_words(stack[0]);
      text += code.empty() ? code : ": " + code;
    }
  }
  return text;
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

void describe_memory_fault(Finding& finding, const ExecutionRecord&, const Evidence& evidence,
                           const Names& names, Symbols& symbols) {
  const MemoryFault& fault = *evidence.fault;
  const AccessSite& current = fault.current;
  const AccessSite& previous = fault.previous;
  const std::string known = memory_words(evidence, symbols);
  const std::string memory = known.empty() ? counted(current.size, "byte") : known;
  const bool several = known.empty() || known.substr(0, 6) == "bytes ";
  if (finding.stack.empty()) {
    finding.stack = own_frames(frames_of(symbols, current.stack));
  }
  const std::string now = names.thread(current.thread);
  const std::string then = names.thread(previous.thread);
  switch (fault.kind) {
    case MemoryFault::Kind::data_race:
      finding.summary = "data_race: " + now + " " + verb(current) + " " + memory + " " +
                        first_place(current, symbols) + " while " + then + " " + verb(previous) +
                        (several ? " them " : " it ") + first_place(previous, symbols) +
                        ", with nothing to order them";
      finding.details.push_back(access_sentence(
          current, verb(current) + " " + counted(current.size, "byte"), names, symbols));
      finding.details.push_back(access_sentence(
          previous, verb(previous) + " " + counted(previous.size, "byte"), names, symbols));
      if (current.is_atomic != previous.is_atomic) {
        finding.details.push_back("one access is atomic and the other is not; both must be");
      }
      break;
    case MemoryFault::Kind::use_after_free:
      finding.summary = "use_after_free: " + now + " " + verb(current) + " " + memory + " " +
                        first_place(current, symbols) + ", which " + then + " had freed " +
                        first_place(previous, symbols);
      finding.details.push_back(access_sentence(
          current, verb(current) + " " + counted(current.size, "byte"), names, symbols));
      finding.details.push_back(access_sentence(previous, "frees it", names, symbols));
      break;
    case MemoryFault::Kind::freed_in_use:
      finding.summary = "use_after_free: " + now + " frees " + memory + " " +
                        first_place(current, symbols) + " while " + then + " " + verb(previous) +
                        (several ? " them " : " it ") + first_place(previous, symbols) +
                        ", with nothing to order them";
      finding.details.push_back(access_sentence(current, "frees it", names, symbols));
      finding.details.push_back(access_sentence(
          previous, verb(previous) + " " + counted(previous.size, "byte"), names, symbols));
      break;
    case MemoryFault::Kind::double_free:
      finding.summary = "use_after_free: " + now + " frees " + memory + " a second time " +
                        first_place(current, symbols) + "; " + then + " had freed it " +
                        first_place(previous, symbols);
      finding.details.push_back(access_sentence(current, "frees it again", names, symbols));
      finding.details.push_back(access_sentence(previous, "frees it", names, symbols));
      break;
  }
  add_allocation(finding, evidence, names, symbols);
}

}  // namespace explorer
