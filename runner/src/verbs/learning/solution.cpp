#include "output/markdown/markdown.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"
#include "verbs/common/choice.h"
#include "verbs/common/help.h"
#include "verbs/verb.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

std::string read_or_complain(const fs::path& file) {
  const std::optional<std::string> content = read_file(file);
  if (!content) throw UserError(shown_path(file) + " cannot be read.");
  return *content;
}

class SolutionVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb =
        add_verb(app, "solution", "the reference and its discussion, once you have passed", kLearn,
                 {{"solution semaphore", "after passing"},
                  {"solution semaphore --give-up", "without having passed"},
                  {"solution semaphore --discussion", "trade-offs and follow-up questions only"}});
    verb->add_option("KATA", slug_, "the kata; the one you are working on if left out");
    verb->add_flag("--give-up", give_up_, "see it although the kata is not passed yet");
    CLI::Option* code = verb->add_flag("--code", code_only_, "only the reference's code");
    verb->add_flag("--discussion", discussion_only_, "only the discussion")->excludes(code);
    return verb;
  }

  int run(Context& context) override {
    const Catalog catalog = context.catalog();
    const Kata& kata = chosen_kata(context, catalog, slug_);
    const fs::path folder = context.layout.solutions / kata.slug;
    const fs::path header = folder / (kata.slug + ".h");
    require_passed_or_give_up(context, kata.slug, give_up_, "solution");
    const Style style = context.terminal.style();
    std::string text;
    if (!discussion_only_) {
      text += style.bold(shown_path(header)) + "\n\n" + printable(read_or_complain(header));
    }
    if (!code_only_) {
      text += (text.empty() ? "" : "\n") +
              render_markdown(read_or_complain(folder / "README.md"), style);
    }
    context.terminal.print(text + next_line(context, {"compare " + kata.slug, "next"}));
    return 0;
  }

 private:
  std::string slug_;
  bool give_up_ = false;
  bool code_only_ = false;
  bool discussion_only_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_solution_verb() { return std::make_unique<SolutionVerb>(); }

}  // namespace runner
