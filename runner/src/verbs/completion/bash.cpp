#include <algorithm>

#include "system/text.h"
#include "verbs/completion/model.h"

namespace runner {

namespace {

using Value = CompletedOption::Value;
using Argument = CompletedVerb::Argument;

std::string names_of(const std::vector<CompletedOption>& options) {
  std::vector<std::string> names;
  for (const CompletedOption& option : options) {
    for (const std::string& name : option.names) {
      if (name.starts_with("--")) names.push_back(name);
    }
  }
  return join(names, " ");
}

// "    grade:--format) _kata_words "text json"; return ;;" for each option that takes a value. An
// option's name can mean something else with another verb.
std::string value_cases(const CompletionModel& model) {
  std::string text;
  const auto add = [&text](const std::string& verb, const CompletedOption& option) {
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) patterns.push_back(verb + ":" + name);
    const std::string start = "    " + join(patterns, " | ") + ") ";
    switch (option.value) {
      case Value::none:
        break;
      case Value::folder:
        text += start + "_kata_paths -d; return ;;\n";
        break;
      case Value::file:
        text += start + "_kata_paths -f; return ;;\n";
        break;
      case Value::word:
        text += start + "return ;;\n";
        break;
      case Value::choice:
        text += start + "_kata_words \"" + join(option.choices, " ") + "\"; return ;;\n";
        break;
    }
  };
  for (const CompletedOption& option : model.global_options) add("*", option);
  for (const CompletedVerb& verb : model.verbs) {
    for (const CompletedOption& option : verb.options) add(verb.name, option);
  }
  return text;
}

std::string argument_words(Argument argument) {
  switch (argument) {
    case Argument::kata:
      return "$(_kata_katas)";
    case Argument::finding:
      return "$(_kata_findings)";
    case Argument::shell:
      return "bash zsh";
    case Argument::none:
      break;
  }
  return "";
}

}  // namespace

std::string bash_completion(const CompletionModel& model, const std::string& root) {
  std::vector<std::string> verbs;
  std::string cases;
  for (const CompletedVerb& verb : model.verbs) {
    verbs.push_back(verb.name);
    cases += "    " + verb.name + ") options=\"" + names_of(verb.options) + "\" arguments=\"" +
             argument_words(verb.argument) + "\" ;;\n";
  }
  std::string script =
      "# Completion of the kata command for bash. Load it with:\n"
      "#   source <(./kata completion bash)\n"
      "_kata_root=" +
      shell_quoted(root) + "\n";
  script += R"(
_kata_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }

_kata_paths() {
  compopt -o filenames 2> /dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
}

_kata_katas() {
  local manifest
  for manifest in "$_kata_root"/katas/*/kata.json; do
    manifest=${manifest%/kata.json}
    [[ $manifest == *'*' ]] || printf '%s ' "${manifest##*/}"
  done
}

_kata_findings() {
  local page
  for page in "$_kata_root"/docs/findings/*.md; do
    page=${page##*/}
    [[ $page == '*.md' || $page == README.md ]] || printf '%s ' "${page%.md}"
  done
}

_kata() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local verb="" options="" arguments="" i
  COMPREPLY=()
  # "--format=junit" arrives as three words.
  if [[ $current == = ]]; then
    current=""
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      --color) ((++i)) ;;
      -*) ;;
      *) verb=${COMP_WORDS[i]}; break ;;
    esac
  done
  case $verb:$previous in
)";
  script += value_cases(model);
  script += "  esac\n  if [[ -z $verb ]]; then\n    _kata_words \"" + join(verbs, " ") + " " +
            names_of(model.global_options) + "\"\n    return\n  fi\n  case $verb in\n";
  script += cases;
  script += "  esac\n  if [[ $current == -* ]]; then\n    _kata_words \"$options " +
            names_of(model.global_options) +
            "\"\n  else\n    _kata_words \"$arguments\"\n  fi\n}\n";
  return script + "\ncomplete -F _kata kata\n";
}

}  // namespace runner
