// The strategy that the options of an exploration ask for. The only place that knows them all.
#pragma once

#include <memory>

#include "explorer/options.h"
#include "scheduling/strategy.h"

namespace explorer {

// A preemption bound applies to the systematic strategies and to the systematic part of the
// portfolio; reduction does not combine with it, so depth_first_reduced with a bound is depth_first
// with that bound. Never null.
[[nodiscard]] std::unique_ptr<Strategy> make_strategy(const Options& options);

// As reports print it: "portfolio", "pct", ...
[[nodiscard]] const char* name(StrategyKind kind);

}  // namespace explorer
