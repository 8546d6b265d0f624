// The one place that knows the strategies by name.
#include "driver/search.h"
#include "scheduling/sampling/random_walk.h"

namespace explorer {

std::unique_ptr<Strategy> make_strategy(const Options& options) {
  return std::make_unique<RandomWalk>(options.seed);
}

std::string name(StrategyKind kind) {
  switch (kind) {
    case StrategyKind::portfolio:
      return "portfolio";
    case StrategyKind::random_walk:
      return "random walk";
    case StrategyKind::pct:
      return "PCT";
    case StrategyKind::partial_order_sampling:
      return "partial order sampling";
    case StrategyKind::selectively_uniform_walk:
      return "selectively uniform random walk";
    case StrategyKind::depth_first:
      return "depth first";
    case StrategyKind::depth_first_reduced:
      return "depth first, reduced";
  }
  return "unknown";
}

}  // namespace explorer
