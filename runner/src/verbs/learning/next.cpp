#include "system/files.h"
#include "system/text.h"
#include "verbs/common/choice.h"
#include "verbs/common/help.h"
#include "verbs/verb.h"

namespace runner {

namespace {

class NextVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    return add_verb(app, "next", "what to do next (also when no verb is given)", kPractise,
                    {{"next", ""}});
  }

  int run(Context& context) override {
    const Catalog catalog = context.catalog();
    const Progress progress = context.state.load();
    const Kata* kata = next_kata(catalog, progress);
    context.terminal.print(kata == nullptr ? all_passed(context, catalog)
                                           : about(context, *kata, progress));
    return 0;
  }

 private:
  static std::string all_passed(const Context& context, const Catalog& catalog) {
    if (catalog.katas().empty()) {
      return "There are no katas in " + shown_path(context.layout.katas) + ".\n" +
             next_line(context, {"new my_kata"});
    }
    const std::string& slug = catalog.katas().front().slug;
    return "You have passed every kata there is. Compare your solutions with the references, or "
           "start one over.\n" +
           next_line(context, {"compare " + slug, "reset " + slug});
  }

  static std::string about(const Context& context, const Kata& kata, const Progress& progress) {
    const Style style = context.terminal.style();
    const auto width = style.columns();
    const bool begun = standing(progress, kata.slug) == Standing::started;
    std::string text = (begun ? "Go on with " : "Next is ") + style.bold(kata.slug) + ": " +
                       kata.title + " (level " + std::to_string(kata.level) + ", about " +
                       std::to_string(kata.minutes) + " minutes).\n";
    text = indent_wrapped(text, width, "", "") + indent_wrapped(kata.summary, width, "", "");
    const auto found = progress.katas.find(kata.slug);
    if (begun && found != progress.katas.end() && !found->second.attempts.empty()) {
      const Attempt& last = found->second.attempts.back();
      text += "\nLast attempt: " + last.time +
              (last.finding.empty() ? "" : ", " + style.yellow(last.finding)) + "\n";
    }
    text += "\nEdit " + style.bold(shown_path(own_header(context.layout, kata.slug))) + "\n";
    if (begun) return text + next_line(context, {"grade " + kata.slug, "hint " + kata.slug});
    return text + next_line(context, {"show " + kata.slug, "grade " + kata.slug});
  }
};

}  // namespace

std::unique_ptr<Verb> make_next_verb() { return std::make_unique<NextVerb>(); }

}  // namespace runner
