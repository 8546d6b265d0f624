// What several families of operators ask about statements, and the edits they make to them.
//
// Pure functions.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mutation/edit.h"
#include "mutation/syntax/node.h"

namespace runner {

// Calls visit(block, i) for every statement that stands in a block.
void each_in_block(const SyntaxTree& tree,
                   const std::function<void(const Node& block, std::size_t index)>& visit);

// Takes a statement out: with its line where it stands in a block, as {} where it is all there is
// to an if or a loop.
[[nodiscard]] Edit erased(const SyntaxTree& tree, const Node& statement, const Node& parent);
// Puts a line before a statement that stands in a block.
[[nodiscard]] Edit inserted_before(const SyntaxTree& tree, const Node& statement,
                                   const std::string& line);
// Puts a line at the end of a block.
[[nodiscard]] Edit appended(const SyntaxTree& tree, const Node& block, const std::string& line);
[[nodiscard]] std::vector<Edit> exchanged(const SyntaxTree& tree, const Node& first,
                                          const Node& second);

// The call that is all there is to an expression statement; null when it is something else.
[[nodiscard]] const Node* called_by(const Node& statement);
// Of a call `a.b.f(x)`: "a.b". Empty when there is no object.
[[nodiscard]] std::string receiver(const SyntaxTree& tree, const Node& call);

// Whether what follows it is not reached.
[[nodiscard]] bool leaves(const Node& statement);
// A return of nothing or of something that depends on nothing.
[[nodiscard]] bool is_plain_return(const Node& statement);
// Whether a name that `declaration` introduces is used in `where`.
[[nodiscard]] bool declares_for(const Node& declaration, const Node& where);

// A variable that holds a lock as long as it lives.
struct LockVariable {
  const Node* variable = nullptr;
  std::string name;
};
// The lock that a statement declares; `variable` is null when it is something else.
[[nodiscard]] LockVariable lock_declared_by(const SyntaxTree& tree, const Node& statement);
// Makes a lock_guard or scoped_lock one that can be let go: a unique_lock.
[[nodiscard]] std::vector<Edit> made_unlockable(const SyntaxTree& tree, const LockVariable& lock);
// Whether `lock` is let go or taken again by name in `statement`.
[[nodiscard]] bool is_unlocked_in(const SyntaxTree& tree, const LockVariable& lock,
                                  const Node& statement);

}  // namespace runner
