#include "scheduling/sampling/execution_profile.h"

#include <algorithm>

namespace explorer {

void ExecutionProfile::clear() {
  touches_.clear();
  parents_.assign(1, kNoThread);
}

void ExecutionProfile::thread_created(ThreadIndex parent, ThreadIndex child) {
  if (child >= parents_.size()) parents_.resize(child + 1U, kNoThread);
  parents_[child] = parent;
}

bool ExecutionProfile::is_shared(ObjectIndex object) const {
  ThreadIndex first = kNoThread;
  for (const Touch& touch : touches_) {
    if (touch.object != object) continue;
    if (first == kNoThread) first = touch.thread;
    if (touch.thread != first) return true;
  }
  return false;
}

ObjectIndex ExecutionProfile::draw_shared_object(Random& random) const {
  if (touches_.empty()) return 0;
  // Rejection sampling keeps the proportions; the bound only matters where hardly anything is
  // shared, and then there is little to plan.
  for (int attempt = 0; attempt < 16; ++attempt) {
    const auto size = static_cast<std::uint32_t>(touches_.size());
    const ObjectIndex object = touches_[random.below(size)].object;
    if (is_shared(object)) return object;
  }
  return 0;
}

void ExecutionProfile::count_touches(ObjectIndex object,
                                     PoolVector<std::uint32_t>& by_thread) const {
  by_thread.assign(parents_.size(), 0);
  for (const Touch& touch : touches_) {
    if (touch.object == object && touch.thread < by_thread.size()) ++by_thread[touch.thread];
  }
  // Children have higher numbers than their parents: one pass downwards adds up whole families.
  for (std::size_t child = parents_.size(); child-- > 1;) {
    if (parents_[child] != kNoThread) by_thread[parents_[child]] += by_thread[child];
  }
}

}  // namespace explorer
