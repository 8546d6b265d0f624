#include "naive_interpreter.h"

#include <array>
#include <compare>

namespace explorer::fuzz {
namespace {

using Code = Instruction::Code;

struct ThreadState {
  unsigned next = 0;   // Instruction.
  unsigned stage = 0;  // Step within it.
  std::vector<unsigned> notes;
  auto operator<=>(const ThreadState&) const = default;
};

struct State {
  std::vector<ThreadState> threads;
  std::array<unsigned, kPlaces> atomics{};
  std::array<unsigned, kPlaces> guarded{};
  std::array<bool, kPlaces> held{};
  std::array<bool, kPlaces> flags{};
  std::array<unsigned, kPlaces> permits{};
  auto operator<=>(const State&) const = default;
};

class Interpreter {
 public:
  explicit Interpreter(const Program& program) : program_(program) {}

  std::set<Outcome> run() {
    State start;
    start.threads.resize(program_.size());
    visit(start);
    return outcomes_;
  }

 private:
  void visit(const State& state) {
    if (!seen_.insert(state).second) return;
    bool ended = true;
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      if (state.threads[t].next == program_[t].size()) continue;
      ended = false;
      State after = state;
      if (step(after, after.threads[t], program_[t][state.threads[t].next])) visit(after);
    }
    if (ended) outcomes_.insert(outcome_of(state));
  }

  static void finish(ThreadState& thread) {
    ++thread.next;
    thread.stage = 0;
  }

  // False: the thread cannot go on now.
  static bool step(State& state, ThreadState& thread, const Instruction& now) {
    unsigned& atomic = state.atomics[now.place];
    switch (now.code) {
      case Code::load:
        thread.notes.push_back(atomic);
        break;
      case Code::store:
        atomic = now.value;
        break;
      case Code::add:
        thread.notes.push_back(atomic);
        atomic += now.value;
        break;
      case Code::compare_exchange:
        thread.notes.push_back(atomic == 0 ? 1 : 0);
        if (atomic == 0) atomic = now.value;
        break;
      case Code::post:
        ++state.permits[now.place];
        break;
      case Code::acquire:
        if (state.permits[now.place] == 0) return false;
        --state.permits[now.place];
        break;
      default:
        return step_under_lock(state, thread, now);
    }
    finish(thread);
    return true;
  }

  static constexpr unsigned kParked = 9;  // Stage of a thread that waits for its flag.

  static bool step_under_lock(State& state, ThreadState& thread, const Instruction& now) {
    bool& held = state.held[now.place];
    if (thread.stage == kParked) {
      if (held || !state.flags[now.place]) return false;
      held = true;
      thread.stage = 1;
      return true;
    }
    switch (thread.stage++) {
      case 0:
        if (held && now.code != Code::try_locked_add) return false;
        if (now.code == Code::try_locked_add) {
          thread.notes.push_back(held ? 0 : 1);
          if (held) finish(thread);
        }
        held = true;
        return true;
      case 1:
        return work_under_lock(state, thread, now);
      default:
        held = false;
        finish(thread);
        return true;
    }
  }

  static bool work_under_lock(State& state, ThreadState& thread, const Instruction& now) {
    unsigned& guarded = state.guarded[now.place];
    switch (now.code) {
      case Code::raise_flag:
        state.flags[now.place] = true;
        return true;
      case Code::await_flag:
        if (!state.flags[now.place]) {
          state.held[now.place] = false;
          thread.stage = kParked;
          return true;
        }
        thread.notes.push_back(guarded);
        return true;
      default:
        thread.notes.push_back(guarded);
        guarded += now.value;
        return true;
    }
  }

  static Outcome outcome_of(const State& state) {
    OutcomeWriter writer;
    for (const ThreadState& thread : state.threads) {
      for (const unsigned note : thread.notes) writer.add(note);
    }
    for (const unsigned value : state.atomics) writer.add(value);
    for (const unsigned value : state.guarded) writer.add(value);
    return writer.outcome();
  }

  const Program& program_;
  std::set<State> seen_;
  std::set<Outcome> outcomes_;
};

}  // namespace

std::set<Outcome> all_outcomes(const Program& program) { return Interpreter(program).run(); }

}  // namespace explorer::fuzz
