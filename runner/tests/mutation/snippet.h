// Mutants of a few lines.
#pragma once

#include <string>
#include <vector>

#include "mutation/mutant.h"
#include "mutation/syntax/node.h"

namespace runner {

// `body` as the inside of a function, void f(), of a class that has two mutexes `m` and `n`, a
// condition variable `cv`, a flag `ready`, numbers `a` and `b`, an atomic `atomic`, a thread
// `worker`, and functions g(), h() and int number(). The standard library is a small imitation: it
// takes no time to parse.
[[nodiscard]] SyntaxTree snippet(const std::string& body);

// All mutants of the body.
[[nodiscard]] std::vector<Mutant> mutants_of_snippet(const std::string& body);

// What operator `name` makes of the lines that it changes, in the order of the source.
[[nodiscard]] std::vector<std::string> mutated(const std::string& name, const std::string& body);

// The whole body, as each of these mutants has it.
[[nodiscard]] std::vector<std::string> bodies(const std::string& name, const std::string& body);

}  // namespace runner
