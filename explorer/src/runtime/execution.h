// One execution of the body under a strategy: who is alive, who may run, what happened.
//
// The functions that stand for pthread_* and friends (folder interposition) are written in its
// terms. A primitive announces an operation, waits for its turn, takes effect, and reports what
// came of it:
//
//     x.announce(self, {.kind = OperationKind::mutex_unlock, ...});
//     x.wait_for_turn(self);        // Others may run here.
//     ... change the object ...
//     x.done(self, Outcome::proceeded);
//
// Exactly one controlled thread runs at a time, so nothing here is synchronised.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "explorer/options.h"
#include "races/detector.h"
#include "report/evidence.h"
#include "runtime/context/backend.h"
#include "runtime/controlled_thread.h"
#include "runtime/heap/arena.h"
#include "runtime/sync_object.h"
#include "runtime/threads/current_user.h"
#include "runtime/threads/kept.h"
#include "runtime/threads/runnable_set.h"
#include "runtime/virtual_clock.h"
#include "scheduling/strategy.h"
#include "trace/trace.h"

namespace explorer {

class Execution {
 public:
  struct Settings {
    Strategy* strategy = nullptr;
    const Options* options = nullptr;
    // Told: stacks are captured at every step, and at accesses to `watched`. Slow.
    bool told = false;
    WatchedRange watched;
    std::uintptr_t watched_heap_begin = 0;  // heap_begin() of the execution that saw the range.
  };

  explicit Execution(ContextBackend::Kind backend);

  // The execution that controlled threads belong to; null outside run().
  static inline constinit Execution* current = nullptr;

  // Forgets what executions of earlier searches had in common. Call before the first run().
  void begin_search() { objects_.begin_search(); }

  // Whether exit() is how the body ends, as it is for a whole program.
  static inline constinit bool exit_ends_body = false;

  // Runs the body once. Afterwards the accessors below tell how it went. Must be called from the
  // thread that constructed the execution.
  void run(const Settings& settings, const std::function<void()>& body);

  // Exchanges the trace's storage, between executions. What was no failure has no choices in it.
  void lend(Trace& storage) { std::swap(record_.trace, storage); }

  [[nodiscard]] bool failed() const { return evidence_.kind != FindingKind::none; }
  [[nodiscard]] const Evidence& evidence() const { return evidence_; }
  [[nodiscard]] const ExecutionRecord& record() const { return record_; }
  // Its events are complete where the strategy wanted them or the execution was told. Otherwise
  // there are events only after a failure, and of their operations only the kind is known.
  [[nodiscard]] const Trace& trace() {
    keep_choices();
    return record_.trace;
  }
  [[nodiscard]] std::uintptr_t heap_begin() const { return heap_begin_; }
  [[nodiscard]] std::uint64_t switches() const { return switches_; }
  [[nodiscard]] const ContextBackend& backend() const { return backend_; }
  // Differs whenever an execution of this process has made a step in between.
  [[nodiscard]] std::uint64_t stamp() const { return std::uint64_t{number_} << 32 | step_; }
  [[nodiscard]] const ControlledThread& running() const { return *running_; }

  // --- For the primitives -------------------------------------------------------------------

  void announce(ControlledThread& self, const Operation& operation);
  // Returns when the strategy has chosen `self`, whose pending operation can then proceed.
  void wait_for_turn(ControlledThread& self);
  // The same for an operation on a lock, condvar or semaphore, which must not be gone by then.
  void wait_for_turn(ControlledThread& self, const SyncObject& object);
  // The parts of the above. Whether it is known without a question that `self` goes on: then
  // choose_next() must not be called any more, which returns when it has been chosen.
  [[nodiscard]] bool has_turn(ControlledThread& self);
  void choose_next(ControlledThread& self);
  void use_object(ControlledThread& self, const SyncObject& object);
  // The pending operation took effect, failed, or parked its thread. `took_lock`: others than those
  // who want the lock too could as well have run before it.
  void done(ControlledThread& self, Outcome outcome, bool took_lock = false);

  [[nodiscard]] static Operation& pending(const ControlledThread& thread) {
    return *thread.pending;
  }
  [[nodiscard]] ControlledThread& thread(ThreadIndex index) { return *threads_[index]; }
  [[nodiscard]] std::size_t thread_count() const { return thread_count_; }

  // Asks the strategy for a value; 0 without asking where there is only one.
  std::uint16_t choose(ChoiceKind kind, const ControlledThread& self, std::uint32_t count);
  // Whether a wait should end without cause, or a try or weak operation fail.
  bool spurious(ChoiceKind kind, const ControlledThread& self);
  // Whether a deadline should pass at once.
  bool timeout_first(const ControlledThread& self);

  void make_runnable(const ControlledThread& thread) { runnable_.insert(thread.index, thread.bit); }
  void make_all_runnable(const ThreadSet& threads) { runnable_.insert_all(threads); }
  void block(const ControlledThread& thread) { runnable_.erase(thread.index, thread.bit); }
  void block_all(const ThreadSet& threads) { runnable_.erase_all(threads); }
  // Those that are in both sets.
  void block_common(const ThreadSet& a, const ThreadSet& b) { runnable_.erase_common(a, b); }
  [[nodiscard]] bool is_runnable(const ControlledThread& thread) const {
    return runnable_.contains(thread.index, thread.bit);
  }

