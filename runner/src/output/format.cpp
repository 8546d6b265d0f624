#include "output/format.h"

#include <array>
#include <string>
#include <vector>

#include "system/text.h"
#include "user_error.h"

namespace runner {

Format format_named(std::string_view name) {
  constexpr std::array kFormats = {Format::text, Format::json, Format::junit, Format::exercism,
                                   Format::gradescope};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kFormats.size(); ++i) {
    if (kFormatNames[i] == name) return kFormats[i];
    names.emplace_back(kFormatNames[i]);
  }
  throw UserError("There is no format \"" + printable(name) + "\". There are " + join(names, ", ") +
                  ".");
}

std::string render(Format format, const Verdict& verdict, const TextOptions& options) {
  switch (format) {
    case Format::text:
      return text_report(verdict, options);
    case Format::json:
      return json_report(verdict);
    case Format::junit:
      return junit_report(verdict);
    case Format::exercism:
      return exercism_report(verdict);
    case Format::gradescope:
      return gradescope_report(verdict);
  }
  return json_report(verdict);
}

}  // namespace runner
