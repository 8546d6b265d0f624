#include "program.h"

#include <algorithm>
#include <stdexcept>

#include "trace/dependence.h"

namespace explorer::test {
namespace {

using Code = Instruction::Code;

constexpr ObjectIndex kVariables = 1;
constexpr ObjectIndex kMutexes = 101;
constexpr ObjectIndex kCondvars = 201;
constexpr ObjectIndex kSemaphores = 301;

struct ThreadState {
  std::size_t next = 0;
  std::vector<int> notes;
  bool waiting = false;   // Parked in a wait, not yet notified.
  bool notified = false;  // May leave its wait once the mutex is free.
};

class Machine {
 public:
  Machine(const Program& program, Strategy& strategy)
      : program_(program), strategy_(strategy), threads_(program.size()) {
    for (ThreadIndex child = 1; child < program.size(); ++child) strategy.thread_created(0, child);
  }

  RunResult run(unsigned step_limit) {
    RunResult result;
    std::vector<ThreadIndex> runnable = find_runnable();
    while (!runnable.empty() && result.trace.events.size() < step_limit) {
      step(result, runnable);
      runnable = find_runnable();
    }
    result.endless = !runnable.empty();
    for (ThreadIndex t = 0; t < threads_.size(); ++t) result.deadlock |= !finished(t);
    result.deadlock &= !result.endless;
    result.outcome = describe();
    return result;
  }

 private:
  bool finished(ThreadIndex t) const { return threads_[t].next == program_[t].size(); }
  const Instruction& instruction(ThreadIndex t) const { return program_[t][threads_[t].next]; }

  Operation pending(ThreadIndex t) const {
    Operation operation;
    if (finished(t)) return operation;
    const Instruction& next = instruction(t);
    operation.object = kVariables + next.object;
    switch (next.code) {
      case Code::load:
      case Code::await:
        operation.kind = OperationKind::atomic_load;
        operation.access = Access::read;
        break;
      case Code::store:
        operation.kind = OperationKind::atomic_store;
        break;
      case Code::add:
        operation.kind = OperationKind::atomic_read_modify_write;
        break;
      case Code::choose:
        operation.kind = OperationKind::choose;
        operation.object = 0;
        break;
      case Code::post:
      case Code::acquire:
        operation.kind =
            next.code == Code::post ? OperationKind::semaphore_post : OperationKind::semaphore_wait;
        operation.object = kSemaphores + next.object;
        break;
      default:
        set_blocking(operation, t, next);
    }
    if (operation.access == Access::none) operation.access = Access::write;
    return operation;
  }

  void set_blocking(Operation& operation, ThreadIndex t, const Instruction& next) const {
    operation.object = kMutexes + next.object;
    switch (next.code) {
      case Code::lock:
        operation.kind = OperationKind::mutex_lock;
        return;
      case Code::try_lock:
        operation.kind = OperationKind::mutex_try_lock;
        return;
      case Code::unlock:
        operation.kind = OperationKind::mutex_unlock;
        return;
      case Code::wait: {
        const bool parked = threads_[t].waiting || threads_[t].notified;
        operation.kind = parked ? OperationKind::condvar_wake : OperationKind::condvar_wait;
        operation.second_object = kMutexes + static_cast<unsigned>(next.value);
        break;
      }
      case Code::notify_one:
        operation.kind = OperationKind::condvar_notify_one;
        break;
      default:
        operation.kind = OperationKind::condvar_notify_all;
    }
    operation.object = kCondvars + next.object;
  }

  bool can_run(ThreadIndex t) const {
    if (finished(t) || threads_[t].waiting) return false;
    const Instruction& next = instruction(t);
    if (next.code == Code::acquire) return permits_[next.object] > 0;
    if (next.code == Code::lock) return owner(next.object) == kNoThread;
    if (next.code == Code::wait && threads_[t].notified) {
      return owner(static_cast<unsigned>(next.value)) == kNoThread;
    }
    return true;
  }

  std::vector<ThreadIndex> find_runnable() const {
    std::vector<ThreadIndex> runnable;
    for (ThreadIndex t = 0; t < threads_.size(); ++t) {
      if (can_run(t)) runnable.push_back(t);
    }
    return runnable;
  }

  void step(RunResult& result, const std::vector<ThreadIndex>& runnable) {
    std::vector<Operation> operations;
    for (ThreadIndex t = 0; t < threads_.size(); ++t) operations.push_back(pending(t));
    SchedulingPoint point;
    point.step = static_cast<std::uint32_t>(result.trace.events.size());
    point.current = current_;
    point.current_runnable = std::ranges::find(runnable, current_) != runnable.end();
    point.current_spinning = point.current_runnable && spinning_;
    point.unnoticed =
        current_ != kNoThread && goes_unnoticed(took_lock_, operations[current_].kind);
    point.runnable = runnable;
    point.pending = operations;
    ThreadIndex chosen = runnable.front();
    if (runnable.size() > 1) {
      chosen = strategy_.choose_thread(point);
      if (std::ranges::find(runnable, chosen) == runnable.end()) {
        throw std::logic_error("the strategy chose a thread that cannot run");
      }
      ++result.choices_of_threads;
      result.trace.choices.push_back({ChoiceKind::thread,
                                      static_cast<std::uint16_t>(runnable.size()), chosen,
                                      point.step, chosen == usual_thread(point)});
    }
    current_ = chosen;
    spinning_ = false;
    Event event{point.step, chosen, Outcome::proceeded, operations[chosen], 0};
    execute(result.trace, event);
    took_lock_ = event.operation.kind == OperationKind::mutex_lock ||
                 event.operation.kind == OperationKind::condvar_wake;
    result.trace.events.push_back(event);
    strategy_.executed(event);
  }

