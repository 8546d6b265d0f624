#include "strength/mutants.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "user_error.h"

namespace runner {

void take_in_mutants(StrengthRecord& record, std::string_view report, const std::string& file) {
  try {
    const nlohmann::json json = nlohmann::json::parse(report);
    MutationFigures figures;
    for (const auto& [stage, number] : json.at("killed").items())
      figures.killed += number.get<int>();
    figures.equivalent = json.at("equivalent");
    figures.survivors = json.at("survived");
    figures.mutants = figures.killed + figures.equivalent + figures.survivors;
    KataFigures* const kata = record.find(json.at("kata"));
    if (kata == nullptr) {
      throw UserError(fmt::format("{} is of a kata that is not on record.", file));
    }
    kata->mutation = figures;
  } catch (const nlohmann::json::exception& error) {
    throw UserError(fmt::format("{} is no report of `kata mutate --json`: {}", file, error.what()));
  }
}

}  // namespace runner
