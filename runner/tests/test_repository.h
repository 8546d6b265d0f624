// A small repository of katas made for one test, and the real program run in it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scratch_folder.h"

namespace runner {

struct Ran {
  int exit_code = -1;
  std::string out;
  std::string err;
};

class TestRepository {
 public:
  // Holds one kata, `tally`, as `kata new` makes it, and the pages of two findings.
  TestRepository();

  // Another kata that only has a brief and a manifest.
  void add_kata(const std::string& slug, int level, const std::string& requires_ = "") const;

  // Writes a working solution of `tally` into the learner's katas/.
  void solve_tally() const;

  // Makes a git repository of it, with everything committed.
  void commit_all() const;

  // Runs the program here, without a terminal. `environment` is added to little else.
  [[nodiscard]] Ran run(const std::vector<std::string>& arguments,
                        const std::map<std::string, std::string>& environment = {}) const;

  // The arguments and environment that run() uses, for tests that start the program themselves.
  [[nodiscard]] std::vector<std::string> environment_for(
      const std::map<std::string, std::string>& more) const;

  [[nodiscard]] const ScratchFolder& folder() const { return folder_; }
  [[nodiscard]] std::filesystem::path operator/(std::string_view name) const {
    return folder_ / name;
  }

 private:
  ScratchFolder folder_;
};

}  // namespace runner
