// HappensBefore against a model that writes out the rules with sets of events.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "clocks/happens_before.h"

namespace explorer {
namespace {

using Events = std::set<Epoch>;

// What each thread, object and fence knows, as the set of all moments in its past.
struct Model {
  std::map<ThreadIndex, Events> now, fenced, seen;
  std::map<ObjectIndex, Events> released;

  static void add(Events& into, const Events& other) { into.insert(other.begin(), other.end()); }
  static bool acquires(std::memory_order order) {
    return order != std::memory_order_relaxed && order != std::memory_order_release;
  }
  static bool releases(std::memory_order order) { return order >= std::memory_order_release; }

  void load(ThreadIndex t, ObjectIndex o, std::memory_order order) {
    add(acquires(order) ? now[t] : seen[t], Events(released[o]));
  }
  void store(ThreadIndex t, ObjectIndex o, std::memory_order order) {
    released[o] = releases(order) ? now[t] : fenced[t];
  }
  void modify(ThreadIndex t, ObjectIndex o, std::memory_order order) {
    load(t, o, order);
    add(released[o], releases(order) ? now[t] : fenced[t]);
  }
  void fence(ThreadIndex t, std::memory_order order) {
    if (acquires(order)) add(now[t], seen[t]);
    if (releases(order)) fenced[t] = now[t];
  }
};

std::memory_order only_acquiring(std::memory_order order) {
  const bool valid = order != std::memory_order_release && order != std::memory_order_acq_rel;
  return valid ? order : std::memory_order_acquire;
}

std::memory_order only_releasing(std::memory_order order) {
  const bool valid = order == std::memory_order_relaxed || order >= std::memory_order_seq_cst;
  return valid ? order : std::memory_order_release;
}

void run(std::uint64_t seed, ThreadIndex threads) {
  std::mt19937_64 random(seed);
  HappensBefore order;
  Model model;
  std::map<Epoch, ThreadIndex> moments;
  for (ThreadIndex child = 1; child < threads; ++child) {
    order.thread_created(0, child);
    model.now[child] = model.now[0];
  }
  for (int step = 0; step < 150; ++step) {
    const auto thread = static_cast<ThreadIndex>(random() % threads);
    const auto object = static_cast<ObjectIndex>(1 + random() % 3);
    const auto memory_order = static_cast<std::memory_order>(random() % 6);
    // An epoch may repeat while its thread publishes nothing: then it is the same moment.
    model.now[thread].insert(order.epoch(thread));
    moments[order.epoch(thread)] = thread;
    switch (random() % 4) {
      case 0:
        order.atomic_load(thread, object, only_acquiring(memory_order));
        model.load(thread, object, only_acquiring(memory_order));
        break;
      case 1:
        order.atomic_store(thread, object, only_releasing(memory_order));
        model.store(thread, object, only_releasing(memory_order));
        break;
      case 2:
        order.atomic_read_modify_write(thread, object, memory_order);
        model.modify(thread, object, memory_order);
        break;
      default:
        order.fence(thread, memory_order);
        model.fence(thread, memory_order);
    }
    for (const auto& [moment, owner] : moments) {
      for (ThreadIndex viewer = 0; viewer < threads; ++viewer) {
        if (viewer == owner) continue;
        ASSERT_EQ(order.clock(viewer).covers(moment), model.now[viewer].contains(moment))
            << "seed " << seed << " step " << step;
      }
    }
  }
}

TEST(HappensBeforeFuzz, agrees_with_sets_of_events_for_every_memory_order) {
  for (std::uint64_t seed = 1; seed <= 300 && !HasFailure(); ++seed) run(seed, 3);
  for (std::uint64_t seed = 1; seed <= 20 && !HasFailure(); ++seed) run(seed, 19);
}

}  // namespace
}  // namespace explorer
