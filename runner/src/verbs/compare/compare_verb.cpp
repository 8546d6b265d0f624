#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "output/markdown/markdown.h"
#include "process/stop.h"
#include "stages/grade.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"
#include "verbs/common/choice.h"
#include "verbs/common/help.h"
#include "verbs/compare/line_diff.h"
#include "verbs/compare/timing.h"
#include "verbs/verb.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

std::string with_unit(double nanoseconds) {
  if (nanoseconds < 1e3) return fmt::format("{:.1f} ns", nanoseconds);
  if (nanoseconds < 1e6) return fmt::format("{:.1f} µs", nanoseconds / 1e3);
  return fmt::format("{:.1f} ms", nanoseconds / 1e6);
}

// "contended/real_time/threads:4" -> "contended, 4 threads".
std::string scene_name(const std::string& benchmark) {
  std::string name = benchmark.substr(0, benchmark.find('/'));
  constexpr std::string_view kThreads = "/threads:";
  if (const std::size_t at = benchmark.find(kThreads); at != std::string::npos) {
    name += ", " + benchmark.substr(at + kThreads.size()) + " threads";
  }
  return name;
}

class CompareVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb =
        add_verb(app, "compare", "your code beside the reference: text, behaviours, timing", kLearn,
                 {{"compare semaphore", "all parts"},
                  {"compare semaphore --part timing", "one part"},
                  {"compare semaphore --give-up", "without having passed"},
                  {"compare semaphore --workspace members/ana", "somebody else's"}},
                 "Parts: diff, behaviours, timing, discussion.");
    verb->add_option("KATA", slug_, "the kata; the one you are working on if left out");
    verb->add_option("--workspace", workspace_,
                     "the folder that holds <kata>/<kata>.h (default: katas)")
        ->type_name("DIR");
    verb->add_option("--graders", graders_, "graders from elsewhere, of the same layout")
        ->type_name("DIR");
    verb->add_option("--part", parts_, "only this part; may be given more than once")
        ->check(CLI::IsMember({"diff", "behaviours", "timing", "discussion"}))
        ->type_name("PART");
    verb->add_flag("--give-up", give_up_, "see it although the kata is not passed yet");
    return verb;
  }

  int run(Context& context) override {
    context.layout = with_graders(context.layout, graders_);
    const Catalog catalog = context.catalog();
    const Kata& kata = chosen_kata(context, catalog, slug_);
    const fs::path mine = header_in(context.layout, workspace_, kata.slug);
    const fs::path reference = context.layout.solutions / kata.slug / (kata.slug + ".h");
    if (!read_file(reference)) throw UserError(shown_path(reference) + " cannot be read.");
    const StopOnSignals stop_on_signals;
    std::optional<Verdict> graded = allow(context, kata, mine);
    if (wanted("diff")) show_diff(context, mine, reference);
    if (wanted("behaviours")) {
      if (!graded) graded = grade_one(context, kata, mine, "yours");
      show_behaviours(context, *graded, grade_one(context, kata, reference, "the reference"));
    }
    if (wanted("timing") && !stop_requested()) show_timing(context, kata, mine, reference);
    if (wanted("discussion")) show_discussion(context, kata);
    context.terminal.progress("");
    context.terminal.print(next_line(context, {"solution " + kata.slug, "next"}));
    constexpr int kSignalled = 128;
    return stop_requested() ? kSignalled + stop_signal() : 0;
  }

 private:
  [[nodiscard]] bool wanted(const std::string& part) const {
    return parts_.empty() || std::find(parts_.begin(), parts_.end(), part) != parts_.end();
  }

  // The reference is for those who have passed: before, or with the code as it is now.
  std::optional<Verdict> allow(const Context& context, const Kata& kata,
                               const fs::path& mine) const {
    const Progress progress = context.state.load();
    const bool passed_before = standing(progress, kata.slug) == Standing::passed;
    if (give_up_ || passed_before) {
      if (!passed_before) require_passed_or_give_up(context, kata.slug, true, "compare");
      return std::nullopt;
    }
    Verdict verdict = grade_one(context, kata, mine, "yours");
    context.state.record(verdict, mine, workspace_.empty());
    context.terminal.progress("");
    if (verdict.status != Status::pass) {
      require_passed_or_give_up(context, kata.slug, false, "compare");
    }
    return verdict;
  }

  Verdict grade_one(const Context& context, const Kata& kata, const fs::path& header,
                    const std::string& whose) const {
    GradeRequest request;
    request.kata = kata;
    request.layout = context.layout;
    request.header = header;
    request.workspace = workspace_.empty() ? "katas" : workspace_;
    request.processors = static_cast<int>(std::max(std::thread::hardware_concurrency(), 1U));
    Terminal& terminal = context.terminal;
    request.progress = [&terminal, whose](const std::string& news) {
      terminal.progress("grading " + whose + ": " + news);
    };
    return grade(request);
  }

  static void heading(const Context& context, const std::string& title) {
    context.terminal.print("\n" + context.terminal.style().bold(title) + "\n\n");
  }

  static void show_diff(const Context& context, const fs::path& mine, const fs::path& reference) {
    heading(context, "The code");
    const auto left = split_lines(read_file(mine).value_or(""));
    const auto right = split_lines(read_file(reference).value_or(""));
    context.terminal.print(render_diff(diff_lines(left, right), context.terminal.style(),
                                       context.terminal.columns(), shown_path(mine),
                                       shown_path(reference)));
  }

  static std::string mark(const Style& style, Status status) {
    switch (status) {
      case Status::pass:
        return style.green("✓");
      case Status::fail:
        return style.red("✗");
      case Status::error:
        return style.yellow("?");
      case Status::skipped:
        break;
    }
    return style.dim("–");
  }

  static void show_behaviours(const Context& context, const Verdict& mine,
                              const Verdict& reference) {
    context.terminal.progress("");
    heading(context, "The behaviours");
    const Style style = context.terminal.style();
    std::string text = style.dim("yours  reference") + "\n";
    if (mine.behaviours.empty()) {
      const bool compiles = mine.compile_errors.empty();
      text += "  " + style.red("✗") + "             " +
              (compiles ? printable(mine.summary) : "yours does not compile") + "\n";
    }
    for (const BehaviourResult& theirs : reference.behaviours) {
      const auto same = std::find_if(
          mine.behaviours.begin(), mine.behaviours.end(),
          [&theirs](const BehaviourResult& result) { return result.name == theirs.name; });
      const Status status = same == mine.behaviours.end() ? Status::skipped : same->status;
      const std::string finding =
          same == mine.behaviours.end() || same->finding.empty() ? "" : " — " + same->finding;
      text += indent_wrapped(printable(theirs.sentence) + finding, style.columns(),
                             "  " + mark(style, status) + "        " + mark(style, theirs.status) +
                                 "     " + style.dim(pad_to(name(theirs.tier), 6)) + "  ",
                             std::string(25, ' '));
    }
    context.terminal.print(text);
  }

  static void show_timing(const Context& context, const Kata& kata, const fs::path& mine,
                          const fs::path& reference) {
    Terminal& terminal = context.terminal;
    const TimingResult result =
        time_both(context.layout, kata, mine, reference,
                  [&terminal](const std::string& news) { terminal.progress(news); });
    terminal.progress("");
    heading(context, "The timing");
    const Style style = terminal.style();
    if (!result.problem.empty()) {
      terminal.print(result.problem + "\n");
      return;
    }
    std::string text = style.dim(pad_to("", 28) + "     yours   reference   ratio") + "\n";
    for (const Timing& timing : result.timings) {
      const double ratio = timing.reference_nanoseconds > 0
                               ? timing.mine_nanoseconds / timing.reference_nanoseconds
                               : 0;
      const std::string mine_text = with_unit(timing.mine_nanoseconds);
      const std::string theirs_text = with_unit(timing.reference_nanoseconds);
      const auto right = [](const std::string& words, std::size_t width) {
        const std::size_t have = display_width(words);
        return std::string(have < width ? width - have : 0, ' ') + words;
      };
      text += pad_to(cut_to(scene_name(timing.benchmark), 28), 28) + right(mine_text, 10) +
              right(theirs_text, 12) + right(fmt::format("{:.2f}", ratio), 8) + "\n";
    }
    text += "\n" + indent_wrapped(
                       "Time for one round of each scene, the fastest of five, both run "
                       "in turns just now. The ratio says something; the times alone "
                       "depend on the machine.",
                       style.columns(), "", "");
    terminal.print(text);
  }

  static void show_discussion(const Context& context, const Kata& kata) {
    const auto text = read_file(context.layout.solutions / kata.slug / "README.md");
    if (!text) return;
    heading(context, "The discussion");
    context.terminal.print(render_markdown(*text, context.terminal.style()));
  }

  std::string slug_;
  std::string workspace_;
  std::string graders_;
  std::vector<std::string> parts_;
  bool give_up_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_compare_verb() { return std::make_unique<CompareVerb>(); }

}  // namespace runner
