#include "verbs/common/help_formatter.h"

namespace runner {

HelpFormatter::HelpFormatter() {
  label("SUBCOMMAND", "VERB");
  label("OPTIONS", "options");
  label("Positionals", "Arguments");
  constexpr std::size_t kDescriptionsFrom = 24;
  column_width(kDescriptionsFrom);
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0 || option->get_positional()) return "";
  const std::string type = option->get_type_name();
  return " " + type.substr(0, type.find(':'));
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
  const std::string text = app->get_description();
  return text.empty() ? "" : text + "\n\n";
}

std::string HelpFormatter::make_footer(const CLI::App* app) const {
  const std::string text = app->get_footer();
  return text.empty() ? "" : text + "\n";
}

}  // namespace runner
