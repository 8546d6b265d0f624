#include "mutation/results.h"

#include <chrono>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "state/file_lock.h"
#include "system/files.h"
#include "system/text.h"

namespace runner {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr int kVersion = 1;
constexpr std::chrono::seconds kLockPatience{10};
constexpr Fate kFates[] = {Fate::killed, Fate::survived, Fate::not_compiled, Fate::ungraded,
                           Fate::pending};

Fate fate_named(const std::string& word) {
  for (const Fate fate : kFates) {
    if (word == name(fate)) return fate;
  }
  return Fate::pending;
}

Json to_json(const MutantResult& result) {
  return {{"key", result.key},
          {"fate", name(result.fate)},
          {"stage", result.stage},
          {"behaviour", result.behaviour},
          {"finding", result.finding},
          {"words", valid_utf8(result.words)},
          {"milliseconds", result.milliseconds}};
}

MutantResult from_json(const Json& json) {
  MutantResult result;
  result.key = json.at("key").get<std::string>();
  result.fate = fate_named(json.at("fate").get<std::string>());
  result.stage = json.at("stage").get<std::string>();
  result.behaviour = json.at("behaviour").get<std::string>();
  result.finding = json.at("finding").get<std::string>();
  result.words = json.at("words").get<std::string>();
  result.milliseconds = json.at("milliseconds").get<std::int64_t>();
  return result;
}

}  // namespace

const char* name(Fate fate) {
  switch (fate) {
    case Fate::killed:
      return "killed";
    case Fate::survived:
      return "survived";
    case Fate::not_compiled:
      return "not_compiled";
    case Fate::ungraded:
      return "ungraded";
    case Fate::pending:
      return "pending";
  }
  return "";
}

MutationResults::MutationResults(fs::path file, Warn warn)
    : file_(std::move(file)), warn_(std::move(warn)) {
  try {
    results_ = read();
  } catch (const Json::exception&) {
    fs::path aside = file_;
    aside += ".damaged";
    std::error_code failed;
    fs::rename(file_, aside, failed);
    complain(shown_path(file_) + " is damaged. It was set aside as " + shown_path(aside) +
             "; all mutants are graded anew.");
  }
}

MutationResults::Results MutationResults::read() const {
  Results results;
  const auto text = read_file(file_);
  if (!text) return results;
  const Json json = Json::parse(*text);
  if (json.at("version") != kVersion) return results;
  for (const auto& [id, result] : json.at("mutants").items()) results[id] = from_json(result);
  return results;
}

std::optional<MutantResult> MutationResults::find(const std::string& id,
                                                  const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = results_.find(id);
  if (found == results_.end() || found->second.key != key) return std::nullopt;
  return found->second;
}

void MutationResults::keep(const std::string& id, const MutantResult& result) {
  const std::lock_guard lock(mutex_);
  results_[id] = result;
  try {
    fs::create_directories(file_.parent_path());
    fs::path lock_file = file_;
    lock_file += ".lock";
    const FileLock between_processes(lock_file, kLockPatience);
    // What others have found out meanwhile stays.
    Results all;
    try {
      all = read();
    } catch (const Json::exception&) {
      all = results_;
    }
    all[id] = result;
    Json mutants = Json::object();
    for (const auto& [one, its] : all) mutants[one] = to_json(its);
    write_file(file_, Json{{"version", kVersion}, {"mutants", mutants}}.dump(1) + "\n");
  } catch (const std::system_error& error) {
    complain("Results are not kept in " + shown_path(file_) + ": " + error.what() + ".");
  }
}

void MutationResults::complain(const std::string& what) {
  if (!std::exchange(complained_, true) && warn_) warn_(what);
}

}  // namespace runner
