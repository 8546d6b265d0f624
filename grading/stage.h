// The ways of running a grader: under the explorer, which tries many schedules of a small scene,
// and on real threads, which run freely in big ones. Bodies are the same; some numbers differ.
//
//   const int turns = by_stage(20, 2);   // 20 on real threads, 2 under the explorer.
//
// Thread-safety: callable from any thread.
#pragma once

namespace grading {

// Whether the explorer runs this grader.
[[nodiscard]] bool explored();

template <typename T>
[[nodiscard]] T by_stage(T on_real_threads, T under_the_explorer) {
  return explored() ? under_the_explorer : on_real_threads;
}

}  // namespace grading
