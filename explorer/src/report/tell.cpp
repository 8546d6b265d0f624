#include "report/tell.h"

#include <utility>

#include "report/findings/finding_text.h"
#include "report/telling/endings.h"
#include "report/telling/narrator.h"

namespace explorer {

Story tell(const ExecutionRecord& record, const Evidence& evidence, Symbols& symbols,
           std::string token) {
  const Names names(record, symbols);
  Story story;
  story.lanes = lanes_of(record, names, symbols);
  story.steps = narrate(record, evidence, names, symbols);
  story.finding = describe(record, evidence, names, symbols);
  story.token = std::move(token);
  return story;
}

}  // namespace explorer
