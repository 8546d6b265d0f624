// The parts of a finding's text, one function per family of findings.
#pragma once

#include "report/findings/finding_text.h"

namespace explorer {

// Fills summary, details and stack for a data race, a use after free or a double free.
// Requires: evidence.fault.
void describe_memory_fault(Finding& finding, const ExecutionRecord& record,
                           const Evidence& evidence, const Names& names, Symbols& symbols);

// The same for deadlock, lost_wakeup and leak: executions at whose end threads are blocked.
void describe_stuck(Finding& finding, const ExecutionRecord& record, const Names& names,
                    Symbols& symbols);

// The same for busy_wait and livelock: executions that did not end.
void describe_endless(Finding& finding, const ExecutionRecord& record, const Names& names,
                      Symbols& symbols);

// The same for unguarded_wait: names the wait that returned without a notify.
void describe_unguarded_wait(Finding& finding, const ExecutionRecord& record,
                             const Evidence& evidence, const Names& names, Symbols& symbols);

}  // namespace explorer
