// What a collaborator that the grader plays can know of its caller.
//
// Thread-safety: callable from any thread.
#pragma once

namespace grading {

// How many locks the calling thread holds, as far as the stage can tell: 0 on real threads.
[[nodiscard]] unsigned holding_locks();

}  // namespace grading
