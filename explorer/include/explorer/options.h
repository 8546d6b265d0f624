// What an exploration may do and how long it may take. Plain data.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace explorer {

enum class StrategyKind : std::uint8_t {
  portfolio,    // The default: systematic while the space is small, then a mix of samplers.
  random_walk,  // Uniform over runnable threads, with a stay-probability drawn per schedule.
  pct,          // Burckhardt et al., ASPLOS 2010.
  partial_order_sampling,    // Yuan, Yang and Gu, CAV 2018.
  selectively_uniform_walk,  // Zhao et al., ASPLOS 2025.
  depth_first,               // Systematic, no reduction.
  depth_first_reduced,       // Systematic with dynamic partial-order reduction and sleep sets.
};

enum class Clock : std::uint8_t {
  patient,      // A deadline passes only when nobody else can run.
  adversarial,  // A deadline may pass at any moment, however near the awaited event.
};

enum class Backend : std::uint8_t {
  automatic,  // Fibers where the machine can, kernel threads elsewhere.
  fibers,
  kernel_threads,  // For debuggers, Valgrind and processors without user-space FS base access.
};

enum class Isolation : std::uint8_t {
  in_process,  // Thousands of executions share one process; globals persist between them.
  forked,      // One forked child per execution.
};

struct Options {
  StrategyKind strategy = StrategyKind::portfolio;
  std::uint64_t seed = 1;
  std::uint64_t max_schedules = 20'000;
  std::chrono::milliseconds max_time{1'000};
  std::optional<unsigned> preemption_bound;  // For the systematic strategies.
  unsigned spurious_wakes = 1;               // At most so many per execution; 0 turns them off.
  Clock clock = Clock::adversarial;
  Backend backend = Backend::automatic;
  Isolation isolation = Isolation::in_process;
  std::uint32_t step_limit = 20'000;  // Steps of one execution before it counts as not ending.
  bool points_at_plain_accesses = false;
  bool detect_races = true;
  bool check_determinism = false;  // Runs every schedule twice and compares.
  bool minimise = true;
};

}  // namespace explorer
