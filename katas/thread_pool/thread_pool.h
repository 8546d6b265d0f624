// A pool of worker threads with a bounded queue, and a policy for what does not fit into it.
//
// Thread-safety: every member may be called by any number of threads at once, tasks of the pool
//   included, except construction and destruction.
// Requires: a task does not wait for another task of the same pool, nor for its termination.
// Guarantees: every future that submit() returned becomes ready, whatever policy applies and
//   however the pool ends. A task that was accepted runs exactly once, unless a later one displaced
//   it or shutdown_now() took it back. Tasks start in the order in which they were accepted, on at
//   most `workers` threads at a time; with enough tasks it really is that many. An exception that
//   leaves a task goes into its future and costs the pool nothing.
// Blocking and wake-ups: only await_termination() and the destructor wait. submit() never does,
//   except for a task that it runs itself. Whoever has nothing to do sleeps and costs no CPU time.
//   The pool holds no lock while it copies, runs or destroys a task, lets go of a result or calls
//   the handler.
//   Senior tier: one submit() disturbs at most one idle worker.
// Lifetime of tasks: what a task captured is destroyed as soon as it has run or was dropped, not
//   when the next one comes. Senior tier: neither a future that is kept keeps it alive, nor a
//   function from shutdown_now() that has been called.
// Memory ordering: what a thread did before submit() is visible to the task; what the task did, to
//   whoever has seen its future ready or await_termination() return true.
// Destruction: as shutdown(); returns when every accepted task has run and every worker is gone.
//   Nobody may be in a call. Senior tier: a task may own the last reference to its pool. Then the
//   destructor, which runs on a worker, waits for the others only; if there are none, that worker
//   runs what was accepted after it has left the task.
// Errors: std::invalid_argument, std::system_error, RejectedExecution as stated below; a call that
//   throws has changed nothing but rejected(), and may have moved from its arguments.
//
// Example:
//   kata::ThreadPool pool(8, 100, kata::RejectionPolicy::caller_runs);
//   std::future<Thumbnail> small = pool.submit(scale, std::move(image), 64);
//   show(small.get());
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace kata {

// What happens to a submission while `queue_capacity` tasks are waiting.
enum class RejectionPolicy : std::uint8_t {
  abort,           // submit() throws RejectedExecution; the task never runs.
  caller_runs,     // The submitting thread runs the task before submit() returns.
  discard,         // The task never runs; its future throws RejectedExecution.
  discard_oldest,  // The same for the task that has waited longest; the new one takes a place.
};

class RejectedExecution : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ThreadPool {
 public:
  // Told of every rejection, with what was done about it. Called by the submitting thread within
  // submit(), from several threads at once perhaps. Must not throw; may call the pool.
  using RejectionHandler = std::function<void(RejectionPolicy applied)>;

  // Starts `workers` threads. At most `queue_capacity` tasks wait for one of them.
  // Errors: std::invalid_argument if workers or queue_capacity is 0; std::system_error if a thread
  // cannot be started; those that were are gone by then.
  ThreadPool(std::size_t /*workers*/, std::size_t /*queue_capacity*/,
             RejectionPolicy /*policy*/ = RejectionPolicy::abort,
             RejectionHandler /*on_rejected*/ = {}) {
    throw std::logic_error("not implemented");
  }

  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() = default;

  // Has f(args...) run by a worker. As std::thread does, it copies or moves f and args and invokes
  // the one with the others, all as rvalues, so they may be of types that can only be moved. If the
  // queue is full, the policy decides; by the time submit() returns, the future of a task that was
  // discarded is ready.
  // Errors: RejectedExecution under the policy abort, and under any policy after a shutdown, which
  // counts as a rejection with `abort` applied. What copying f or args throws.
  template <class F, class... Args>
  std::future<std::invoke_result_t<std::decay_t<F>, std::decay_t<Args>...>> submit(
      F&& /*f*/, Args&&... /*args*/) {
    throw std::logic_error("not implemented");
  }

  // From now on submit() refuses; what was accepted still runs. Returns at once; harmless if
  // repeated.
  void shutdown() { throw std::logic_error("not implemented"); }

  // As shutdown(), but takes the tasks that no worker has begun out of the queue and returns them,
  // oldest first. Whoever calls one (at most once) runs that task and so makes its future ready;
  // the future of one that is destroyed without having been called becomes ready with an
  // exception. Tasks that are running go on to their end.
  [[nodiscard]] std::vector<std::function<void()>> shutdown_now() {
    throw std::logic_error("not implemented");
  }

  // Waits until the pool is shut down and no accepted task is waiting or running any more; at most
  // `timeout`, however long or negative that is. Says whether it is so. Whether a task counts that
  // its submitter runs is up to you.
  template <class Rep, class Period>
  [[nodiscard]] bool await_termination(const std::chrono::duration<Rep, Period>& /*timeout*/) {
    throw std::logic_error("not implemented");
  }

  // The number of tasks that are waiting for a worker: a snapshot.
  [[nodiscard]] std::size_t queued() const { throw std::logic_error("not implemented"); }

  // How many rejections there have been; one is counted before the handler hears of it.
  [[nodiscard]] std::uint64_t rejected() const { throw std::logic_error("not implemented"); }

 private:
  // Your state.
};

}  // namespace kata
