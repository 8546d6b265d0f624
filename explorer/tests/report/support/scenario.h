// Executions written down by hand, for tests: no threads, no program, no symbolizer.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/evidence.h"
#include "report/symbols/symbols.h"

namespace explorer {

// Answers from a table.
class TableSymbols final : public Symbols {
 public:
  const std::vector<Frame>& frames(std::uintptr_t return_address) override {
    return table_.at(return_address);
  }
  std::string variable(std::uintptr_t address) override {
    const auto found = variables.find(address);
    return found != variables.end() ? found->second : std::string();
  }

  // A return address in the author's code at `line` of `file`.
  std::uintptr_t author(const std::string& function, int line,
                        const std::string& file = "/home/me/buffer.h") {
    return add({{function, file, line}, false});
  }
  std::uintptr_t library(const std::string& function) {
    return add({{function, "/usr/include/c++/12/mutex", 100}, true});
  }

  std::map<std::uintptr_t, std::string> variables;

 private:
  std::uintptr_t add(Frame frame) {
    const std::uintptr_t address = 0x1000 + table_.size();
    table_[address] = {std::move(frame)};
    return address;
  }

  std::map<std::uintptr_t, std::vector<Frame>> table_;
};

// Builds a record event by event. Threads finish unless said otherwise.
class Scenario {
 public:
  explicit Scenario(std::size_t threads) { record.threads.resize(threads); }

  Event& event(ThreadIndex thread, OperationKind kind, ObjectIndex object, ReturnAddresses stack) {
    Event event;
    event.step = static_cast<std::uint32_t>(record.trace.events.size());
    event.thread = thread;
    event.operation.kind = kind;
    event.operation.object = object;
    event.operation.call_site = stack.empty() ? 0 : stack.front();
    event.virtual_nanoseconds = now;
    record.trace.events.push_back(event);
    record.stacks.push_back(std::move(stack));
    return record.trace.events.back();
  }

  Event& start(ThreadIndex parent, ThreadIndex child, ReturnAddresses stack) {
    Event& created = event(parent, OperationKind::thread_create, 0, std::move(stack));
    created.operation.peer = child;
    return created;
  }

  Event& wait(ThreadIndex thread, ObjectIndex condvar, ObjectIndex mutex, ReturnAddresses stack) {
    Event& waiting = event(thread, OperationKind::condvar_wait, condvar, std::move(stack));
    waiting.operation.second_object = mutex;
    return waiting;
  }

  Event& wake(ThreadIndex thread, ObjectIndex condvar, ObjectIndex mutex, ReturnAddresses stack) {
    Event& woken = event(thread, OperationKind::condvar_wake, condvar, std::move(stack));
    woken.operation.second_object = mutex;
    return woken;
  }

  // The choice that the next event follows from.
  void choice(ChoiceKind kind, std::uint16_t value, std::uint16_t count = 2) {
    record.trace.choices.push_back(
        {kind, count, value, static_cast<std::uint32_t>(record.trace.events.size())});
  }

  // Leaves a thread blocked at the end.
  Operation& blocked(ThreadIndex thread, OperationKind kind, ObjectIndex object,
                     ReturnAddresses stack) {
    ThreadRecord& left = record.threads[thread];
    left.state = ThreadState::blocked;
    left.pending.kind = kind;
    left.pending.object = object;
    left.pending.call_site = stack.empty() ? 0 : stack.front();
    left.stack = std::move(stack);
    return left.pending;
  }

  ExecutionRecord record;
  std::int64_t now = 0;
};

}  // namespace explorer
