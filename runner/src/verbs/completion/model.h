// What a shell can complete, read off the command line's own declaration.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace runner {

struct CompletedOption {
  std::vector<std::string> names;  // "--json", "-y"
  std::string description;
  enum class Value { none, word, folder, file, choice } value = Value::none;
  std::vector<std::string> choices;
};

struct CompletedVerb {
  std::string name;
  std::string description;
  std::vector<CompletedOption> options;
  enum class Argument { none, kata, finding, shell } argument = Argument::none;
};

struct CompletionModel {
  std::vector<CompletedVerb> verbs;
  std::vector<CompletedOption> global_options;
};

// `app` is the root of the command line, with all verbs declared.
[[nodiscard]] CompletionModel completion_model(const CLI::App& app);

// Scripts for the shells. Katas and findings are looked up below `root` when completing.
[[nodiscard]] std::string bash_completion(const CompletionModel& model, const std::string& root);
[[nodiscard]] std::string zsh_completion(const CompletionModel& model, const std::string& root);

}  // namespace runner
