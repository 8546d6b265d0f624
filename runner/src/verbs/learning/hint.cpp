#include <algorithm>

#include "output/markdown/markdown.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"
#include "verbs/common/choice.h"
#include "verbs/common/help.h"
#include "verbs/verb.h"

namespace runner {

namespace {

// hints.md holds a second-level heading per hint; what comes before the first is for authors.
std::vector<std::string> hints_in(const std::string& markdown) {
  std::vector<std::string> hints;
  bool in_code = false;
  for (const std::string& line : split_lines(markdown)) {
    if (trim(line).starts_with("```")) in_code = !in_code;
    if (!in_code && line.starts_with("## ")) hints.emplace_back();
    if (!hints.empty()) hints.back() += line + "\n";
  }
  return hints;
}

class HintVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb =
        add_verb(app, "hint", "the next hint for a kata, from nudge to outline", kLearn,
                 {{"hint semaphore", "one more hint each time"},
                  {"hint semaphore --again", "the last one once more"},
                  {"hint semaphore --all", "all of them"}});
    verb->add_option("KATA", slug_, "the kata; the one you are working on if left out");
    CLI::Option* again = verb->add_flag("--again", again_, "repeat the hint shown last");
    verb->add_flag("--all", all_, "show every hint")->excludes(again);
    return verb;
  }

  int run(Context& context) override {
    const Catalog catalog = context.catalog();
    const Kata& kata = chosen_kata(context, catalog, slug_);
    const std::filesystem::path file = context.layout.katas / kata.slug / "hints.md";
    const std::optional<std::string> content = read_file(file);
    const std::vector<std::string> hints = hints_in(content.value_or(""));
    if (hints.empty()) throw UserError("There are no hints in " + shown_path(file) + ".");
    const int count = static_cast<int>(hints.size());
    if (all_) return show_all(context, kata, hints);
    const int shown = advance(context, kata, count);
    context.terminal.print(
        text_of(context, hints[static_cast<std::size_t>(shown - 1)], shown, count));
    context.terminal.print(ending(context, kata, shown, count));
    return 0;
  }

 private:
  // Returns the number of the hint to show, from 1, and remembers it.
  [[nodiscard]] int advance(const Context& context, const Kata& kata, int count) const {
    int show = 1;
    const auto change = [&](Progress& progress) {
      KataProgress& mine = progress.katas[kata.slug];
      const int before = std::clamp(mine.hints_shown, 0, count);
      show = std::clamp(again_ ? before : before + 1, 1, count);
      mine.hints_shown = std::max(before, show);
      progress.current = kata.slug;
    };
    context.state.update(change);
    return show;
  }

  static std::string text_of(const Context& context, const std::string& hint, int number,
                             int count) {
    const Style style = context.terminal.style();
    return render_markdown(hint, style) + "\n" +
           style.dim("Hint " + std::to_string(number) + " of " + std::to_string(count) + ".") +
           "\n";
  }

  static int show_all(const Context& context, const Kata& kata,
                      const std::vector<std::string>& hints) {
    const int count = static_cast<int>(hints.size());
    context.state.update([&](Progress& progress) {
      progress.katas[kata.slug].hints_shown = count;
      progress.current = kata.slug;
    });
    context.terminal.print(render_markdown(join(hints, "\n"), context.terminal.style()));
    context.terminal.print(ending(context, kata, count, count));
    return 0;
  }

  static std::string ending(const Context& context, const Kata& kata, int shown, int count) {
    if (shown < count) return next_line(context, {"grade " + kata.slug, "hint " + kata.slug});
    return "That was the last hint.\n" +
           next_line(context, {"grade " + kata.slug, "solution " + kata.slug + " --give-up"});
  }

  std::string slug_;
  bool again_ = false;
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_hint_verb() { return std::make_unique<HintVerb>(); }

}  // namespace runner
