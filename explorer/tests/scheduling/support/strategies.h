// All strategies under their names, for tests that hold for each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scheduling/factory.h"

namespace explorer::test {

inline std::vector<StrategyKind> samplers() {
  return {StrategyKind::random_walk, StrategyKind::pct, StrategyKind::partial_order_sampling,
          StrategyKind::selectively_uniform_walk};
}

inline std::vector<StrategyKind> all_strategies() {
  std::vector<StrategyKind> all = samplers();
  for (const StrategyKind kind :
       {StrategyKind::portfolio, StrategyKind::depth_first, StrategyKind::depth_first_reduced}) {
    all.push_back(kind);
  }
  return all;
}

inline std::unique_ptr<Strategy> make(StrategyKind kind, std::uint64_t seed = 1) {
  Options options;
  options.strategy = kind;
  options.seed = seed;
  return make_strategy(options);
}

}  // namespace explorer::test
