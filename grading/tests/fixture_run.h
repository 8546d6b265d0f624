// Plays the runner: starts a fixture with a result channel, and collects what it says.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace grading::tests {

struct FixtureRun {
  std::vector<nlohmann::json> messages;  // Those that carried the secret and the right number.
  int foreign_lines = 0;                 // Those that did not.
  int exit_status = -1;                  // Minus the signal's number if a signal ended it.
  std::string output;                    // Standard output and error.

  [[nodiscard]] std::vector<nlohmann::json> of_type(const std::string& type) const;
  // The last message's status if it is an `end`, else "none".
  [[nodiscard]] std::string end_status() const;
};

using StopWhen = std::function<bool(const nlohmann::json&)>;

// Runs the fixture to its end, or kills it after the first message for which `stop` holds.
[[nodiscard]] FixtureRun run_fixture(const std::string& executable,
                                     const std::vector<std::string>& arguments,
                                     const StopWhen& stop = nullptr);

// The same without a channel, as a person would.
[[nodiscard]] FixtureRun run_by_hand(const std::string& executable,
                                     const std::vector<std::string>& arguments);

}  // namespace grading::tests
