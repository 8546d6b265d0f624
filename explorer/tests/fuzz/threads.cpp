// Compiled for exploration, like a program under test.
#include "threads.h"

#include <semaphore.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace explorer::fuzz {
namespace {

using Code = Instruction::Code;

struct Guarded {
  std::mutex mutex;
  std::condition_variable raised;
  unsigned value = 0;
  bool flag = false;
};

// POSIX's rather than the library's: a thread in libstdc++ 12's counting_semaphore can sleep for
// ever beside a free permit (a release, another thread's acquire and a release between its look at
// the counter and its wait for the counter to change), which the explorer finds.
class Semaphore {
 public:
  Semaphore() { sem_init(&semaphore_, 0, 0); }
  ~Semaphore() { sem_destroy(&semaphore_); }
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;
  void post() { sem_post(&semaphore_); }
  void acquire() { sem_wait(&semaphore_); }

 private:
  sem_t semaphore_;
};

struct Shared {
  std::array<std::atomic<unsigned>, kPlaces> atomics{};
  std::array<Guarded, kPlaces> guarded;
  std::array<Semaphore, kPlaces> semaphores;
};

class Notes {
 public:
  void add(unsigned note) { notes_[count_++] = note; }
  void append_to(OutcomeWriter& writer) const {
    for (unsigned i = 0; i < count_; ++i) writer.add(notes_[i]);
  }

 private:
  std::array<unsigned, 32> notes_{};
  unsigned count_ = 0;
};

void add_guarded(Guarded& guarded, unsigned value, Notes& notes) {
  notes.add(guarded.value);
  guarded.value += value;
}

void execute(const Instruction& now, Shared& shared, Notes& notes) {
  std::atomic<unsigned>& atomic = shared.atomics[now.place];
  Guarded& guarded = shared.guarded[now.place];
  switch (now.code) {
    case Code::load:
      notes.add(atomic.load());
      return;
    case Code::store:
      atomic.store(now.value);
      return;
    case Code::add:
      notes.add(atomic.fetch_add(now.value));
      return;
    case Code::compare_exchange: {
      unsigned expected = 0;
      notes.add(atomic.compare_exchange_strong(expected, now.value) ? 1 : 0);
      return;
    }
    case Code::locked_add: {
      const std::lock_guard lock(guarded.mutex);
      add_guarded(guarded, now.value, notes);
      return;
    }
    case Code::try_locked_add: {
      const std::unique_lock lock(guarded.mutex, std::try_to_lock);
      notes.add(lock.owns_lock() ? 1 : 0);
      if (lock.owns_lock()) add_guarded(guarded, now.value, notes);
      return;
    }
    case Code::raise_flag: {
      const std::lock_guard lock(guarded.mutex);
      guarded.flag = true;
      guarded.raised.notify_all();
      return;
    }
    case Code::await_flag: {
      std::unique_lock lock(guarded.mutex);
      guarded.raised.wait(lock, [&] { return guarded.flag; });
      notes.add(guarded.value);
      return;
    }
    case Code::post:
      shared.semaphores[now.place].post();
      return;
    case Code::acquire:
      shared.semaphores[now.place].acquire();
      return;
  }
}

}  // namespace

Outcome run_on_threads(const Program& program) {
  Shared shared;
  std::array<Notes, 8> notes;
  std::array<std::thread, 8> threads;
  for (std::size_t t = 0; t < program.size(); ++t) {
    threads[t] = std::thread([&, t] {
      for (const Instruction& instruction : program[t]) execute(instruction, shared, notes[t]);
    });
  }
  for (std::size_t t = 0; t < program.size(); ++t) threads[t].join();
  OutcomeWriter writer;
  for (std::size_t t = 0; t < program.size(); ++t) notes[t].append_to(writer);
  for (const std::atomic<unsigned>& atomic : shared.atomics) writer.add(atomic.load());
  for (const Guarded& guarded : shared.guarded) writer.add(guarded.value);
  return writer.outcome();
}

}  // namespace explorer::fuzz