  std::uint16_t ask(Trace& trace, const Event& event, ChoiceKind kind, std::size_t count) {
    if (count < 2) return 0;
    const auto limit = static_cast<std::uint16_t>(count);
    const std::uint16_t value = strategy_.choose_value(kind, event.thread, limit);
    if (value >= limit) throw std::logic_error("the strategy chose a value out of range");
    trace.choices.push_back({kind, limit, value, event.step, value == 0});
    return value;
  }

  void execute(Trace& trace, Event& event) {
    ThreadState& self = threads_[event.thread];
    const Instruction& now = instruction(event.thread);
    switch (now.code) {
      case Code::load:
        self.notes.push_back(variable(now.object));
        break;
      case Code::store:
        variable(now.object) = now.value;
        break;
      case Code::add:
        self.notes.push_back(variable(now.object));
        variable(now.object) += now.value;
        break;
      case Code::await:
        spinning_ = variable(now.object) != now.value;
        if (spinning_) return;
        break;
      case Code::post:
        ++permits_[now.object];
        break;
      case Code::acquire:
        --permits_[now.object];
        break;
      case Code::choose:
        self.notes.push_back(
            ask(trace, event, ChoiceKind::body_choice, static_cast<std::size_t>(now.value)));
        break;
      default:
        if (!synchronise(trace, event, now)) return;
    }
    ++self.next;
  }

  // False: the instruction is not finished.
  bool synchronise(Trace& trace, Event& event, const Instruction& now) {
    ThreadState& self = threads_[event.thread];
    const auto mutex = now.code == Code::wait ? static_cast<unsigned>(now.value) : now.object;
    switch (now.code) {
      case Code::lock:
        owner(mutex) = event.thread;
        return true;
      case Code::try_lock: {
        const bool free = owner(mutex) == kNoThread;
        if (free) owner(mutex) = event.thread;
        event.outcome = free ? Outcome::proceeded : Outcome::refused;
        self.notes.push_back(free ? 1 : 0);
        return true;
      }
      case Code::unlock:
        if (owner(mutex) == event.thread) {
          owner(mutex) = kNoThread;
        } else {
          event.outcome = Outcome::refused;
        }
        return true;
      case Code::wait:
        if (!self.notified) {
          owner(mutex) = kNoThread;
          self.waiting = true;
          event.outcome = Outcome::blocked;
          return false;
        }
        self.notified = false;
        owner(mutex) = event.thread;
        return true;
      default:
        notify(trace, event, now);
        return true;
    }
  }

  void notify(Trace& trace, Event& event, const Instruction& now) {
    std::vector<ThreadIndex> waiters;
    for (ThreadIndex t = 0; t < threads_.size(); ++t) {
      if (threads_[t].waiting && instruction(t).object == now.object) waiters.push_back(t);
    }
    if (now.code == Code::notify_one && !waiters.empty()) {
      waiters = {waiters[ask(trace, event, ChoiceKind::notified_waiter, waiters.size())]};
      event.operation.peer = waiters.front();
    }
    for (const ThreadIndex waiter : waiters) {
      threads_[waiter].waiting = false;
      threads_[waiter].notified = true;
    }
  }

  std::string describe() const {
    std::string text;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      text += std::to_string(t) + ':';
      for (const int note : threads_[t].notes) text += std::to_string(note) + ',';
      text += ' ';
    }
    text += '|';
    for (const int value : variables_) text += ' ' + std::to_string(value);
    return text;
  }

  int& variable(unsigned x) {
    if (x >= variables_.size()) throw std::logic_error("no such variable");
    return variables_[x];
  }
  ThreadIndex& owner(unsigned m) { return owners_[m]; }
  ThreadIndex owner(unsigned m) const { return owners_[m]; }

  const Program& program_;
  Strategy& strategy_;
  std::vector<ThreadState> threads_;
  std::vector<int> variables_ = std::vector<int>(4);
  std::vector<int> permits_ = std::vector<int>(4);
  std::vector<ThreadIndex> owners_ = std::vector<ThreadIndex>(4, kNoThread);
  ThreadIndex current_ = kNoThread;
  bool spinning_ = false;
  bool took_lock_ = false;  // By the last event.
};

}  // namespace

RunResult run(const Program& program, Strategy& strategy, unsigned step_limit) {
  RunResult result = Machine(program, strategy).run(step_limit);
  strategy.end_execution(result.deadlock || result.endless);
  return result;
}

}  // namespace explorer::test
