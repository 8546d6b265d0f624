// Participants on real, free-running threads.
#include "grading/cast.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sys/resource.h>

#include <atomic>
#include <optional>
#include <thread>
#include <utility>

#include "grading/expect.h"
#include "grading/src/channel/channel.h"
#include "grading/src/harness/session.h"
#include "grading/src/raw_syscall.h"
#include "grading/src/threads/process_view.h"
#include "grading/src/threads/quiescence.h"
#include "grading/time.h"

namespace grading {
namespace {

// What no thread uses on its way into a blocking call, even under a sanitizer on a slow machine.
constexpr std::chrono::milliseconds kSpinning{50};
constexpr std::uint64_t kPolling = 100;
// How long everybody has to sleep, one of them on a clock, before that one counts as polling.
constexpr std::chrono::milliseconds kLongNap{30};
constexpr int kQuietAmongRestless = 5;

// Sleeps until the runner, which sees that nothing moves any more, ends the process.
[[noreturn]] void give_up(std::string_view message, Finding finding) {
  fail(message, finding);
  if (!channel::connected()) harness::end_process_failed();
  const std::uint32_t never = 0;
  for (;;) raw_syscall(SYS_futex, as_argument(&never), FUTEX_WAIT_PRIVATE, 0, 0);
}

// The kernel's limit for a thread's name is 15 characters.
void name_this_thread(const std::string& role) {
  pthread_setname_np(pthread_self(), role.substr(0, 15).c_str());
}

}  // namespace

// Everything that both threads touch while they run is relaxed on purpose; see cast.h.
struct Participant::Part {
  std::string role;
  Call<void()> body;
  std::atomic<int> thread_id{0};
  std::atomic<bool> over{false};
  std::atomic<std::uint64_t> final_wake_ups{0};
  std::atomic<std::int64_t> final_processor{0};
  std::atomic<std::uint64_t> first_wake_ups{0};
  std::atomic<std::int64_t> first_processor{0};
  std::thread thread;
  Standing restless = Standing::finished;  // The director's: how it waits, if not asleep.

