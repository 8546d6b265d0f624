#include "clocks/happens_before.h"

#include <algorithm>

namespace explorer {
namespace {

bool acquires(std::memory_order order) {
  return order == std::memory_order_acquire || order == std::memory_order_consume ||
         order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
}

bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}

}  // namespace

void HappensBefore::begin_execution() {
  thread_count_ = 0;
  objects_in_use_ = 0;
  add_thread(0);
  threads_[0].now.clear();
  threads_[0].now.set(0, 1);
  threads_[0].epoch = make_epoch(0, 1);
}

void HappensBefore::add_thread(ThreadIndex thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1U);
  if (thread >= thread_count_) thread_count_ = thread + 1U;
  ThreadClocks& clocks = threads_[thread];
  clocks.at_release_fence.clear();
  clocks.seen_by_loads.clear();
}

void HappensBefore::use_up_to(ObjectIndex object) {
  if (object >= objects_.size()) {
    objects_.resize(std::max<std::size_t>(object + 1U, objects_.size() * 2));
  }
  while (objects_in_use_ <= object) {
    ObjectClocks& clocks = objects_[objects_in_use_++];
    clocks.released.clear();
    clocks.published = kNever;
    clocks.released_by_readers.clear();
  }
}

void HappensBefore::thread_created(ThreadIndex parent, ThreadIndex child) {
  add_thread(child);
  threads_[child].now = threads_[parent].now;
  threads_[child].now.set(child, 1);
  threads_[child].epoch = make_epoch(child, 1);
  advance(parent);
}

void HappensBefore::thread_joined(ThreadIndex joiner, ThreadIndex joined) {
  threads_[joiner].now.join(threads_[joined].now);
  advance(joined);
}

void HappensBefore::release_joining(ThreadIndex thread, ObjectIndex object) {
  ObjectClocks& clocks = at(object);
  if (clocks.released.size() == 0 || knows(threads_[thread].now, clocks)) {
    return release(thread, object);
  }
  clocks.released.join(threads_[thread].now);
  clocks.published = kNever;
  advance(thread);
}

void HappensBefore::release_shared(ThreadIndex thread, ObjectIndex object) {
  at(object).released_by_readers.join(threads_[thread].now);
  advance(thread);
}

void HappensBefore::acquire_exclusive(ThreadIndex thread, ObjectIndex object) {
  const ObjectClocks& clocks = at(object);
  VectorClock& now = threads_[thread].now;
  if (!knows(now, clocks)) now.join(clocks.released);
  now.join(clocks.released_by_readers);
}

void HappensBefore::release_exclusive(ThreadIndex thread, ObjectIndex object) {
  // The writer's clock covers every earlier reader's.
  at(object).released_by_readers.clear();
  release(thread, object);
}

void HappensBefore::atomic_load(ThreadIndex thread, ObjectIndex object, std::memory_order order) {
  ThreadClocks& clocks = threads_[thread];
  VectorClock& seen = acquires(order) ? clocks.now : clocks.seen_by_loads;
  const ObjectClocks& published = at(object);
  if (!knows(seen, published)) seen.join(published.released);
}

void HappensBefore::atomic_store(ThreadIndex thread, ObjectIndex object, std::memory_order order) {
  if (releases(order)) {
    release(thread, object);
  } else {
    ObjectClocks& clocks = at(object);
    clocks.released = threads_[thread].at_release_fence;
    clocks.published = kNever;
  }
}

void HappensBefore::atomic_read_modify_write(ThreadIndex thread, ObjectIndex object,
                                             std::memory_order order) {
  atomic_load(thread, object, order);
  if (releases(order)) {
    release_joining(thread, object);
  } else {
    ObjectClocks& clocks = at(object);
    clocks.released.join(threads_[thread].at_release_fence);
    clocks.published = kNever;
  }
}

void HappensBefore::fence(ThreadIndex thread, std::memory_order order) {
  ThreadClocks& clocks = threads_[thread];
  if (acquires(order)) clocks.now.join(clocks.seen_by_loads);
  if (releases(order)) {
    clocks.at_release_fence = clocks.now;
    advance(thread);
  }
}

}  // namespace explorer
