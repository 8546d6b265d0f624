// What mutexes mean here, shared by pthread_mutex_* and the condition variables that release and
// take a mutex on behalf of a waiter.
//
// An unlock makes everybody who wants the mutex runnable and hands it to nobody: whoever is
// scheduled first takes it, newcomers included, as on real machines.
#pragma once

#include <pthread.h>

#include "runtime/execution.h"

namespace explorer {

// What kind of mutex a new object is. Ends the execution when it is one that is not controlled.
void read_type(Execution& x, ControlledThread& self, SyncObject& mutex, pthread_mutex_t* address);

// Ends the execution when the mutex is of a kind that is not controlled.
inline SyncObject& mutex_at(Execution& x, ControlledThread& self, pthread_mutex_t* address) {
  // The links of the C library's list of robust mutexes: unused by the kinds supported here.
  auto& links = *reinterpret_cast<PlantedObject*>(&address->__data.__list);
  bool created = false;
  SyncObject& mutex = x.objects().planted(reinterpret_cast<std::uintptr_t>(address), links.tag,
                                          links.object, ObjectKind::mutex, created);
  if (created) [[unlikely]]
    read_type(x, self, mutex, address);
  return mutex;
}

// Requires: the mutex is free and `self` is not among its contenders.
[[gnu::always_inline]] inline void take_mutex(Execution& x, ControlledThread& self,
                                              SyncObject& mutex) {
  mutex.owner = &self;
  mutex.count = 1;
  ++self.locks_held;
  x.block_all(mutex.contenders);
  x.order().acquire(self.index, mutex.clock);
}

// Requires: `self` owns the mutex.
[[gnu::always_inline]] inline void free_mutex(Execution& x, ControlledThread& self,
                                              SyncObject& mutex) {
  x.order().release(self.index, mutex.clock);
  mutex.owner = nullptr;
  mutex.count = 0;
  --self.locks_held;
  x.make_all_runnable(mutex.contenders);
}

// The thread did not get a lock that it tried to take.
inline void was_refused(Execution& x, ControlledThread& self, const SyncObject& lock) {
  if (self.locks_held > 0) {
    self.gave_way_step = x.step();
    self.gave_way_to = lock.owner;
  }
  x.spun(self);
}

// The thread's pending operation needs the mutex: it is runnable exactly while the mutex is free.
inline void contend(Execution& x, ControlledThread& thread, SyncObject& mutex) {
  x.contend_for(mutex.contenders, thread);
  if (mutex.owner == nullptr) {
    x.make_runnable(thread);
  } else {
    x.block(thread);
  }
}

}  // namespace explorer