  void play();
  Standing become_restless(Standing standing);
  void join();
};

void Participant::Part::play() {
  name_this_thread(role);
  const int id = process_view::this_thread();
  const auto before = process_view::look_at(id);
  first_wake_ups.store(before ? before->voluntary : 0, std::memory_order_relaxed);
  first_processor.store(process_view::processor_time(id).count(), std::memory_order_relaxed);
  thread_id.store(id, std::memory_order_relaxed);
  try {
    body();
  } catch (...) {
    fail_with_current_exception("the code under test, called by " + role + ",");
  }
  const auto after = process_view::look_at(id);
  final_wake_ups.store(after ? after->voluntary : 0, std::memory_order_relaxed);
  final_processor.store(process_view::processor_time(id).count(), std::memory_order_relaxed);
  over.store(true, std::memory_order_relaxed);
}

Standing Participant::Part::become_restless(Standing standing) {
  restless = standing;
  quiescence::note_restless(thread_id.load(std::memory_order_relaxed));
  return standing;
}

void Participant::Part::join() {
  if (thread.joinable()) thread.join();
  if (restless != Standing::finished) {
    quiescence::forget_restless(thread_id.load(std::memory_order_relaxed));
    restless = Standing::finished;
  }
}

Participant::Participant(std::unique_ptr<Part> part) : part_(std::move(part)) {
  part_->thread = std::thread([part = part_.get()] { part->play(); });
}

Participant::~Participant() { part_->join(); }

bool Participant::finished() const { return part_->over.load(std::memory_order_relaxed); }

const std::string& Participant::role() const { return part_->role; }

Cost Participant::cost() const {
  const int id = part_->thread_id.load(std::memory_order_relaxed);
  if (id == 0) return {};
  const auto now = process_view::look_at(id);
  auto wake_ups = now ? now->voluntary : 0;
  auto processor = process_view::processor_time(id).count();
  if (finished()) {
    wake_ups = part_->final_wake_ups.load(std::memory_order_relaxed);
    processor = part_->final_processor.load(std::memory_order_relaxed);
  }
  return {
      wake_ups - part_->first_wake_ups.load(std::memory_order_relaxed),
      std::chrono::nanoseconds(processor - part_->first_processor.load(std::memory_order_relaxed))};
}

Standing Participant::await_blocked() {
  quiescence::Patience patience;
  std::optional<Stopwatch> napping;
  int quiet = 0;
  for (;; patience.pause()) {
    if (finished()) return Standing::finished;
    const int id = part_->thread_id.load(std::memory_order_relaxed);
    if (id == 0) continue;
    if (part_->restless != Standing::finished) return part_->restless;
    if (const auto waits_in = quiescence::how_it_sleeps(id)) {
      if (finished()) return Standing::finished;
      // While others are restless, this one may just be waiting for its turn with them.
      const bool certain = !quiescence::anyone_is_restless() || ++quiet > kQuietAmongRestless;
      if (*waits_in != process_view::WaitsIn::sleep) {
        if (certain) return Standing::asleep;
      } else if (!napping) {
        napping = Stopwatch();
      } else if (napping->elapsed() > kLongNap) {
        return part_->become_restless(Standing::polling);
      }
    } else {
      napping.reset();
      quiet = 0;
    }
    const Cost used = cost();
    if (finished()) return Standing::finished;
    if (used.processor > kSpinning) return part_->become_restless(Standing::spinning);
    if (used.wake_ups > kPolling) return part_->become_restless(Standing::polling);
  }
}

// Once it is known what went wrong, whoever that leaves blocked must not keep the process alive.
void Participant::end_unless_finished() {
  if (await_blocked() != Standing::finished) harness::end_process_failed();
}

void Participant::await_finished(std::string_view otherwise, Finding finding) {
  quiescence::Patience patience;
  for (; !finished(); patience.pause()) {
    if (failed()) end_unless_finished();
    if (!quiescence::everyone_is_stuck() || finished()) continue;
    give_up(otherwise.empty() ? role() + " never returns from its call" : std::string(otherwise),
            finding);
  }
  part_->join();
}

Cast::Cast() = default;

Cast::~Cast() {
  if (!failed()) {
    await_all_finished();
    return;
  }
  for (const auto& participant : participants_) participant->end_unless_finished();
}

Participant& Cast::start(std::string role, Call<void()> body) {
  auto part = std::make_unique<Participant::Part>();
  part->role = std::move(role);
  part->body = std::move(body);
  participants_.push_back(std::unique_ptr<Participant>(new Participant(std::move(part))));
  return *participants_.back();
}

void Cast::await_all_finished(std::string_view otherwise, Finding finding) {
  for (const auto& participant : participants_) participant->await_finished(otherwise, finding);
}

void Cast::await_finished(std::size_t count, std::string_view otherwise, Finding finding) {
  quiescence::Patience patience;
  for (; finished() < count; patience.pause()) {
    if (failed()) {
      for (const auto& participant : participants_) participant->end_unless_finished();
    }
    if (quiescence::everyone_is_stuck() && finished() < count) give_up(otherwise, finding);
  }
}

std::size_t Cast::finished() const {
  std::size_t count = 0;
  for (const auto& participant : participants_) count += participant->finished() ? 1 : 0;
  return count;
}

std::size_t Cast::await_quiet() {
  // Again until nobody has finished meanwhile: one that leaves may let the next one go.
  for (std::size_t before = finished();; before = finished()) {
    for (const auto& participant : participants_) participant->await_blocked();
    if (finished() == before) return before;
  }
}

struct StartLine::State {
  std::atomic<int> missing;
};

StartLine::StartLine(int parties) : state_(std::make_unique<State>()) {
  state_->missing.store(parties, std::memory_order_relaxed);
}

StartLine::~StartLine() = default;

void StartLine::wait() {
  state_->missing.fetch_sub(1, std::memory_order_relaxed);
  while (state_->missing.load(std::memory_order_relaxed) > 0) {
    raw_syscall(SYS_sched_yield);
  }
}

}  // namespace grading
