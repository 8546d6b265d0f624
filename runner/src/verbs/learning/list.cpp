#include <algorithm>

#include <nlohmann/json.hpp>

#include "system/text.h"
#include "verbs/common/choice.h"
#include "verbs/common/help.h"
#include "verbs/verb.h"

namespace runner {

namespace {

constexpr std::string_view kBetweenTiers = " · ";

std::string best_tiers(const KataProgress& kata) {
  std::string text;
  for (const auto& [tier, count] : kata.best) {
    if (!text.empty()) text += kBetweenTiers;
    text += std::string(name(tier)) + " " + std::to_string(count.passed) + "/" +
            std::to_string(count.total);
  }
  return text;
}

std::string state_words(const Kata& kata, const Progress& progress) {
  const auto found = progress.katas.find(kata.slug);
  switch (standing(progress, kata.slug)) {
    case Standing::passed:
      return "passed";
    case Standing::started: {
      const std::string tiers = best_tiers(found->second);
      return tiers.empty() ? "in progress" : tiers;
    }
    case Standing::untouched:
      break;
  }
  std::string words = "not started";
  std::vector<std::string> missing;
  for (const std::string& needed : kata.requires_) {
    if (standing(progress, needed) != Standing::passed) missing.push_back(needed);
  }
  if (!missing.empty()) words += ", comes after " + join(missing, ", ");
  return words;
}

std::string mark(Standing how, const Style& style) {
  switch (how) {
    case Standing::passed:
      return style.green("✓");
    case Standing::started:
      return style.yellow("◐");
    case Standing::untouched:
      break;
  }
  return style.dim("○");
}

class ListVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb = add_verb(app, "list", "all katas by level, and how far you are with each",
                              kPractise, {{"list", "for reading"}, {"list --json", "for scripts"}});
    verb->add_flag("--json", json_, "write a JSON array instead");
    return verb;
  }

  int run(Context& context) override {
    const Catalog catalog = context.catalog();
    const Progress progress = context.state.load();
    context.terminal.print(json_ ? as_json(catalog, progress)
                                 : as_text(context, catalog, progress));
    return 0;
  }

 private:
  static std::string as_json(const Catalog& catalog, const Progress& progress) {
    nlohmann::ordered_json katas = nlohmann::ordered_json::array();
    for (const Kata& kata : catalog.katas()) {
      const char* states[] = {"not started", "in progress", "passed"};
      katas.push_back({{"kata", kata.slug},
                       {"title", kata.title},
                       {"summary", kata.summary},
                       {"level", kata.level},
                       {"minutes", kata.minutes},
                       {"requires", kata.requires_},
                       {"concepts", kata.concepts},
                       {"state", states[static_cast<int>(standing(progress, kata.slug))]}});
    }
    return katas.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }

  static std::string as_text(const Context& context, const Catalog& catalog,
                             const Progress& progress) {
    if (catalog.katas().empty())
      return "There are no katas yet.\n" + next_line(context, {"new my_kata"});
    const Style style = context.terminal.style();
    std::size_t widest = 0;
    for (const Kata& kata : catalog.katas()) widest = std::max(widest, kata.slug.size());
    std::string text;
    int level = 0;
    std::ptrdiff_t passed = 0;
    for (const Kata& kata : catalog.katas()) {
      if (kata.level != level) {
        level = kata.level;
        text += (text.empty() ? "" : "\n") + style.bold("Level " + std::to_string(level)) + "\n";
      }
      const Standing how = standing(progress, kata.slug);
      if (how == Standing::passed) ++passed;
      text += entry(kata, how, state_words(kata, progress), widest, style);
    }
    text += "\n" + std::to_string(passed) + " of " + std::to_string(catalog.katas().size()) +
            " passed.\n";
    const Kata* next = next_kata(catalog, progress);
    if (next == nullptr)
      return text + next_line(context, {"compare " + catalog.katas().front().slug});
    const bool begun = standing(progress, next->slug) == Standing::started;
    return text + next_line(context, {(begun ? "grade " : "show ") + next->slug});
  }

  static std::string entry(const Kata& kata, Standing how, const std::string& state,
                           std::size_t widest, const Style& style) {
    const std::string first = "  " + mark(how, style) + " " + pad_to(kata.slug, widest) + "  ";
    const std::string rest(widest + 6, ' ');
    const auto width = style.columns();
    return indent_wrapped(kata.title + " — " + std::to_string(kata.minutes) + " min", width, first,
                          rest) +
           indent_wrapped(state, width, rest, rest);
  }

  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_list_verb() { return std::make_unique<ListVerb>(); }

}  // namespace runner
