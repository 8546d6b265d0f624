#include "verbs/common/help.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>

#include "system/text.h"

namespace runner {

CLI::App* add_verb(CLI::App& app, const char* verb, const char* description, const char* group,
                   const std::vector<std::pair<std::string, std::string>>& examples,
                   std::string_view notes) {
  CLI::App* subcommand = app.add_subcommand(verb, description);
  subcommand->group(group);
  std::size_t widest = 0;
  for (const auto& [command, meaning] : examples) widest = std::max(widest, command.size());
  std::string footer;
  if (!notes.empty()) footer += "\n" + std::string(trim(notes)) + "\n";
  footer += "\nExamples:\n";
  for (const auto& [command, meaning] : examples) {
    footer += "  " + app.get_name() + " " + pad_to(command, widest + 2) + meaning + "\n";
  }
  footer.pop_back();
  subcommand->footer(footer);
  return subcommand;
}

std::string refuse_unfit_seed(const std::string& text) {
  if (text.find('-') != std::string::npos) return "must not be negative";
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  return error == std::errc::result_out_of_range ? "must be less than 2^64" : "";
}

std::string next_line(const Context& context, const std::vector<std::string>& commands) {
  const Style style = context.terminal.style();
  const auto width = style.columns();
  std::string text = "\nNext: ";
  std::size_t used = 6;
  bool first = true;
  for (const std::string& command : commands) {
    const std::string whole = context.command + " " + command;
    if (!first && used + 3 + display_width(whole) > width) {
      text += "\n      ";
      used = 6;
    } else if (!first) {
      text += style.dim(" · ");
      used += 3;
    }
    text += style.cyan(whole);
    used += display_width(whole);
    first = false;
  }
  return text + "\n";
}

}  // namespace runner
