#include <algorithm>

#include "output/markdown/inline.h"
#include "output/markdown/markdown.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"
#include "verbs/common/help.h"
#include "verbs/verb.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> findings_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const fs::path& file = entry.path();
    if (file.extension() == ".md" && file.stem() != "README") names.push_back(file.stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The first sentence of a page, below its title.
std::string first_sentence(const std::string& page) {
  std::string paragraph;
  for (const std::string& line : split_lines(page)) {
    if (line.starts_with('#')) continue;
    if (trim(line).empty()) {
      if (!paragraph.empty()) break;
      continue;
    }
    paragraph += (paragraph.empty() ? "" : " ") + line;
  }
  const std::size_t end = paragraph.find(". ");
  return end == std::string::npos ? paragraph : paragraph.substr(0, end + 1);
}

class ExplainVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb = add_verb(app, "explain", "what a finding means and how to mend it", kLearn,
                              {{"explain lost_wakeup", "the page of a finding"},
                               {"explain", "the list of all findings"}});
    verb->add_option("FINDING", finding_, "a finding, as a failed grading names it");
    return verb;
  }

  int run(Context& context) override {
    const fs::path folder = context.layout.docs / "findings";
    const std::vector<std::string> names = findings_in(folder);
    if (names.empty()) throw UserError("There are no pages in " + shown_path(folder) + ".");
    if (finding_.empty()) {
      list(context, folder, names);
      return 0;
    }
    std::string wanted = finding_;
    std::replace(wanted.begin(), wanted.end(), '-', '_');
    if (std::find(names.begin(), names.end(), wanted) == names.end()) {
      const std::string suggestion = did_you_mean(wanted, names);
      throw UserError("There is no finding named \"" + printable(finding_) + "\"." +
                      (suggestion.empty() ? "" : " " + suggestion) + " " + context.command +
                      " explain lists them.");
    }
    const std::optional<std::string> page = read_file(folder / (wanted + ".md"));
    if (!page) throw UserError("The page of " + wanted + " cannot be read.");
    context.terminal.print(render_markdown(*page, context.terminal.style()));
    context.terminal.print(next_line(context, {"grade", "hint"}));
    return 0;
  }

 private:
  static void list(const Context& context, const fs::path& folder,
                   const std::vector<std::string>& names) {
    const Style style = context.terminal.style();
    std::size_t widest = 0;
    for (const std::string& name : names) widest = std::max(widest, name.size());
    std::string text;
    for (const std::string& name : names) {
      const std::string page = read_file(folder / (name + ".md")).value_or("");
      const std::string words = render_inline(first_sentence(page), style);
      text += indent_wrapped(words.empty() ? "–" : words, style.columns(),
                             style.bold(pad_to(name, widest)) + "  ", std::string(widest + 2, ' '));
    }
    context.terminal.print(text + next_line(context, {"explain " + names.front()}));
  }

  std::string finding_;
};

}  // namespace

std::unique_ptr<Verb> make_explain_verb() { return std::make_unique<ExplainVerb>(); }

}  // namespace runner
