#include "system/text.h"
#include "verbs/completion/model.h"

namespace runner {

namespace {

using Value = CompletedOption::Value;
using Argument = CompletedVerb::Argument;

// Colons and brackets mean something to _describe and _arguments.
std::string escaped(const std::string& text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string value_action(const CompletedOption& option) {
  switch (option.value) {
    case Value::none:
      return "";
    case Value::folder:
      return ":folder:_files -/";
    case Value::file:
      return ":file:_files";
    case Value::choice:
      return ":choice:(" + join(option.choices, " ") + ")";
    case Value::word:
      return ":value: ";
  }
  return "";
}

std::string specs_of(const std::vector<CompletedOption>& options) {
  std::string text;
  for (const CompletedOption& option : options) {
    for (const std::string& name : option.names) {
      const std::string spec =
          name + "[" + escaped(option.description, "[]:") + "]" + value_action(option);
      text += " \\\n        " + shell_quoted(spec);
    }
  }
  return text;
}

std::string argument_spec(Argument argument) {
  switch (argument) {
    case Argument::kata:
      return " \\\n        '1:kata:_kata_katas'";
    case Argument::finding:
      return " \\\n        '1:finding:_kata_findings'";
    case Argument::shell:
      return " \\\n        '1:shell:(bash zsh)'";
    case Argument::none:
      break;
  }
  return "";
}

}  // namespace

std::string zsh_completion(const CompletionModel& model, const std::string& root) {
  std::string verbs;
  std::string cases;
  for (const CompletedVerb& verb : model.verbs) {
    verbs += "    " + shell_quoted(verb.name + ":" + escaped(verb.description, ":")) + "\n";
    cases += "    " + verb.name + ")\n      _arguments" + specs_of(verb.options) +
             specs_of(model.global_options) + argument_spec(verb.argument) + "\n      ;;\n";
  }
  std::string script =
      "#compdef kata\n"
      "# Completion of the kata command for zsh. Load it with:\n"
      "#   source <(./kata completion zsh)\n"
      "typeset -g _kata_root=" +
      shell_quoted(root) + "\n";
  script += R"(
_kata_katas() {
  local -a names
  names=("$_kata_root"/katas/*/kata.json(N:h:t))
  compadd -a names
}

_kata_findings() {
  local -a names
  names=("$_kata_root"/docs/findings/*.md(N:t:r))
  names=(${names:#README})
  compadd -a names
}

_kata() {
  local -a verbs
  verbs=(
)";
  script += verbs;
  script += R"(  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
)";
  script += cases;
  script += R"(  esac
}

if [[ $funcstack[1] == _kata ]]; then
  _kata "$@"
else
  compdef _kata kata
fi
)";
  return script;
}

}  // namespace runner
