// Small programs, each wrong in a way of its own, on which strategies are compared.
#pragma once

#include <span>

namespace first_failure {

struct Program {
  const char* name;
  void (*body)();
};

// Wrong waiting and locking.
[[nodiscard]] std::span<const Program> blocking_programs();
// Wrong orders of atomic operations, some of them deep in a long run.
[[nodiscard]] std::span<const Program> ordering_programs();

}  // namespace first_failure
