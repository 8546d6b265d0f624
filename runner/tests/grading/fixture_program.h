// The real program, run on the fixture catalogue.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "../scratch_folder.h"

namespace runner {

struct Graded {
  int exit_code = -1;
  std::string screen;      // What it printed.
  nlohmann::json verdict;  // What --json wrote; null when it wrote nothing.

  // The first behaviour with that finding; null when there is none.
  [[nodiscard]] nlohmann::json with_finding(const std::string& finding) const;
};

class FixtureProgram {
 public:
  FixtureProgram();

  // Runs `kata-runner <arguments>`; `more` goes before its usual environment.
  [[nodiscard]] Graded run(const std::vector<std::string>& arguments,
                           const std::vector<std::string>& more = {}) const;
  // Grades fixtures/submissions/<name>.
  [[nodiscard]] Graded grade(const std::string& submission,
                             const std::vector<std::string>& more = {}) const;
  // "NAME=value" for those who start the program themselves.
  [[nodiscard]] std::vector<std::string> environment() const;

  [[nodiscard]] static std::string submission(const std::string& name);
  [[nodiscard]] const ScratchFolder& scratch() const { return scratch_; }

 private:
  ScratchFolder scratch_;
};

}  // namespace runner
