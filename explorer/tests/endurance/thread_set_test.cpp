// Sets of threads against std::set.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "runtime/threads/runnable_set.h"

namespace explorer {
namespace {

std::vector<ThreadIndex> listed(const RunnableSet& set) {
  return {set.threads().begin(), set.threads().end()};
}

// How many different threads there are.
class Sets : public testing::TestWithParam<unsigned> {};

TEST_P(Sets, list_their_members_by_ascending_number) {
  std::mt19937 random(GetParam());
  RunnableSet set;
  std::set<ThreadIndex> model;
  for (int step = 0; step < 5'000; ++step) {
    const auto thread = static_cast<ThreadIndex>(random() % GetParam());
    if (random() % 2 == 0) {
      set.insert(thread);
      model.insert(thread);
    } else {
      set.erase(thread);
      model.erase(thread);
    }
    ASSERT_EQ(listed(set), std::vector<ThreadIndex>(model.begin(), model.end()));
    ASSERT_EQ(set.contains(thread), model.contains(thread));
    ASSERT_EQ(set.empty(), model.empty());
    if (model.size() != 1) ASSERT_FALSE(set.is_only(thread));
  }
}

TEST_P(Sets, change_by_whole_sets) {
  std::mt19937 random(GetParam());
  for (int step = 0; step < 500; ++step) {
    ThreadSet sets[2];
    std::set<ThreadIndex> models[2];
    RunnableSet all;
    std::set<ThreadIndex> model;
    for (unsigned i = 0; i < GetParam(); ++i) {
      const auto thread = static_cast<ThreadIndex>(random() % GetParam());
      const unsigned which = random() % 3;
      which == 2 ? all.insert(thread) : sets[which].insert(thread);
      (which == 2 ? model : models[which]).insert(thread);
    }
    all.erase_common(sets[0], sets[1]);
    std::erase_if(model,
                  [&](ThreadIndex t) { return models[0].contains(t) && models[1].contains(t); });
    ASSERT_EQ(listed(all), std::vector<ThreadIndex>(model.begin(), model.end()));
    all.insert_all(sets[0]);
    model.insert(models[0].begin(), models[0].end());
    ASSERT_EQ(listed(all), std::vector<ThreadIndex>(model.begin(), model.end()));
    all.erase_all(sets[1]);
    std::erase_if(model, [&](ThreadIndex t) { return models[1].contains(t); });
    ASSERT_EQ(listed(all), std::vector<ThreadIndex>(model.begin(), model.end()));
  }
}

INSTANTIATE_TEST_SUITE_P(ByThreads, Sets, testing::Values(1U, 5U, 8U, 9U, 64U, 65U, 200U));

}  // namespace
}  // namespace explorer
