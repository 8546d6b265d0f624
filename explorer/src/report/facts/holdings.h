// Who holds which lock, followed event by event through a trace.
//
// Also knows that a wait on a condition variable gives the mutex up and takes it again. Cost per
// event: linear in the locks held at that moment. Thread-safety: none.
#pragma once

#include <cstddef>
#include <vector>

#include "report/evidence.h"

namespace explorer {

struct Holding {
  ObjectIndex object = 0;
  ThreadIndex thread = kNoThread;
  std::size_t since = 0;  // Position of the event that took it.
};

class Holdings {
 public:
  explicit Holdings(const ExecutionRecord& record) : record_(record) {}

  // Requires: called for positions 0, 1, 2, ... in order.
  void follow(std::size_t position);
  // All events not yet followed.
  void follow_to_end();

  [[nodiscard]] std::vector<Holding> of_object(ObjectIndex object) const;
  [[nodiscard]] std::vector<Holding> of_thread(ThreadIndex thread) const;

 private:
  void take(ObjectIndex object, ThreadIndex thread, std::size_t position);
  void give_up(ObjectIndex object, ThreadIndex thread);
  bool locks_again_itself(std::size_t wake) const;

  const ExecutionRecord& record_;
  std::size_t next_ = 0;
  std::vector<Holding> held_;
};

}  // namespace explorer
