// How --help pages look.
#pragma once

#include <CLI/CLI.hpp>

namespace runner {

class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter();

  // What stands behind an option's name: its value's name, and whether it must be given; which
  // options exclude each other is told when it matters.
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_footer(const CLI::App* app) const override;
};

}  // namespace runner