  // The thread's pending operation needs an object whose contenders these are. Whoever changes the
  // object makes them runnable and blocks them, all at once.
  static void contend_for(ThreadSet& contenders, ControlledThread& thread) {
    contenders.insert(thread.index, thread.bit);
    thread.contenders = &contenders;
  }
  static void leave_contenders(ControlledThread& thread) {
    thread.contenders->erase(thread.index, thread.bit);
    thread.contenders = nullptr;
  }

  // Parks the thread until wake(); with a deadline, the clock may wake it.
  void park(ControlledThread& self) {
    ++self.wait_number;
    self.wake_reason = WakeReason::none;
    block(self);
  }
  void park_until(ControlledThread& self, std::int64_t deadline) {
    park(self);
    self.deadline = deadline;
    clock_.arm(self);
  }
  // Takes the thread out of any list or set and tells it why. The caller makes it runnable or
  // contend.
  void wake(ControlledThread& thread, WakeReason reason) {
    ++thread.wait_number;
    thread.wake_reason = reason;
    if (thread.list != nullptr) ThreadList::remove(thread);
    if (thread.contenders != nullptr) leave_contenders(thread);
  }

  // Something happened that a spinning thread might have been waiting for.
  void made_progress() {
    ++progress_;
    progress_step_ = step_;
  }
  // Time alone has passed: those who look may see something new, but nobody has done anything.
  void time_passed() { ++progress_; }
  // The thread looked without effect: after a few times it counts as spinning.
  void spun(ControlledThread& self);
  // The thread asks that others run.
  void yielded(ControlledThread& self);

  // A wait of the calling thread has timed out: time is now at least its deadline.
  void reach(std::int64_t time) {
    clock_.advance_to(time);
    while (clock_.is_due(clock_.now())) fire(*clock_.pop_earliest());
    time_passed();
  }

  [[nodiscard]] VirtualClock& clock() { return clock_; }
  [[nodiscard]] ObjectTable& objects() { return objects_; }
  [[nodiscard]] HappensBefore& order() { return detector_.synchronisation(); }
  [[nodiscard]] Detector& detector() { return detector_; }
  [[nodiscard]] bool detects_races() const { return detects_races_; }
  [[nodiscard]] bool told() const { return settings_.told; }
  [[nodiscard]] bool rescuing() const { return rescuing_; }
  // Whether plain accesses mean more than a question to the detector.
  [[nodiscard]] bool looks_at_accesses() const { return looks_at_accesses_; }
  [[nodiscard]] std::uint32_t step() const { return step_; }
  [[nodiscard]] const Options& options() const { return *settings_.options; }
  [[nodiscard]] std::vector<std::string>& labels() { return record_.labels; }
  void watch_access(const ControlledThread& self, std::uintptr_t address, std::size_t size);
  // Told executions remember where blocks were allocated.
  void remember_block(const ControlledThread& self, std::uintptr_t address, std::size_t size);

  // Threads. create_thread returns null when the system has no more.
  ControlledThread* create_thread(ControlledThread* parent, void* (*routine)(void*),
                                  void* argument);
  [[nodiscard]] ControlledThread* find_thread(pthread_t handle);
  // Whose stack an address lies on; null where nobody's.
  [[nodiscard]] ControlledThread* thread_on_stack(std::uintptr_t address);
  // Waits until every other thread is blocked, has ended or has had `max_turns` turns without any
  // of the others getting anywhere; false if there is one of the last kind.
  bool await_quiet(ControlledThread& self, std::uint32_t max_turns);
  // Waits until so many of these threads have ended.
  void await_ends(ControlledThread& self, const AwaitedEnds& ends);
  // Ends the calling thread, whose function has returned.
  [[noreturn]] void finish_thread(ControlledThread& self);

  // The body has ended by exit(): so do its threads.
  [[noreturn]] void finish_body(ControlledThread& self) {
    current_user = nullptr;
    end(self);
  }

  // Ends the execution with a finding; the calling thread never continues.
  [[noreturn]] void fail(ControlledThread& self, FindingKind kind, std::string message,
                         ObjectIndex object = 0);
  [[noreturn]] void fail(ControlledThread& self, Evidence evidence);
  [[noreturn]] void memory_fault(ControlledThread& self);
  // The calling thread runs without ever reaching a point.
  [[noreturn]] void hang(ControlledThread& self);

 private:
  static constexpr std::uint32_t kIdleRounds = 8;
  // A thread that keeps going while others could is suspect, too: it may poll under a lock.
  static constexpr std::uint32_t kMonopoly = 200;
  static void thread_entry(void* thread);

