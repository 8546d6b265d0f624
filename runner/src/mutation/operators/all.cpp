#include <algorithm>
#include <iterator>

#include "mutation/operators/operators.h"

namespace runner {

std::vector<Mutation> all_mutations(const SyntaxTree& tree) {
  std::vector<Mutation> all;
  for (const auto family :
       {lock_mutations, notify_mutations, wait_mutations, condition_mutations, boundary_mutations,
        order_mutations, drop_mutations, memory_order_mutations, clock_mutations, sql_mutations}) {
    std::ranges::move(family(tree), std::back_inserter(all));
  }
  return all;
}

}  // namespace runner
