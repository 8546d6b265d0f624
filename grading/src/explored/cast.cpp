// Participants on controlled threads: where they stand is known, not guessed.
#include "grading/cast.h"

#include <atomic>
#include <exception>
#include <thread>
#include <utility>

#include "explorer/controls.h"
#include "grading/expect.h"
#include "grading/src/explored/in_flight.h"
#include "grading/src/explored/schedule.h"
#include "grading/src/explored/standing.h"

namespace grading {

namespace {

// Whoever is let go by nothing but a deadline that stands for "never" has not been let go. What
// scenes scale stays well below.
class Patience {
 public:
  Patience(std::string_view otherwise, Finding finding)
      : otherwise_(otherwise), finding_(finding) {}
  void check() const {
    constexpr std::chrono::minutes kNever{30};
    if (schedule::state().hasty_clock) return;
    if (explorer::now() - start_ >= kNever) fail(otherwise_, finding_);
  }

 private:
  std::string_view otherwise_;
  Finding finding_;
  std::chrono::nanoseconds start_ = explorer::now();
};

// Nobody knows where free-running threads stand in this stage.
void require_control(const char* call) {
  if (explorer::active()) return;
  fail(std::string("the grader calls ") + call + " in a behaviour that is not controlled",
       Finding::internal_error);
}

}  // namespace

struct Participant::Part {
  std::string role;
  Call<void()> body;
  std::atomic<bool> over{false};  // Looked at where the thread is not controlled.
  std::thread thread;
  explorer::ThreadNumber number = 0;

  void play();
  void join() {
    if (thread.joinable()) thread.join();
  }
};

void Participant::Part::play() {
  explorer::name_thread(role);
  try {
    body();
  } catch (...) {
    fail_with_current_exception("the code under test, called by " + role + ",");
  }
  if (!explorer::active()) over = true;
}

Participant::Participant(std::unique_ptr<Part> part) : part_(std::move(part)) {
  part_->thread = std::thread([part = part_.get()] { part->play(); });
  part_->number = explorer::number_of(part_->thread.native_handle());
}

Participant::~Participant() { part_->join(); }

bool Participant::finished() const {
  if (!explorer::active()) return part_->over;
  return explorer::look_at(part_->number).standing == explorer::Standing::ended;
}

const std::string& Participant::role() const { return part_->role; }

Cost Participant::cost() const { return {.wake_ups = explorer::look_at(part_->number).wake_ups}; }

Standing Participant::await_blocked() {
  require_control("await_blocked()");
  explorer::await_quiet(kRestlessSteps);
  return standing_of(explorer::look_at(part_->number));
}

void Participant::await_finished(std::string_view otherwise, Finding finding) {
  const std::string words =
      otherwise.empty() ? role() + " never returns from its call" : std::string(otherwise);
  const Patience patience(words, finding);
  const schedule::AwaitingScope awaiting(words, finding);
  part_->join();
  patience.check();
}

Cast::Cast() = default;

Cast::~Cast() {
  if (std::uncaught_exceptions() == 0) {
    await_all_finished();
    return;
  }
  // Whoever still waits would do so for ever, and what they wait for is about to be destroyed.
  fail_with_exception_in_flight("the code under test");
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
  require_control("await_finished(count)");
  std::vector<explorer::ThreadNumber> numbers;
  for (const auto& participant : participants_) numbers.push_back(participant->part_->number);
  const Patience patience(otherwise, finding);
  const schedule::AwaitingScope awaiting(otherwise, finding);
  explorer::await_ends(numbers, count);
  patience.check();
}

std::size_t Cast::finished() const {
  std::size_t count = 0;
  for (const auto& participant : participants_) count += participant->finished() ? 1 : 0;
  return count;
}

std::size_t Cast::await_quiet() {
  require_control("await_quiet()");
  explorer::await_quiet(kRestlessSteps);
  return finished();
}

// Every order of arrival is tried anyway.
struct StartLine::State {};
StartLine::StartLine(int) {}
StartLine::~StartLine() = default;
void StartLine::wait() {}

}  // namespace grading
