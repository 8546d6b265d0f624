#include "scheduling/factory.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "scheduling/portfolio.h"
#include "scheduling/sampling/partial_order_sampling.h"
#include "scheduling/sampling/pct.h"
#include "scheduling/sampling/random_walk.h"
#include "scheduling/sampling/surw.h"
#include "scheduling/systematic/depth_first.h"
#include "scheduling/systematic/depth_first_bounded.h"
#include "scheduling/systematic/depth_first_reduced.h"

namespace explorer {
namespace {

// Small tests are proved within this share of the budget; larger ones lose no more than it.
constexpr std::uint64_t kSystematicShare = 4;

std::unique_ptr<Strategy> make_systematic(const Options& options) {
  if (options.preemption_bound) {
    return std::make_unique<DepthFirstBounded>(*options.preemption_bound);
  }
  return std::make_unique<DepthFirstReduced>();
}

std::unique_ptr<Strategy> make_portfolio(const Options& options) {
  std::vector<std::unique_ptr<Strategy>> samplers;
  // Chosen by measurement: docs/decisions/0018-what-the-portfolio-is-made-of.md.
  samplers.push_back(std::make_unique<SelectivelyUniformWalk>(options.seed));
  samplers.push_back(std::make_unique<PartialOrderSampling>(options.seed));
  samplers.push_back(std::make_unique<RandomWalk>(options.seed));
  const std::uint64_t budget = std::max<std::uint64_t>(1, options.max_schedules / kSystematicShare);
  return std::make_unique<Portfolio>(make_systematic(options), budget, std::move(samplers));
}

}  // namespace

std::unique_ptr<Strategy> make_strategy(const Options& options) {
  switch (options.strategy) {
    case StrategyKind::portfolio:
      break;
    case StrategyKind::random_walk:
      return std::make_unique<RandomWalk>(options.seed);
    case StrategyKind::pct:
      return std::make_unique<Pct>(options.seed);
    case StrategyKind::partial_order_sampling:
      return std::make_unique<PartialOrderSampling>(options.seed);
    case StrategyKind::selectively_uniform_walk:
      return std::make_unique<SelectivelyUniformWalk>(options.seed);
    case StrategyKind::depth_first:
      return std::make_unique<DepthFirst>(options.preemption_bound);
    case StrategyKind::depth_first_reduced:
      return make_systematic(options);
  }
  return make_portfolio(options);
}

const char* name(StrategyKind kind) {
  switch (kind) {
    case StrategyKind::portfolio:
      return "portfolio";
    case StrategyKind::random_walk:
      return "random_walk";
    case StrategyKind::pct:
      return "pct";
    case StrategyKind::partial_order_sampling:
      return "partial_order_sampling";
    case StrategyKind::selectively_uniform_walk:
      return "selectively_uniform_walk";
    case StrategyKind::depth_first:
      return "depth_first";
    case StrategyKind::depth_first_reduced:
      return "depth_first_reduced";
  }
  return "unknown";
}

}  // namespace explorer
