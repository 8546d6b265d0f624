#include "output/markdown/markdown.h"
#include "system/files.h"
#include "user_error.h"
#include "verbs/common/choice.h"
#include "verbs/common/help.h"
#include "verbs/verb.h"

namespace runner {

namespace {

class ShowVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb =
        add_verb(app, "show", "the brief of a kata", kPractise,
                 {{"show semaphore", "the question, the contract, what each tier means"},
                  {"show", "the brief of the kata you are working on"}});
    verb->add_option("KATA", slug_, "the kata; the one you are working on if left out");
    return verb;
  }

  int run(Context& context) override {
    const Catalog catalog = context.catalog();
    const Kata& kata = chosen_kata(context, catalog, slug_);
    const std::filesystem::path file = context.layout.katas / kata.slug / "README.md";
    const std::optional<std::string> brief = read_file(file);
    if (!brief) throw UserError("The brief " + shown_path(file) + " cannot be read.");
    make_current(context, kata.slug);
    const Style style = context.terminal.style();
    context.terminal.print(
        render_markdown(*brief, style) + "\nEdit " +
        style.bold(shown_path(own_header(context.layout, kata.slug))) + "\n" +
        next_line(context, {"grade " + kata.slug, "watch " + kata.slug, "hint " + kata.slug}));
    return 0;
  }

 private:
  std::string slug_;
};

}  // namespace

std::unique_ptr<Verb> make_show_verb() { return std::make_unique<ShowVerb>(); }

}  // namespace runner
