#include "mutation/mutant.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "build/fingerprint.h"
#include "mutation/operators/operators.h"
#include "system/text.h"

namespace runner {

namespace {

// The innermost function around a byte. Constructors and destructors are called as their class.
std::string function_at(const SyntaxTree& tree, std::size_t at) {
  std::string name = "class";
  walk(tree.root, [&](const Node& node, const Ancestors&) {
    if (node.kind == NodeKind::function && node.begin <= at && at < node.end) name = node.name;
  });
  return name.substr(0, name.find('<'));
}

// Whether what stands at a byte is given: see mutants_of().
bool is_given(const SyntaxTree& tree, std::size_t at, const std::string& stub,
              const std::set<std::string>& stub_lines) {
  const Node* outermost = nullptr;
  walk(tree.root, [&](const Node& node, const Ancestors&) {
    const bool around = node.begin <= at && at < node.end;
    if (outermost == nullptr && node.kind == NodeKind::function && around) outermost = &node;
  });
  if (outermost != nullptr) return stub.find(tree.text(*outermost)) != std::string::npos;
  const std::size_t begin = tree.source.rfind('\n', at) + 1;
  const std::size_t end = tree.source.find('\n', at);
  return stub_lines.contains(tree.source.substr(begin, end - begin));
}

std::size_t common_indentation(const std::vector<std::string>& lines) {
  std::size_t least = std::string::npos;
  for (const std::string& line : lines) {
    const auto first = line.find_first_not_of(' ');
    if (first != std::string::npos) least = std::min(least, first);
  }
  return least == std::string::npos ? 0 : least;
}

std::string without_indentation(std::vector<std::string> lines) {
  const std::size_t indentation = common_indentation(lines);
  for (std::string& line : lines) line.erase(0, std::min(indentation, line.size()));
  return join(lines, "\n");
}

// The lines between the common beginning and end of two files; of an insertion, with the line it
// stands before.
std::pair<std::string, std::string> difference(const std::vector<std::string>& before,
                                               const std::vector<std::string>& after) {
  const auto [left, right] = std::ranges::mismatch(before, after);
  auto left_end = before.end();
  auto right_end = after.end();
  while (left_end != left && right_end != right && *std::prev(left_end) == *std::prev(right_end)) {
    --left_end;
    --right_end;
  }
  if (left == left_end && left_end != before.end() && right_end != after.end()) {
    ++left_end;
    ++right_end;
  }
  return {without_indentation({left, left_end}), without_indentation({right, right_end})};
}

std::string sum_of(const Mutant& mutant) {
  Fingerprint fingerprint;
  fingerprint.add(mutant.original);
  fingerprint.add(mutant.mutated);
  constexpr std::size_t kDigits = 6;
  return fingerprint.text().substr(0, kDigits);
}

Mutant made_of(const SyntaxTree& tree, const std::vector<std::string>& lines,
               const Mutation& mutation) {
  Mutant mutant;
  mutant.operator_name = mutation.operator_name;
  mutant.function = function_at(tree, mutation.at);
  const std::string before = tree.source.substr(0, mutation.at);
  mutant.line = 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
  mutant.column = before.size() - (before.rfind('\n') + 1) + 1;
  mutant.source = with_edits(tree.source, mutation.edits);
  std::tie(mutant.original, mutant.mutated) = difference(lines, split_lines(mutant.source));
  mutant.id = mutant.operator_name + "." + mutant.function + "." + sum_of(mutant);
  return mutant;
}

}  // namespace

std::vector<Mutant> mutants_of(const SyntaxTree& tree, std::string_view stub) {
  const std::vector<std::string> lines = split_lines(tree.source);
  const std::vector<std::string> given = split_lines(stub);
  std::vector<Mutation> mutations = all_mutations(tree);
  std::erase_if(mutations, [&, words = std::string(stub),
                            lines_given = std::set<std::string>(given.begin(), given.end())](
                               const Mutation& mutation) {
    return is_given(tree, mutation.at, words, lines_given);
  });
  std::ranges::sort(mutations, [](const Mutation& a, const Mutation& b) {
    return std::tie(a.at, a.operator_name, a.edits.front().text) <
           std::tie(b.at, b.operator_name, b.edits.front().text);
  });
  std::vector<Mutant> mutants;
  std::set<std::string> seen = {tree.source};
  std::map<std::string, int> ids;
  for (const Mutation& mutation : mutations) {
    Mutant mutant = made_of(tree, lines, mutation);
    if (!seen.insert(mutant.source).second) continue;
    const int number = ++ids[mutant.id];
    if (number > 1) mutant.id += "-" + std::to_string(number);
    mutants.push_back(std::move(mutant));
  }
  return mutants;
}

std::vector<Mutant> chosen_mutants(std::vector<Mutant> mutants, std::string_view chosen) {
  if (chosen.empty()) return mutants;
  const bool is_operator = std::ranges::any_of(
      mutants, [&](const Mutant& mutant) { return mutant.operator_name == chosen; });
  std::erase_if(mutants, [&](const Mutant& mutant) {
    return is_operator ? mutant.operator_name != chosen
                       : mutant.id.find(chosen) == std::string::npos;
  });
  return mutants;
}

}  // namespace runner
