// A small program under test with the verdict it deserves.
//
// Scenarios register themselves from the instrumented files in bodies/; the test runs each of them
// on every backend, with every compiler that is installed.
#pragma once

#include "explorer/finding.h"
#include "explorer/options.h"

namespace selftest {

struct Scenario {
  const char* name;
  explorer::FindingKind expected;
  void (*body)();
  // Changes the usual options; may be null.
  void (*adjust)(explorer::Options&) = nullptr;
  // Whether the search must be able to exhaust all schedules of a correct program.
  bool proves = false;
};

// Keeps a scenario for all_scenarios(); lives in static storage.
class Registration {
 public:
  explicit Registration(const Scenario& scenario);

  [[nodiscard]] const Scenario& scenario() const { return scenario_; }
  [[nodiscard]] const Registration* next() const { return next_; }
  [[nodiscard]] static const Registration* first();

 private:
  Scenario scenario_;
  const Registration* next_;
};

}  // namespace selftest
