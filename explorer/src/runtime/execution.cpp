#include "runtime/execution.h"

#include <utility>

#include "runtime/heap/arena.h"
#include "runtime/local_statics.h"
#include "runtime/thread_exit.h"
#include "runtime/thread_locals.h"

namespace explorer {

constinit thread_local ControlledThread* current_user = nullptr;

namespace {

// Distinguishes what executions leave behind in the program's objects; never repeats.
std::uint32_t last_execution_number = 0;

void* run_body(void* body) {
  (*static_cast<const std::function<void()>*>(body))();
  return nullptr;
}

// At the end of the last thread.
void destroy_local_statics(Execution& x, ControlledThread& self) {
  if (!local_statics::has_destructions()) return;
  // Everybody else has ended, whether or not anybody has waited for that.
  for (std::size_t i = 0; i < x.thread_count(); ++i) {
    const auto other = static_cast<ThreadIndex>(i);
    if (other != self.index) x.order().thread_joined(self.index, other);
  }
  local_statics::destroy_all();
}

}  // namespace

Execution::Execution(ContextBackend::Kind backend) : backend_(backend), detector_(stack_tree_) {}

void Execution::begin(const Settings& settings) {
  settings_ = settings;
  step_ = 0;
  step_limit_ = settings.options->step_limit;
  quiet_steps_ = settings.told ? 0 : step_limit_;
  switches_ = 0;
  progress_ = 1;
  spurious_left_ = settings.options->spurious_wakes;
  current_spinning_ = false;
  turns_in_a_row_ = 0;
  progress_step_ = 0;
  rescuing_ = false;
  rescue_rounds_ = 0;
  rescue_turns_ = 0;
  is_plain_ = true;
  quiet_waiter_ = nullptr;
  ends_awaited_ = 0;
  detects_races_ = settings.options->detect_races;
  keeps_events_ = settings.told || settings.strategy->wants_events();
  briefs_room_ = keeps_events_ ? 0 : static_cast<std::uint32_t>(briefs_.size());
  looks_at_accesses_ = settings.told || settings.options->points_at_plain_accesses;
  only_detects_races_ = detects_races_ && !looks_at_accesses_;
  thread_count_ = 0;
  live_ = 0;
  runnable_.clear();
  clock_.begin_execution();
  number_ = ++last_execution_number;
  objects_.begin_execution(number_);
  detector_.begin_execution();
  next_choice_ = choices_.data();
  record_.trace.clear();
  record_.threads.clear();
  record_.objects.clear();
  record_.labels.clear();
  record_.stacks.clear();
  pending_stacks_.clear();
  watched_accesses_.clear();
  blocks_.clear();
  Arena::instance().begin_execution();
  heap_begin_ = Arena::instance().execution_begin();
  if (Arena::instance().owns(reinterpret_cast<const void*>(settings.watched.begin))) {
    // Blocks that outlived the execution in which the range was seen have moved the heap since.
    settings_.watched.begin += heap_begin_ - settings.watched_heap_begin;
  }
  if (failed()) evidence_ = Evidence{};
}

void Execution::run(const Settings& settings, const std::function<void()>& body) {
  begin(settings);
  current = this;
  ControlledThread* first =
      create_thread(nullptr, &run_body, const_cast<void*>(static_cast<const void*>(&body)));
  if (first == nullptr) {
    evidence_.kind = FindingKind::internal_error;
    evidence_.message = "the system refuses to create a thread";
  } else {
    backend_.carrier().context.thread_base = current_thread_base();
    running_ = first;
    backend_.switch_to(backend_.carrier(), *first->pooled);
    clean_up();
  }
  if (failed() || settings_.told) keep_choices();
  if (failed() && !keeps_events_) expand_brief_events();
  current = nullptr;
}

void Execution::clean_up() {
  local_statics::forget();
  if (live_ == 0) return;
  for (std::size_t i = 0; i < thread_count_; ++i) {
    ControlledThread& thread = *threads_[i];
    if (!thread.finished) backend_.abandon(*thread.pooled);
    thread.exit_callbacks.clear();
    ThreadLocals::forget_exceptions(*thread.pooled);
  }
}

ControlledThread* Execution::create_thread(ControlledThread* parent, void* (*routine)(void*),
                                           void* argument) {
  const auto index = static_cast<ThreadIndex>(thread_count_);
  if (index == kNoThread) return nullptr;
  if (index == threads_.size()) {
    PooledThread* pooled = ThreadPool::instance().slot(index);
    if (pooled == nullptr) return nullptr;
    threads_.push_back(std::make_unique<ControlledThread>());
    threads_.back()->pooled = pooled;
    pending_.emplace_back();
    for (std::size_t i = 0; i <= index; ++i) threads_[i]->pending = &pending_[i];
  }
  ControlledThread& thread = *threads_[index];
  thread.index = index;
  thread.bit = ThreadSet::low_bit_of(index);
  thread.finished = thread.detached = thread.joined = false;
  thread.wake_reason = WakeReason::none;
  thread.took_lock = thread.unnoticed = false;
  thread.locks_held = 0;
  thread.routine = routine;
  thread.argument = argument;
  thread.result = nullptr;
  thread.list = nullptr;
  thread.contenders = nullptr;
  thread.joiner = nullptr;
  thread.idle_rounds = 0;
  thread.idle_epoch = 0;
  thread.steps = thread.wake_ups = 0;
  thread.was_blocked = false;
  thread.spin = SpinMemory{};
  thread.seen = SeenValue{};
  thread.awaited_ends = nullptr;
  thread.turns_before_quiet = 0;
  thread.restless = false;
  thread.gave_way_step = 0;
  thread.gave_way_to = nullptr;
  thread.read_locks.clear();
  thread.name.clear();
  *thread.pending = Operation{.kind = OperationKind::thread_start};
  ++thread_count_;
  ++live_;
  backend_.prepare(*thread.pooled, &thread_entry, &thread);
  ThreadLocals::reset(*thread.pooled);
  make_runnable(thread);
  if (settings_.told) pending_stacks_.resize(thread_count_);
  if (parent != nullptr) {
    order().thread_created(parent->index, index);
    go_on(*parent);
    if (!rescuing_) settings_.strategy->thread_created(parent->index, index);
  }
  return &thread;
}

ControlledThread* Execution::find_thread(pthread_t handle) {
  for (std::size_t i = 0; i < thread_count_; ++i) {
    if (pthread_equal(threads_[i]->pooled->handle, handle) != 0) return threads_[i].get();
  }
  return nullptr;
}

ControlledThread* Execution::thread_on_stack(std::uintptr_t address) {
  for (std::size_t i = 0; i < thread_count_; ++i) {
    const PooledThread& pooled = *threads_[i]->pooled;
    // An overflow points below the stack, into the guard.
    const auto begin = reinterpret_cast<std::uintptr_t>(pooled.stack_begin) - kStackGuardSize;
    if (address - begin < pooled.stack_size + kStackGuardSize) return threads_[i].get();
  }
  return nullptr;
}

void Execution::thread_entry(void* argument) {
  ControlledThread& self = *static_cast<ControlledThread*>(argument);
  Execution& x = *current;
  x.go_on(self);
  x.made_progress();
  x.done(self, Outcome::proceeded);
  current_user = &self;
  self.result = self.routine(self.argument);
  x.finish_thread(self);
}

void Execution::finish_thread(ControlledThread& self) {
  current_user = &self;
  run_exit_callbacks(self);
  if (live_ == 1 && !rescuing_) destroy_local_statics(*this, self);
  current_user = nullptr;
  announce(self, Operation{.kind = OperationKind::thread_exit, .access = Access::write});
  wait_for_turn(self);
  self.finished = true;
  --live_;
  block(self);
  if (self.joiner != nullptr) make_runnable(*self.joiner);
  if (ends_awaited_ > 0) wake_who_awaits_ends();
  made_progress();
  done(self, Outcome::proceeded);
  if (live_ == 0) {
    if (rescuing_) evidence_.kind = FindingKind::lost_wakeup;
    check_for_leaks(self);
    backend_.leave(*self.pooled, backend_.carrier());
  }
  ControlledThread& next = who_is_next_after(self);
  current_spinning_ = false;
  ++switches_;
  running_ = &next;
  backend_.leave(*self.pooled, *next.pooled);
}

void Execution::fail(ControlledThread& self, FindingKind kind, std::string message,
                     ObjectIndex object) {
  Evidence evidence;
  evidence.kind = kind;
  evidence.message = std::move(message);
  evidence.object = object;
  fail(self, std::move(evidence));
}

void Execution::fail(ControlledThread& self, Evidence evidence) {
  current_user = nullptr;
  // While rescuing, the finding is known already; what the rescue breaks is not the program's.
  if (!rescuing_) {
    evidence.thread = self.index;
    evidence_ = std::move(evidence);
    if (settings_.told) {
      // A crash is not at the operation before it, which may be the thread's own start.
      const bool here = evidence_.without_steps || evidence_.kind == FindingKind::crash;
      here ? capture_stack_here(self) : capture_pending_stack(self);
      evidence_.stack = pending_stacks_[self.index];
    }
    keep_final_states();
  }
  end(self);
}

void Execution::hang(ControlledThread& self) {
  Evidence evidence;
  evidence.kind = FindingKind::busy_wait;
  evidence.message = "runs in a loop without any operation that others could wait for or end";
  evidence.without_steps = true;
  fail(self, std::move(evidence));
}

void Execution::memory_fault(ControlledThread& self) {
  current_user = nullptr;
  Evidence evidence;
  evidence.fault = *detector_.fault();
  evidence.kind = evidence.fault->kind == MemoryFault::Kind::data_race
                      ? FindingKind::data_race
                      : FindingKind::use_after_free;
  if (settings_.told) tell_fault(evidence);
  fail(self, std::move(evidence));
}

void Execution::end(ControlledThread& self) {
  // The carrier's clean-up must not take this thread for one that is parked in the middle.
  self.finished = true;
  backend_.leave(*self.pooled, backend_.carrier());
}

}  // namespace explorer
