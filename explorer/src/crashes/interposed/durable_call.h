// The moment before and after a durable system call, where a child may have to die.
//
// Thread-safety: any thread of the child may make durable calls; they are numbered in the order in
// which they are made. Outside an armed child: a load and a branch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "crashes/blackboard.h"

namespace explorer::crashes {

// From now on this process counts its durable calls on `board` and dies where that says.
void arm(Blackboard& board);

// From now on this process does not wait for the disk: a killed process loses nothing that it has
// handed to the kernel, so that syncing, most of the time of a durable program, changes nothing.
void skip_syncing();
[[nodiscard]] bool skips_syncing();

// Called before a write to an open file, if set: whoever controls threads may not let it wait.
inline constinit void (*before_writing)(const char* call, int file, std::size_t bytes) = nullptr;

// Likewise before a name is opened, which a named pipe may take its time for.
inline constinit void (*before_opening)(const char* call, int directory, const char* path,
                                        int flags) = nullptr;

class DurableCall {
 public:
  // On an open file. Not durable, and so not counted, unless it is a regular file or a directory.
  DurableCall(const char* name, int file, std::size_t bytes = 0);
  DurableCall(const char* name, const char* path);
  ~DurableCall();
  DurableCall(const DurableCall&) = delete;
  DurableCall& operator=(const DurableCall&) = delete;

 private:
  void begin(const char* name, int file, const char* path, std::size_t bytes);

  bool fatal_ = false;  // This is the call to die after.
};

}  // namespace explorer::crashes
