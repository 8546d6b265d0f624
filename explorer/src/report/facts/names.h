// What stories call threads and objects.
//
// Objects are numbered per kind by order of appearance in the trace: "mutex #1". Global variables
// go by their own name: "mutex accounts". Thread-safety: none.
#pragma once

#include <string>
#include <vector>

#include "report/evidence.h"
#include "report/symbols/symbols.h"

namespace explorer {

// "mutex", "condvar", ... for operations on such an object; "object" for the others.
[[nodiscard]] const char* object_kind(OperationKind kind);

class Names {
 public:
  Names(const ExecutionRecord& record, Symbols& symbols);

  // "main", "T1" or the name the body gave; two threads of one name are told apart: "worker (T2)".
  [[nodiscard]] std::string thread(ThreadIndex index) const;
  // An object that the trace does not mention is "an object".
  [[nodiscard]] std::string object(ObjectIndex index) const;

 private:
  void meet(ObjectIndex index, const char* kind, const ExecutionRecord& record, Symbols& symbols);

  std::vector<std::string> threads_;
  std::vector<std::string> objects_;  // By object index; empty: not met.
};

}  // namespace explorer
