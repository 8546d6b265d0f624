// What the runtime hands over when an execution has ended in a finding: facts only, no words.
//
// Everything a story says is derived from these records and from the symbols of the program. Plain
// data; freely copyable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explorer/finding.h"
#include "races/race.h"
#include "trace/trace.h"

namespace explorer {

using ReturnAddresses = std::vector<std::uintptr_t>;  // Innermost first.

enum class ThreadState : std::uint8_t {
  finished,
  blocked,   // Parked in `pending`.
  runnable,  // Could have gone on with `pending` when the execution was stopped.
};

struct ThreadRecord {
  std::string name;  // Given by name_thread(); empty: "main", "T1", "T2", ...
  ThreadState state = ThreadState::finished;
  Operation pending;      // Unless finished.
  ReturnAddresses stack;  // Where it stands; unless finished.
};

// A synchronization object or atomic location, as far as the runtime knows it.
struct ObjectRecord {
  std::uintptr_t address = 0;  // 0: unknown.
};

// One execution. Threads, objects and labels are indexed as the trace's operations name them.
struct ExecutionRecord {
  Trace trace;
  std::vector<ThreadRecord> threads;
  std::vector<ObjectRecord> objects;    // May be shorter than the indices used.
  std::vector<ReturnAddresses> stacks;  // By position in trace.events; where missing, call_site.
  std::vector<std::string> labels;      // A label operation's `value` is an index into it.
};

// The heap block that an accessed address lies in, or lay in before it was freed.
struct HeapBlock {
  std::uintptr_t begin = 0;
  std::size_t size = 0;
  ThreadIndex thread = kNoThread;  // Who allocated it.
  ReturnAddresses stack;           // Where it was allocated.
};

// Why the execution counts as failed.
struct Evidence {
  FindingKind kind = FindingKind::none;
  ThreadIndex thread = kNoThread;  // Who did it or noticed it, where that is one thread.
  ObjectIndex object = 0;          // For misuse: the object misused.
  // In words, where only the runtime knows: the failed assertion, what() of the exception, the
  // signal's name, the misuse ("unlocks a mutex that it does not hold"), the uncontrolled call.
  std::string message;
  // For busy_wait: the thread runs in a loop that contains no step.
  bool without_steps = false;
  ReturnAddresses stack;             // Where it was noticed.
  std::optional<MemoryFault> fault;  // For data_race, use_after_free and double free.
  std::optional<HeapBlock> block;    // That the fault's address belongs to, where known.
};

}  // namespace explorer
