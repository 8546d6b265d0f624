#include "verbs/completion/model.h"

#include <algorithm>

#include "system/text.h"

namespace runner {

namespace {

using Value = CompletedOption::Value;
using Argument = CompletedVerb::Argument;

// An option restricted to some words says so in its type: "WHEN:{auto,always,never}".
std::vector<std::string> choices_in(const std::string& type) {
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  std::vector<std::string> choices;
  if (open == std::string::npos || close == std::string::npos) return choices;
  std::string word;
  for (std::size_t i = open + 1; i <= close; ++i) {
    if (type[i] == ',' || type[i] == '}') {
      choices.emplace_back(trim(word));
      word.clear();
    } else {
      word += type[i];
    }
  }
  return choices;
}

CompletedOption option_model(const CLI::Option& option) {
  CompletedOption model;
  for (const std::string& name : option.get_lnames()) model.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) model.names.push_back("-" + name);
  model.description = option.get_description();
  if (option.get_items_expected_max() == 0) return model;  // A flag.
  const std::string type = option.get_type_name();
  model.choices = choices_in(type);
  if (!model.choices.empty()) {
    model.value = Value::choice;
  } else if (type.starts_with("DIR")) {
    model.value = Value::folder;
  } else if (type.starts_with("FILE")) {
    model.value = Value::file;
  } else {
    model.value = Value::word;
  }
  return model;
}

Argument argument_named(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (name == "KATA" || name == "SLUG") return Argument::kata;
  if (name == "FINDING") return Argument::finding;
  if (name == "SHELL") return Argument::shell;
  return Argument::none;
}

}  // namespace

CompletionModel completion_model(const CLI::App& app) {
  CompletionModel model;
  for (const CLI::Option* option : app.get_options()) {
    model.global_options.push_back(option_model(*option));
  }
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    CompletedVerb entry{verb->get_name(), verb->get_description(), {}, Argument::none};
    for (const CLI::Option* option : verb->get_options()) {
      if (option == verb->get_help_ptr()) continue;  // A global option, too.
      if (option->get_positional()) {
        // What comes after the first cannot be known.
        if (entry.argument == Argument::none)
          entry.argument = argument_named(option->get_name(true));
      } else {
        entry.options.push_back(option_model(*option));
      }
    }
    model.verbs.push_back(std::move(entry));
  }
  return model;
}

}  // namespace runner
