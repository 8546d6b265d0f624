// A verb of the `kata` command: one class, one file, registered in all.cpp.
//
// Thread-safety: none; verbs are declared and run from the main thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "state/state_store.h"
#include "system/terminal.h"

namespace CLI {
class App;
}

namespace runner {

// What every verb works with. Paths are absolute.
struct Context {
  std::string command = "./kata";  // How the user starts the command; for "next command" texts.
  Layout layout;
  Terminal& terminal;
  const StateStore& state;

  // Manifests are read when a verb asks for them: a damaged one must not stop `doctor`.
  [[nodiscard]] Catalog catalog() const { return Catalog::load(layout); }
};

class Verb {
 public:
  virtual ~Verb() = default;

  // Adds the verb's subcommand with its options, help and examples to `app` and returns it.
  // Called once, before the command line is parsed; options are stored in members.
  virtual CLI::App* declare(CLI::App& app) = 0;

  // Runs after parsing. Returns the exit code: 0 done or passed, 1 graded and not passed, 2 could
  // not be done. May throw UserError, which is printed and becomes 2.
  virtual int run(Context& context) = 0;
};

// The factories, one per verb file. all.cpp lists them in the order of --help.
[[nodiscard]] std::unique_ptr<Verb> make_list_verb();
[[nodiscard]] std::unique_ptr<Verb> make_next_verb();
[[nodiscard]] std::unique_ptr<Verb> make_show_verb();
[[nodiscard]] std::unique_ptr<Verb> make_grade_verb();
[[nodiscard]] std::unique_ptr<Verb> make_watch_verb();
[[nodiscard]] std::unique_ptr<Verb> make_replay_verb();
[[nodiscard]] std::unique_ptr<Verb> make_story_verb();
[[nodiscard]] std::unique_ptr<Verb> make_hint_verb();
[[nodiscard]] std::unique_ptr<Verb> make_explain_verb();
[[nodiscard]] std::unique_ptr<Verb> make_solution_verb();
[[nodiscard]] std::unique_ptr<Verb> make_compare_verb();
[[nodiscard]] std::unique_ptr<Verb> make_reset_verb();
[[nodiscard]] std::unique_ptr<Verb> make_doctor_verb();
[[nodiscard]] std::unique_ptr<Verb> make_new_verb();
[[nodiscard]] std::unique_ptr<Verb> make_verify_verb();
[[nodiscard]] std::unique_ptr<Verb> make_strength_verb();
[[nodiscard]] std::unique_ptr<Verb> make_mutate_verb();
[[nodiscard]] std::unique_ptr<Verb> make_completion_verb();

[[nodiscard]] std::vector<std::unique_ptr<Verb>> all_verbs();

}  // namespace runner
