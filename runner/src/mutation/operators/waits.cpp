// Waiting once where it takes a loop, not at all, or anew each time.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "mutation/operators/operators.h"
#include "mutation/operators/statements.h"

namespace runner {

namespace {

bool is_wait_name(std::string_view name) {
  return name == "wait" || name == "wait_for" || name == "wait_until";
}

// A call on a condition variable, taken apart.
struct Wait {
  const Node* call = nullptr;
  std::vector<const Node*> arguments;
  const Node* stop_token = nullptr;
  const Node* deadline = nullptr;   // Or the length.
  const Node* predicate = nullptr;  // A lambda.
};

std::optional<Wait> as_wait(const SyntaxTree& tree, const Node& node) {
  if (node.kind != NodeKind::call || !is_wait_name(node.name)) return std::nullopt;
  if (receiver(tree, node).empty()) return std::nullopt;
  Wait wait;
  wait.call = &node;
  wait.arguments = node.all(Role::argument);
  if (wait.arguments.size() < 2) return wait;  // An atomic's wait, a latch's, or wait(lock).
  const bool timed = node.name != "wait";
  const bool last_is_lambda = wait.arguments.back()->kind == NodeKind::lambda;
  if (last_is_lambda) wait.predicate = wait.arguments.back();
  if (wait.arguments.size() == (timed ? 4U : 3U)) wait.stop_token = wait.arguments[1];
  if (timed) wait.deadline = wait.arguments[wait.stop_token != nullptr ? 2 : 1];
  return wait;
}

// The call with nothing but the lock and perhaps the time.
std::string without_predicate(const SyntaxTree& tree, const Wait& wait) {
  const Node& kept = wait.deadline != nullptr ? *wait.deadline : *wait.arguments.front();
  return tree.source.substr(wait.call->begin, kept.end - wait.call->begin) + ")";
}

std::string called(const SyntaxTree& tree, const Node& lambda) { return tree.text(lambda) + "()"; }

class WaitMutator {
 public:
  explicit WaitMutator(const SyntaxTree& tree) : tree_(tree) {}

  std::vector<Mutation> all() && {
    walk(tree_.root, [&](const Node& node, const Ancestors& around) {
      if (node.kind == NodeKind::while_ || node.kind == NodeKind::do_) loop_once(node);
      if (const auto wait = as_wait(tree_, node)) {
        once(*wait, around);
        drop(*wait, around);
        without_stop_token(*wait);
        for_a_length(*wait, around);
      }
    });
    return std::move(out_);
  }

 private:
  void add(const char* name, const Node& about, std::vector<Edit> edits) {
    out_.push_back({name, about.begin, std::move(edits)});
  }

  [[nodiscard]] bool waits_in(const Node& node) const {
    return any_below(node, [&](const Node& inner) {
      return inner.kind == NodeKind::call && is_wait_name(inner.name);
    });
  }

  static bool leaves_loop(const Node& body) {
    return any_below(body, [](const Node& node) { return node.kind == NodeKind::jump; });
  }

  void loop_once(const Node& loop) {
    const Node* body = loop.child(Role::body);
    const Node* condition = loop.child(Role::condition);
    if (body == nullptr || condition == nullptr || !waits_in(loop) || leaves_loop(*body)) return;
    if (loop.kind == NodeKind::while_) {
      constexpr std::size_t kLength = std::string_view("while").size();
      add("wait_once", loop, {{loop.begin, loop.begin + kLength, "if"}});
    } else {
      add("wait_once", loop, {{loop.begin, body->begin, ""}, {body->end, loop.end, ""}});
    }
  }

  void once(const Wait& wait, const Ancestors& around) {
    if (wait.predicate == nullptr || wait.stop_token != nullptr || around.empty()) return;
    const std::string plain = without_predicate(tree_, wait);
    const std::string ready = called(tree_, *wait.predicate);
    const bool statement = around.back()->kind == NodeKind::expression_statement;
    const std::string text =
        statement ? fmt::format("if (!{}) {}", ready, plain)
                  : fmt::format("({} || {} == std::cv_status::no_timeout)", ready, plain);
    add("wait_once", *wait.call, {{wait.call->begin, wait.call->end, text}});
  }

  void drop(const Wait& wait, const Ancestors& around) {
    if (around.size() < 2 || around.back()->kind != NodeKind::expression_statement) return;
    add("drop_wait", *wait.call, {erased(tree_, *around.back(), *around[around.size() - 2])});
  }

  void without_stop_token(const Wait& wait) {
    if (wait.stop_token == nullptr) return;
    add("drop_stop_token", *wait.call, {{wait.arguments[0]->end, wait.stop_token->end, ""}});
  }

  // Until a moment becomes for a time: as long as it was to the moment at first, each time.
  void for_a_length(const Wait& wait, const Ancestors& around) {
    if (wait.call->name != "wait_until" || wait.stop_token != nullptr) return;
    const std::string moment = tree_.text(*wait.deadline);
    const std::string length = fmt::format(
        "const auto mutant_length = {0} - std::decay_t<decltype({0})>::clock::now();", moment);
    if (wait.predicate != nullptr) {
      const std::string text = fmt::format(
          "[&] {{ {} while (!{}) {{ if ({}.wait_for({}, mutant_length) == std::cv_status::timeout) "
          "return {}; }} return true; }}()",
          length, called(tree_, *wait.predicate), receiver(tree_, *wait.call),
          tree_.text(*wait.arguments[0]), called(tree_, *wait.predicate));
      add("wait_until_to_wait_for", *wait.call, {{wait.call->begin, wait.call->end, text}});
      return;
    }
    const auto [loop, block] = loop_around(around);
    if (loop == nullptr || depends_on_loop(*loop, *wait.deadline)) return;
    const Node& callee = *wait.call->child(Role::callee);
    add("wait_until_to_wait_for", *wait.call,
        {inserted_before(tree_, *loop, length),
         {callee.end - wait.call->name.size(), callee.end, "wait_for"},
         {wait.deadline->begin, wait.deadline->end, "mutant_length"}});
  }

  // The innermost loop, if it stands in a block.
  static std::pair<const Node*, const Node*> loop_around(const Ancestors& around) {
    for (std::size_t i = around.size(); i-- > 1;) {
      const NodeKind kind = around[i]->kind;
      if (kind == NodeKind::lambda) break;
      if (kind != NodeKind::while_ && kind != NodeKind::for_ && kind != NodeKind::do_) continue;
      if (around[i - 1]->kind != NodeKind::block) break;
      return {around[i], around[i - 1]};
    }
    return {nullptr, nullptr};
  }

  static bool depends_on_loop(const Node& loop, const Node& expression) {
    return any_below(loop, [&](const Node& node) {
      return node.kind == NodeKind::declaration && declares_for(node, expression);
    });
  }

  const SyntaxTree& tree_;
  std::vector<Mutation> out_;
};

}  // namespace

std::vector<Mutation> wait_mutations(const SyntaxTree& tree) { return WaitMutator(tree).all(); }

}  // namespace runner
