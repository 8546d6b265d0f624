#include <algorithm>

#include <nlohmann/json.hpp>

#include "system/text.h"
#include "verbs/common/help.h"
#include "verbs/doctor/check.h"
#include "verbs/verb.h"

namespace runner {

namespace {

using Health = Check::Health;

const char* health_name(Health health) {
  switch (health) {
    case Health::good:
      return "good";
    case Health::note:
      return "note";
    case Health::bad:
      return "bad";
  }
  return "bad";
}

std::string mark(Health health, const Style& style) {
  switch (health) {
    case Health::good:
      return style.green("✓");
    case Health::note:
      return style.yellow("!");
    case Health::bad:
      break;
  }
  return style.red("✗");
}

std::string as_json(const std::vector<Check>& checks, bool good) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Check& check : checks) {
    list.push_back({{"name", check.name},
                    {"health", health_name(check.health)},
                    {"found", valid_utf8(check.found)},
                    {"meaning", valid_utf8(check.meaning)},
                    {"fix", valid_utf8(check.fix)}});
  }
  return nlohmann::ordered_json{{"version", 1}, {"good", good}, {"checks", list}}.dump(2) + "\n";
}

std::string as_text(const std::vector<Check>& checks, const Style& style) {
  std::size_t widest = 0;
  for (const Check& check : checks) widest = std::max(widest, display_width(check.name));
  const auto width = style.columns();
  const std::string margin(std::min(widest + 4, width / 3), ' ');
  std::string text;
  for (const Check& check : checks) {
    text +=
        indent_wrapped(printable(check.found), width,
                       mark(check.health, style) + " " + pad_to(check.name, widest) + "  ", margin);
    if (check.health == Health::good) continue;
    text += indent_wrapped(printable(check.meaning), width, margin, margin);
    text += indent_wrapped("Fix: " + printable(check.fix), width, margin, margin);
  }
  return text;
}

class DoctorVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb =
        add_verb(app, "doctor", "whether this machine can grade, and what to do if not", kTools,
                 {{"doctor", "for reading"}, {"doctor --json", "for a bug report or a script"}},
                 "Exit codes: 0 nothing stands in the way, 2 something does.");
    verb->add_flag("--json", json_, "write JSON instead");
    return verb;
  }

  int run(Context& context) override {
    context.terminal.progress("looking at the machine and trying the compiler");
    std::vector<Check> checks = check_machine("/");
    for (Check& check : check_toolchain(context.layout)) checks.push_back(std::move(check));
    for (Check& check : check_places(context.layout, context.state.directory())) {
      checks.push_back(std::move(check));
    }
    context.terminal.progress("");
    const auto worst = [&checks](Health health) {
      return std::count_if(checks.begin(), checks.end(),
                           [health](const Check& check) { return check.health == health; });
    };
    const bool good = worst(Health::bad) == 0;
    if (json_) {
      context.terminal.print(as_json(checks, good));
    } else {
      context.terminal.print(as_text(checks, context.terminal.style()) + "\n" +
                             (good ? "This machine can grade.\n"
                                   : "Something stands in the way; see the fixes above.\n") +
                             next_line(context, {good ? "next" : "doctor"}));
    }
    return good ? 0 : 2;
  }

 private:
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_doctor_verb() { return std::make_unique<DoctorVerb>(); }

}  // namespace runner
