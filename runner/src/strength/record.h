// What has been measured of how strong the graders are: docs/grader-strength.json in memory.
//
// Thread-safety: plain data.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace runner {

// One stage, asked for the behaviour that a wrong solution names, with several seeds.
struct StageFigures {
  int asked = 0;
  int declared = 0;                     // Rejected with a finding that the wrong solution declares.
  int at_once = 0;                      // ... and that was the first finding.
  std::map<std::string, int> findings;  // By seed; "" where it was not rejected.
  std::uint64_t schedules = 0;          // The explorer's, of the first seed.
  std::int64_t milliseconds = 0;
};

// A whole grading by the explorer alone, as a learner has it.
struct GradingFigures {
  std::string finding;    // That the verdict names first; empty: not rejected.
  std::string behaviour;  // ... and where.
  // All behaviours in the grader's order, up to the first that failed.
  std::uint64_t schedules = 0;
  std::int64_t milliseconds = 0;
};

// What people use instead; see plain_test.h.
struct RivalFigures {
  int asked = 0;
  int caught = 0;
  std::string how;  // Of the first that failed: "race", "hung", ...; else "passed".
  std::int64_t milliseconds = 0;
  std::uint64_t rounds = 0;
};

struct FaultFigures {
  std::string name;
  std::string story;  // What its author had in mind: the first sentence of the file.
  std::vector<std::string> findings;  // That it declares.
  std::string behaviour;
  std::string only;  // The stage that is bound to see it; empty: every one.

  std::string graded;  // Fingerprint of the fault and of what was asked of it.
  StageFigures explorer;
  StageFigures tsan;
  GradingFigures grading;

  std::string compared;  // Fingerprint of the fault and the plain test.
  RivalFigures plain;
  RivalFigures stress;

  [[nodiscard]] bool declares(const std::string& finding) const;
};

struct RightFigures {
  struct Count {
    int gradings = 0;
    int rejections = 0;
  };
  std::string name;                       // "reference", "accepted/lock_free".
  std::string graded;                     // Fingerprint of the solution and the grader.
  std::string compared;                   // Fingerprint of the solution and the plain test.
  std::map<std::string, Count> gradings;  // By circumstances.
  RivalFigures plain;
  RivalFigures stress;
};

struct MutationFigures {
  int mutants = 0;  // That compile; 0: not measured.
  int killed = 0;
  int equivalent = 0;
  int survivors = 0;
};

struct KataFigures {
  std::string slug;
  std::string title;
  std::vector<FaultFigures> faults;  // In alphabetical order.
  std::vector<RightFigures> right;
  MutationFigures mutation;
};

struct StrengthRecord {
  static constexpr int kVersion = 1;
  std::string machine;   // "2 processors, Intel ..."
  std::string compiler;  // "clang 19.1.7"
  int stress_seconds = 10;
  std::vector<KataFigures> katas;  // In the catalogue's order.

  [[nodiscard]] KataFigures* find(const std::string& slug);
  [[nodiscard]] const KataFigures* find(const std::string& slug) const;
};

}  // namespace runner
