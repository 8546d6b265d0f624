#include "verbs/command_line.h"

#include <algorithm>
#include <exception>
#include <map>

#include <CLI/CLI.hpp>

#include "system/text.h"
#include "user_error.h"
#include "verbs/common/help.h"
#include "verbs/common/help_formatter.h"

namespace runner {

namespace {

constexpr const char* kVersionText = "kata 0.1.0";

// The script `kata` runs this one itself, before there is a runner; --help must tell of it.
void declare_test(CLI::App& app) {
  CLI::App* verb = add_verb(app, "test", "set up, build and run all of the project's own tests",
                            kAuthors, {{"test", "what continuous integration runs"}});
  verb->allow_extras();
}

// The words of the command line that are not options, in order; the first is the verb.
std::vector<std::string> words_of(int argc, const char* const* argv) {
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--") break;
    if (word == "--color") {
      ++i;
    } else if (!word.starts_with('-')) {
      words.emplace_back(word);
    }
  }
  return words;
}

class CommandLine {
 public:
  explicit CommandLine(Context& context)
      : context_(context), app_("Practise the coordination primitives of concurrent C++.") {
    app_.name(context.command);
    app_.fallthrough();
    app_.require_subcommand(0, 1);
    app_.set_help_flag("-h,--help", "this text; after a verb, all about the verb");
    app_.set_version_flag("--version", kVersionText, "the version");
    app_.add_option("--color", color_, "colours: auto (on a terminal), always, never")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->type_name("WHEN");
    app_.formatter(std::make_shared<HelpFormatter>());
    for (std::unique_ptr<Verb>& verb : all_verbs()) {
      CLI::App* subcommand = verb->declare(app_);
      verbs_.emplace(subcommand->get_name(), std::move(verb));
    }
    declare_test(app_);
    app_.footer("\nStart with:\n  " + context.command + "                    what to do next\n  " +
                context.command + " show semaphore     the brief of a kata\n  " + context.command +
                " grade semaphore    your verdict, seconds after saving\n\n" +
                "Exit codes: 0 passed or done, 1 graded and not passed, 2 could not be done.\n" +
                "More: docs/start-here.md, and " + context.command + " VERB --help.");
  }

  int run(int argc, const char* const* argv) {
    std::vector<std::string> words = words_of(argc, argv);
    std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    if (!words.empty() && words.front() == "help") {  // "help grade" means "grade --help".
      words.erase(words.begin());
      arguments = words;
      arguments.emplace_back("--help");
    }
    if (!words.empty() && !is_verb(words.front())) return unknown_verb(words.front());
    try {
      std::reverse(arguments.begin(), arguments.end());  // As the library wants them.
      app_.parse(std::move(arguments));
    } catch (const CLI::ParseError& error) {
      return parse_failed(error, words.empty() ? "" : words.front());
    }
    apply_color();
    const auto parsed = app_.get_subcommands();
    const std::string verb = parsed.empty() ? "next" : parsed.front()->get_name();
    if (verb == "test") {
      throw UserError("The tests are run by the script: " + context_.command + " test.");
    }
    return verbs_.at(verb)->run(context_);
  }

 private:
  [[nodiscard]] std::vector<std::string> verb_names() const {
    std::vector<std::string> names = {"test"};
    for (const auto& [name, verb] : verbs_) names.push_back(name);
    return names;
  }

  [[nodiscard]] bool is_verb(const std::string& word) const {
    return word == "test" || verbs_.contains(word);
  }

  [[nodiscard]] int unknown_verb(const std::string& word) const {
    const std::string suggestion = did_you_mean(word, verb_names());
    context_.terminal.complain("There is no verb \"" + printable(word) + "\"." +
                               (suggestion.empty() ? "" : " " + suggestion) +
                               "\n\nAll verbs: " + context_.command + " --help");
    return 2;
  }

  // Help and version are "errors" of code 0 to the library.
  [[nodiscard]] int parse_failed(const CLI::ParseError& error, const std::string& verb) {
    apply_color();
    if (error.get_exit_code() == 0) {
      const bool version = dynamic_cast<const CLI::CallForVersion*>(&error) != nullptr;
      context_.terminal.print(version ? std::string(kVersionText) + "\n" : app_.help());
      return 0;
    }
    std::string text = printable(error.what());
    const std::string suggestion = option_suggestion(text, verb);
    if (!suggestion.empty()) text += "\n" + suggestion;
    context_.terminal.complain(text + "\n\nSee: " + context_.command + " " +
                               (verb.empty() ? "" : verb + " ") + "--help");
    return 2;
  }

  // The library names the arguments it did not expect; the first option among them is looked up.
  [[nodiscard]] std::string option_suggestion(const std::string& message,
                                              const std::string& verb) const {
    const std::size_t at = message.find("--");
    if (at == std::string::npos || verb.empty()) return "";
    const std::string wrong = message.substr(at, message.find_first_of(" =,:", at) - at);
    std::vector<std::string> names = {"--color", "--help"};
    for (const CLI::Option* option : app_.get_subcommand(verb)->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    if (std::find(names.begin(), names.end(), wrong) != names.end()) return "";
    return did_you_mean(wrong, names);
  }

  void apply_color() {
    if (color_ == "always") context_.terminal.set_color_mode(ColorMode::always);
    if (color_ == "never") context_.terminal.set_color_mode(ColorMode::never);
  }

  Context& context_;
  CLI::App app_;
  std::string color_ = "auto";
  std::map<std::string, std::unique_ptr<Verb>> verbs_;
};

}  // namespace

int run_command_line(Context& context, int argc, const char* const* argv) {
  try {
    return CommandLine(context).run(argc, argv);
  } catch (const UserError& error) {
    const auto width = context.terminal.style().columns();
    std::string text;
    // Names that users and files give end up in messages.
    for (const std::string& line : split_lines(printable(error.what()))) {
      text +=
          line.starts_with(' ') || line.empty() ? line + "\n" : indent_wrapped(line, width, "", "");
    }
    context.terminal.complain(text);
  } catch (const std::exception& error) {
    context.terminal.complain(std::string("Something went wrong that should not: ") + error.what() +
                              "\n\nSee whether the set-up is sound: " + context.command +
                              " doctor");
  }
  return 2;
}

}  // namespace runner