  void begin(const Settings& settings);
  void clean_up();
  [[nodiscard]] bool is_usual_turn(const ControlledThread& self) const {
    return is_plain_ && self.idle_rounds < kIdleRounds && !runnable_.empty();
  }
  [[nodiscard]] ControlledThread& ask(ControlledThread& self, ThreadIndex last,
                                      std::span<const ThreadIndex> runnable, bool self_can_go_on);
  void look_at_announcement(ControlledThread& self);
  void use_object_with_care(ControlledThread& self, const SyncObject& object);
  // `self` has ended.
  [[nodiscard]] ControlledThread& who_is_next_after(ControlledThread& self);
  [[nodiscard]] ControlledThread& pick(ControlledThread& self);
  [[nodiscard]] ControlledThread& pick_candidate(ControlledThread& self);
  // Who may be picked: everybody that can run, but only once they are quiet who waits for that.
  [[nodiscard]] std::span<const ThreadIndex> candidates() {
    return quiet_waiter_ == nullptr ? runnable_.threads() : candidates_before_quiet();
  }
  [[nodiscard]] std::span<const ThreadIndex> candidates_before_quiet();
  [[nodiscard]] std::size_t settled() const;
  [[nodiscard]] bool any_restless() const;
  void count_turn(ControlledThread& thread);
  void wake_who_awaits_ends();
  void record_choice(const BriefChoice& choice);
  void make_room_for_choices();
  void keep_choices();
  [[nodiscard]] bool choose_spurious(ChoiceKind kind, const ControlledThread& self);
  void switch_from(ControlledThread& self, ControlledThread& next);
  // Control has come to the thread: accesses are its own from now on.
  void go_on(const ControlledThread& self);
  // Nobody can run: lets the earliest deadline pass. False when there is none.
  bool advance_clock();
  void fire(ControlledThread& thread);
  [[nodiscard]] bool everybody_idles();
  void stuck(ControlledThread& self);
  [[nodiscard]] bool wake_all_waiters();
  [[noreturn]] void never_ends(ControlledThread& self);
  [[nodiscard]] bool give_way_to_each_other() const;
  [[noreturn]] void end(ControlledThread& self);
  void keep_final_states();
  void check_for_leaks(ControlledThread& self);
  [[nodiscard]] Event event_of(const ControlledThread& self, Outcome outcome) const;
  void keep_in_full(const ControlledThread& self, Outcome outcome);
  void keep_event(const ControlledThread& self, Outcome outcome);
  void expand_brief_events();
  void capture_pending_stack(const ControlledThread& self);
  void capture_stack_here(const ControlledThread& self);
  void keep_pending_stack(const ControlledThread& self);
  void tell_fault(Evidence& evidence) const;

  ContextBackend backend_;
  Settings settings_;

  std::vector<std::unique_ptr<ControlledThread>> threads_;
  std::size_t thread_count_ = 0;
  std::size_t live_ = 0;
  std::vector<Operation> pending_;
  RunnableSet runnable_;
  VirtualClock clock_;
  ObjectTable objects_;
  StackTree stack_tree_;
  Detector detector_;
  bool detects_races_ = true;
  bool looks_at_accesses_ = false;
  bool only_detects_races_ = true;  // That is all that plain accesses are for.
  bool keeps_events_ = false;
  std::vector<BriefEvent> briefs_ = std::vector<BriefEvent>(1024);
  // Before so many steps, brief events will do, and there is room for them.
  std::uint32_t briefs_room_ = 0;

  std::uintptr_t heap_begin_ = 0;
  std::uint32_t number_ = 0;  // Of the execution, among all of the process.
  std::uint32_t step_ = 0;
  std::uint32_t step_limit_ = 0;
  std::uint32_t quiet_steps_ = 0;  // Before so many, announcements need no attention.
  std::uint64_t switches_ = 0;
  ControlledThread* running_ = nullptr;
  std::uint64_t progress_ = 0;
  std::uint32_t spurious_left_ = 0;
  bool current_spinning_ = false;
  std::uint32_t turns_in_a_row_ = 0;
  std::uint32_t progress_step_ = 0;  // When something changed last.

  bool is_plain_ = true;  // Nobody waits until the others are quiet, and nothing is being rescued.
  // Who waits until the others are quiet; it stays among the runnable ones meanwhile.
  ControlledThread* quiet_waiter_ = nullptr;
  std::uint32_t max_turns_ = 0;
  std::uint32_t quiet_rounds_ = 0;
  std::size_t settled_before_ = 0;
  std::vector<ThreadIndex> candidates_;
  std::size_t ends_awaited_ = 0;  // Threads in await_ends().

  // Set once everybody is stuck: the execution goes on, unrecorded, to see what would rescue it.
  bool rescuing_ = false;
  std::uint32_t rescue_rounds_ = 0;
  std::uint32_t rescue_turns_ = 0;

  // Written down here, and put into the record when somebody asks for it.
  std::vector<BriefChoice> choices_;
  BriefChoice* next_choice_ = nullptr;
  BriefChoice* choices_end_ = nullptr;
  ExecutionRecord record_;
  Evidence evidence_;
  std::vector<ReturnAddresses> pending_stacks_;
  std::vector<WatchedAccess> watched_accesses_;
  std::vector<HeapBlock> blocks_;
};

}  // namespace explorer

#include "runtime/turns.h"
