// Mutation operators: small changes that turn correct concurrent code into code with a mistake that
// people make. Each family looks at a syntax tree and says what could be changed in it.
//
// What cannot be seen from outside by any caller is left out where the tree alone shows it: better
// no mutant than one that an author has to explain.
//
// Pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mutation/edit.h"
#include "mutation/syntax/node.h"

namespace runner {

struct Mutation {
  std::string operator_name;
  std::size_t at = 0;  // The byte of the source that it is about.
  std::vector<Edit> edits;
};

// remove_lock, lock_later, lock_earlier, unlock_early, lock_released_between, lock_to_end_of_outer
[[nodiscard]] std::vector<Mutation> lock_mutations(const SyntaxTree& tree);
// drop_notify, notify_one_to_all, notify_all_to_one, notify_after_lock, notify_inside_lock
[[nodiscard]] std::vector<Mutation> notify_mutations(const SyntaxTree& tree);
// wait_once, drop_wait, drop_stop_token, wait_until_to_wait_for
[[nodiscard]] std::vector<Mutation> wait_mutations(const SyntaxTree& tree);
// negate_condition, condition_true, drop_check, drop_stop_check, drop_loop, drop_operand,
// predicate_true, negate_result
[[nodiscard]] std::vector<Mutation> condition_mutations(const SyntaxTree& tree);
// boundary, off_by_one
[[nodiscard]] std::vector<Mutation> boundary_mutations(const SyntaxTree& tree);
// swap_statements
[[nodiscard]] std::vector<Mutation> order_mutations(const SyntaxTree& tree);
// drop_join, drop_unlock, drop_relock, drop_commit, drop_rollback, drop_call, drop_assignment,
// drop_update, drop_guard, drop_catch, drop_rethrow, return_after_unlock
[[nodiscard]] std::vector<Mutation> drop_mutations(const SyntaxTree& tree);
// weaken_order
[[nodiscard]] std::vector<Mutation> memory_order_mutations(const SyntaxTree& tree);
// system_clock
[[nodiscard]] std::vector<Mutation> clock_mutations(const SyntaxTree& tree);
// sql_begin, sql_drop_condition, sql_boundary, sql_increment
[[nodiscard]] std::vector<Mutation> sql_mutations(const SyntaxTree& tree);

// Those of all families, each family's in the order of the source.
[[nodiscard]] std::vector<Mutation> all_mutations(const SyntaxTree& tree);

}  // namespace runner
