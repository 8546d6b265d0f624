#include "strength/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "authoring/claims.h"
#include "build/toolkit.h"
#include "process/scratch.h"
#include "process/stop.h"
#include "strength/keys.h"
#include "strength/measure_one.h"
#include "strength/outline.h"

namespace runner {

namespace {

// One thing to be measured, and where it belongs.
struct Job {
  Claim claim;
  std::size_t kata = 0;
  std::size_t entry = 0;
};

std::vector<Job> jobs_for(const StrengthRecord& record, const std::vector<Claim>& claims,
                          const MeasureOptions& options) {
  std::vector<Job> jobs;
  for (const Claim& claim : claims) {
    if (!options.only.empty() && claim.subject.find(options.only) == std::string::npos) continue;
    const auto place = place_of(record, claim);
    if (place) jobs.push_back({claim, place->kata, place->entry});
  }
  // From each kata in turn: an interrupted run has seen something of all of them.
  std::ranges::sort(jobs, {}, [](const Job& job) { return std::pair(job.entry, job.kata); });
  return jobs;
}

class Measuring {
 public:
  Measuring(StrengthRecord& record, const MeasureOptions& options)
      : record_(record), options_(options), tools_(options_, scratch_.path()) {}

  // Round by round: however long right solutions are to be graded, whoever interrupts that has
  // graded them all about as often.
  int run(const std::vector<Job>& jobs) {
    std::vector<Job> right;
    std::ranges::copy_if(jobs, std::back_inserter(right),
                         [](const Job& job) { return job.claim.kind != Claim::Kind::faulty; });
    const int rounds = std::exchange(options_.right_gradings, 1);
    total_ = jobs.size() + right.size() * static_cast<std::size_t>(std::max(rounds - 1, 0));
    run_round(jobs);
    options_.fresh = false;
    while (options_.right_gradings < rounds && !stop_requested()) {
      ++options_.right_gradings;
      run_round(right);
    }
    return failed_;
  }

 private:
  void run_round(const std::vector<Job>& jobs) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next.fetch_add(1); i < jobs.size() && !stop_requested();
           i = next.fetch_add(1)) {
        one(jobs[i]);
      }
    };
    std::vector<std::jthread> workers;
    for (int i = 1; i < options_.jobs; ++i) workers.emplace_back(work);
    work();
  }

  template <typename Action>
  auto locked(Action action) {
    const std::lock_guard lock(mutex_);
    return action();
  }

  void one(const Job& job) {
    // On copies, since others write to the record meanwhile.
    if (job.claim.kind == Claim::Kind::faulty) {
      FaultFigures fault = locked([&] { return record_.katas[job.kata].faults[job.entry]; });
      finish(job, measure_fault(job.claim, tools_, fault),
             [&] { record_.katas[job.kata].faults[job.entry] = fault; });
    } else {
      RightFigures right = locked([&] { return record_.katas[job.kata].right[job.entry]; });
      finish(job, measure_right(job.claim, tools_, right),
             [&] { record_.katas[job.kata].right[job.entry] = right; });
    }
  }

  template <typename Store>
  void finish(const Job& job, const Measured& measured, Store store) {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (measured.changed) {
      store();
      if (options_.keep) options_.keep(record_);
    }
    if (!measured.problem.empty() && !stop_requested()) ++failed_;
    if (options_.tell && (measured.changed || !measured.problem.empty())) {
      options_.tell(fmt::format("{} of {}: {} {}{}", done_, total_, job.claim.kata.slug,
                                job.claim.subject,
                                measured.problem.empty() ? "" : ": " + measured.problem));
    }
  }

  StrengthRecord& record_;
  MeasureOptions options_;  // Of this round.
  ScratchDirectory scratch_;
  MeasuringTools tools_;
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::size_t total_ = 0;
  int failed_ = 0;
};

}  // namespace

int measure(const std::vector<Kata>& katas, StrengthRecord& record, const MeasureOptions& options) {
  const ScratchDirectory scratch;
  const std::vector<Claim> claims = outline(options.layout, katas, scratch.path(), record);
  record.machine = this_machine();
  record.compiler = load_toolkit(options.layout, Stage::tsan).description();
  record.stress_seconds = static_cast<int>(options.stress.count());
  if (options.keep) options.keep(record);
  return Measuring(record, options).run(jobs_for(record, claims, options));
}

}  // namespace runner
