// The definition of a race, written down naively: remember every access of every byte with the set
// of events before it, compare each with all. O(n²) time and memory.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "races/race.h"
#include "trace/operation.h"

namespace explorer::test {

class ReferenceDetector {
 public:
  using Past = std::set<std::size_t>;  // Numbers of events.

  // Everything `thread` has seen so far becomes visible through the object, and the reverse.
  void acquire(ThreadIndex thread, ObjectIndex object) { see(thread, released_[object]); }
  void release(ThreadIndex thread, ObjectIndex object) { released_[object] = past_[thread]; }
  void create(ThreadIndex parent, ThreadIndex child) { past_[child] = past_[parent]; }
  void join(ThreadIndex joiner, ThreadIndex joined) { see(joiner, past_[joined]); }

  // Whether this access would race with an earlier one.
  bool races(ThreadIndex thread, std::uintptr_t address, std::size_t size, bool is_write,
             bool is_atomic) {
    const Past& past = past_[thread];
    for (const Access& old : accesses_) {
      const bool overlap = old.address < address + size && address < old.address + old.size;
      if (overlap && (old.is_write || is_write) && !(old.is_atomic && is_atomic) &&
          !past.contains(old.number)) {
        return true;
      }
    }
    return false;
  }
  void access(ThreadIndex thread, std::uintptr_t address, std::size_t size, bool is_write,
              bool is_atomic) {
    const std::size_t number = accesses_.size();
    accesses_.push_back({number, address, size, is_write, is_atomic});
    past_[thread].insert(number);
  }

 private:
  struct Access {
    std::size_t number;
    std::uintptr_t address;
    std::size_t size;
    bool is_write;
    bool is_atomic;
  };
  void see(ThreadIndex thread, const Past& other) {
    past_[thread].insert(other.begin(), other.end());
  }

  std::map<ThreadIndex, Past> past_;
  std::map<ObjectIndex, Past> released_;
  std::vector<Access> accesses_;
};

}  // namespace explorer::test
