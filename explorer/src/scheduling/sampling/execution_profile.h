// What one execution did, as far as samplers that plan ahead want to know it: who touched what how
// often and who created whom. Learnt from one execution, used in the next.
// Thread-safety: none; owned by one strategy.
#pragma once

#include <cstdint>

#include "scheduling/random.h"
#include "trace/memory/memory_pool.h"
#include "trace/trace.h"

namespace explorer {

class ExecutionProfile {
 public:
  void clear();
  void executed(const Event& event) {
    if (event.operation.object != 0) touches_.push_back({event.thread, event.operation.object});
  }
  void thread_created(ThreadIndex parent, ThreadIndex child);

  // An object that at least two threads touched, with probability proportional to how often it was
  // touched; 0 if there is none.
  [[nodiscard]] ObjectIndex draw_shared_object(Random& random) const;

  // By thread: how often it and the threads that descend from it touched the object.
  void count_touches(ObjectIndex object, PoolVector<std::uint32_t>& by_thread) const;

 private:
  struct Touch {
    ThreadIndex thread;
    ObjectIndex object;
  };
  [[nodiscard]] bool is_shared(ObjectIndex object) const;

  PoolVector<Touch> touches_;
  PoolVector<ThreadIndex> parents_;  // By thread.
};

}  // namespace explorer
