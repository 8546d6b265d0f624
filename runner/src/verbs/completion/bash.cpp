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

// "    --workspace | --graders) _kata_reply -d ;;" for each kind of value, once.
std::string value_cases(const CompletionModel& model) {
  std::vector<std::string> folders;
  std::vector<std::string> files;
  std::vector<std::string> words;
  std::string choices;
  std::vector<std::string> seen;
  const auto add = [&](const CompletedOption& option) {
    for (const std::string& name : option.names) {
      if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
      if (option.value == Value::none) continue;
      seen.push_back(name);
      if (option.value == Value::folder) folders.push_back(name);
      if (option.value == Value::file) files.push_back(name);
      if (option.value == Value::word) words.push_back(name);
      if (option.value == Value::choice) {
        choices +=
            "    " + name + ") _kata_words \"" + join(option.choices, " ") + "\"; return ;;\n";
      }
    }
  };
  for (const CompletedOption& option : model.global_options) add(option);
  for (const CompletedVerb& verb : model.verbs) {
    for (const CompletedOption& option : verb.options) add(option);
  }
  std::string text = choices;
  if (!folders.empty()) text += "    " + join(folders, " | ") + ") _kata_paths -d; return ;;\n";
  if (!files.empty()) text += "    " + join(files, " | ") + ") _kata_paths -f; return ;;\n";
  if (!words.empty()) text += "    " + join(words, " | ") + ") return ;;\n";
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
  case $previous in
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
