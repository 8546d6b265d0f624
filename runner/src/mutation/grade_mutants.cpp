#include "mutation/grade_mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "build/fingerprint.h"
#include "build/toolkit.h"
#include "mutation/syntax/parse.h"
#include "process/scratch.h"
#include "process/stop.h"
#include "stages/grade.h"
#include "stages/side_by_side.h"
#include "system/files.h"
#include "system/program.h"
#include "system/text.h"
#include "user_error.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

fs::path reference_of(const Layout& layout, const Kata& kata) {
  return layout.solutions / kata.slug / (kata.slug + ".h");
}

// What of a toolkit's flags decides how the code is understood.
std::vector<std::string> parser_flags(const Toolkit& toolkit) {
  std::vector<std::string> flags;
  for (std::size_t i = 0; i < toolkit.compile.size(); ++i) {
    const std::string& flag = toolkit.compile[i];
    if (flag.starts_with("-std=") || flag.starts_with("-D") || flag.starts_with("-I") ||
        flag == "-pthread") {
      flags.push_back(flag);
    }
  }
  // libclang's own guess depends on where it is installed.
  const ProgramResult asked = run_program({toolkit.compiler, "-print-resource-dir"});
  const std::string folder(trim(asked.output));
  if (asked.succeeded() && toolkit.compiler.find("clang") != std::string::npos) {
    flags.push_back("-resource-dir");
    flags.push_back(folder);
  }
  return flags;
}

Stage first_stage(const Layout& layout) {
  return has_toolkit(layout, Stage::explorer) ? Stage::explorer : Stage::tsan;
}

// Which behaviours have killed before, so that those that probably do come first: those that did
// for the same function, then those that did most often.
class Killers {
 public:
  [[nodiscard]] std::vector<std::string> likely(const std::string& function) const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> names = by_number(function);
    for (std::string& other : by_number("")) {
      if (std::ranges::find(names, other) == names.end()) names.push_back(std::move(other));
    }
    return names;
  }

  void note(const std::string& function, const MutantResult& result) {
    if (result.fate != Fate::killed || result.stage != name(Stage::explorer)) return;
    const std::lock_guard lock(mutex_);
    ++kills_[function][result.behaviour];
    ++kills_[""][result.behaviour];
  }

 private:
  [[nodiscard]] std::vector<std::string> by_number(const std::string& function) const {
    const auto found = kills_.find(function);
    if (found == kills_.end()) return {};
    std::vector<std::pair<int, std::string>> counted;
    for (const auto& [behaviour, number] : found->second) counted.emplace_back(-number, behaviour);
    std::ranges::sort(counted);
    std::vector<std::string> names;
    for (auto& [number, behaviour] : counted) names.push_back(std::move(behaviour));
    return names;
  }

  mutable std::mutex mutex_;
  std::map<std::string, std::map<std::string, int>> kills_;
};

MutantResult judged(const Verdict& verdict) {
  MutantResult result;
  result.milliseconds = verdict.milliseconds;
  if (verdict.interrupted) return result;
  if (!verdict.compile_errors.empty()) {
    result.fate = Fate::not_compiled;
    result.words = verdict.compile_errors.front().message;
    return result;
  }
  if (verdict.status == Status::pass) {
    result.fate = Fate::survived;
    return result;
  }
  // What stops before any behaviour, and is not the code's fault, will stop all the others, too.
  if (verdict.status == Status::error && verdict.behaviours.empty()) {
    throw UserError(verdict.summary);
  }
  const auto failed = std::ranges::find(verdict.behaviours, Status::fail, &BehaviourResult::status);
  if (failed == verdict.behaviours.end()) {
    result.fate = Fate::ungraded;
    result.words = verdict.summary;
    return result;
  }
  result.fate = Fate::killed;
  result.stage = name(failed->stage);
  result.behaviour = failed->name;
  result.finding = failed->finding;
  result.words = failed->message.substr(0, failed->message.find('\n'));
  return result;
}

MutantResult grade_one(const Mutant& mutant, const MutationOptions& options,
                       std::vector<std::string> ask_first) {
  const ScratchDirectory scratch;
  const fs::path header = scratch.path() / options.kata.slug / (options.kata.slug + ".h");
  write_file(header, mutant.source);
  GradeRequest request;
  request.kata = options.kata;
  request.layout = options.layout;
  request.header = header;
  request.workspace = scratch.path();
  request.seed = options.seed;
  request.ask_first = std::move(ask_first);
  request.stop_at_first_failure = true;
  request.keep_program = false;
  return judged(grade(request));
}

}  // namespace

SyntaxTree read_reference(const Layout& layout, const Kata& kata) {
  const fs::path file = reference_of(layout, kata);
  const auto source = read_file(file);
  if (!source) throw UserError(fmt::format("There is no reference at {}.", shown_path(file)));
  try {
    return parse_cpp(file, *source, parser_flags(load_toolkit(layout, first_stage(layout))));
  } catch (const std::invalid_argument& error) {
    throw UserError(fmt::format("{} is not valid C++: {}.", shown_path(file), error.what()));
  }
}

std::string setting_of(const MutationOptions& options) {
  Fingerprint fingerprint;
  for (const Stage stage : {Stage::explorer, Stage::tsan}) {
    if (!has_toolkit(options.layout, stage)) continue;
    fingerprint.add(load_toolkit(options.layout, stage).fingerprint);
  }
  const fs::path grader = options.layout.graders / options.kata.slug;
  fingerprint.add(read_file(grader / (options.kata.slug + "_grader.cpp")).value_or(""));
  for (const std::string& library : options.kata.libraries) fingerprint.add(library);
  fingerprint.add(std::to_string(options.seed));
  return fingerprint.text();
}

std::vector<MutantResult> grade_mutants(const std::vector<Mutant>& mutants,
                                        const MutationOptions& options, MutationResults& results) {
  const std::string setting = setting_of(options);
  Killers killers;
  std::mutex telling;
  const auto work = [&](std::size_t i) {
    const Mutant& mutant = mutants[i];
    Fingerprint fingerprint;
    fingerprint.add(setting);
    fingerprint.add(mutant.source);
    const std::string key = fingerprint.text();
    if (auto known = results.find(mutant.id, key)) {
      killers.note(mutant.function, *known);
      return std::move(*known);
    }
    MutantResult result;
    if (stop_requested()) return result;
    result = grade_one(mutant, options, killers.likely(mutant.function));
    result.key = key;
    if (result.fate == Fate::pending) return result;
    killers.note(mutant.function, result);
    // What could not be graded is tried again next time.
    if (result.fate != Fate::ungraded) results.keep(mutant.id, result);
    const std::lock_guard lock(telling);
    if (options.on_result) options.on_result(i, result);
    return result;
  };
  std::vector<MutantResult> all;
  side_by_side(mutants.size(), options.jobs, work,
               [&](MutantResult result) { all.push_back(std::move(result)); });
  return all;
}

}  // namespace runner
