#include "runtime/local_statics.h"

#include <algorithm>
#include <vector>

#include "runtime/execution.h"

namespace explorer::local_statics {
namespace {

// An initialisation that goes on, or ended last: compilers differ in whether they ask for the
// destruction before or after it has ended.
struct Initialisation {
  ThreadIndex thread;
  std::uintptr_t guard;
  bool under_test;
  bool ended;
};

struct Destruction {
  Destructor destructor;
  void* object;
};

std::vector<Initialisation> initialisations;
std::vector<Destruction> destructions;
std::vector<std::uintptr_t> guards;  // Of the statics that this execution has initialised.

std::vector<Initialisation>::iterator latest_of(ThreadIndex thread) {
  const auto found =
      std::find_if(initialisations.rbegin(), initialisations.rend(),
                   [&](const Initialisation& latest) { return latest.thread == thread; });
  return found == initialisations.rend() ? initialisations.end() : std::next(found).base();
}

}  // namespace

void begin(ThreadIndex thread, std::uintptr_t guard, bool under_test) {
  const auto latest = latest_of(thread);
  if (latest != initialisations.end() && latest->ended) initialisations.erase(latest);
  initialisations.push_back({thread, guard, under_test, false});
}

bool is_under_test(ThreadIndex thread, std::uintptr_t guard) {
  return std::ranges::any_of(initialisations, [&](const Initialisation& going_on) {
    return going_on.thread == thread && going_on.guard == guard && going_on.under_test;
  });
}

void end(ThreadIndex thread, std::uintptr_t guard, bool initialised) {
  const auto latest = latest_of(thread);
  if (latest != initialisations.end() && latest->guard != guard) initialisations.erase(latest);
  const auto mine = latest_of(thread);
  if (mine == initialisations.end()) return;
  if (mine->under_test && initialised) guards.push_back(guard);
  mine->ended = true;
  if (!initialised) initialisations.erase(mine);
}

bool destroy_later(ThreadIndex thread, Destructor destructor, void* object) {
  const auto latest = latest_of(thread);
  if (latest == initialisations.end() || !latest->under_test) return false;
  destructions.push_back({destructor, object});
  return true;
}

bool has_destructions() { return !destructions.empty(); }

void destroy_all() {
  while (!destructions.empty()) {
    const Destruction last = destructions.back();
    destructions.pop_back();
    last.destructor(last.object);
  }
}

void forget() {
  for (const std::uintptr_t guard : guards) *reinterpret_cast<std::uint8_t*>(guard) = 0;
  guards.clear();
  destructions.clear();
  initialisations.clear();
}

}  // namespace explorer::local_statics
