// All controlled threads, whoever started them.
#include "grading/everyone.h"

#include "explorer/controls.h"
#include "grading/src/explored/standing.h"

namespace grading::everyone {
namespace {

template <typename Look>
void for_each_other(Look look) {
  const explorer::ThreadNumber self = explorer::this_thread();
  const std::size_t count = explorer::threads();
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<explorer::ThreadNumber>(i);
    if (number != self) look(explorer::look_at(number));
  }
}

}  // namespace

Standing await_blocked() {
  explorer::await_quiet(kRestlessSteps);
  Standing worst = Standing::finished;
  for_each_other([&](const explorer::ThreadView& thread) {
    const Standing standing = standing_of(thread);
    if (standing > worst) worst = standing;
  });
  return worst;
}

std::uint64_t wake_ups() {
  std::uint64_t sum = 0;
  for_each_other([&](const explorer::ThreadView& thread) {
    if (thread.standing != explorer::Standing::ended) sum += thread.wake_ups;
  });
  return sum;
}

}  // namespace grading::everyone
