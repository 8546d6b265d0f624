// SQL in string literals: transactions that begin too late, conditions that are missing.
#include <regex>

#include "mutation/operators/operators.h"

namespace runner {

namespace {

struct Rewriting {
  const char* name;
  const char* pattern;
  const char* becomes;  // The number of parameters stays.
};

constexpr Rewriting kRewritings[] = {
    {"sql_begin", "BEGIN (IMMEDIATE|EXCLUSIVE)", "BEGIN"},
    {"sql_drop_condition", " AND \\w+ = '\\w+'", ""},
    {"sql_drop_condition", " AND \\w+ (=|<|<=|>|>=) \\?", " AND ? IS NOT NULL"},
    {"sql_boundary", "<= \\?", "< ?"},
    {"sql_boundary", "< \\?", "<= ?"},
    {"sql_boundary", ">= \\?", "> ?"},
    {"sql_boundary", "> \\?", ">= ?"},
    {"sql_increment", "(\\w+ = \\w+) \\+ 1", "$1"},
};

}  // namespace

std::vector<Mutation> sql_mutations(const SyntaxTree& tree) {
  std::vector<Mutation> out;
  walk(tree.root, [&](const Node& node, const Ancestors&) {
    if (node.kind != NodeKind::text) return;
    const std::string text = tree.text(node);
    for (const Rewriting& rewriting : kRewritings) {
      const std::regex pattern(rewriting.pattern);
      for (auto match = std::sregex_iterator(text.begin(), text.end(), pattern);
           match != std::sregex_iterator(); ++match) {
        const std::size_t begin = node.begin + static_cast<std::size_t>(match->position());
        const std::size_t end = begin + static_cast<std::size_t>(match->length());
        out.push_back({rewriting.name, begin, {{begin, end, match->format(rewriting.becomes)}}});
      }
    }
  });
  return out;
}

}  // namespace runner
