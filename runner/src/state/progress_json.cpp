#include "state/progress_json.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "system/json_text.h"
#include "system/text.h"

namespace runner {

namespace {

using nlohmann::json;

json tiers_to_json(const std::map<Tier, TierCount>& tiers) {
  json out = json::object();
  for (const auto& [tier, count] : tiers) {
    out[name(tier)] = {{"passed", count.passed}, {"total", count.total}};
  }
  return out;
}

std::map<Tier, TierCount> tiers_from_json(const json& in) {
  std::map<Tier, TierCount> tiers;
  for (const Tier tier : kTiers) {
    if (!in.contains(name(tier))) continue;
    const json& count = in.at(name(tier));
    tiers[tier] = {count.at("passed").get<int>(), count.at("total").get<int>()};
  }
  return tiers;
}

Status status_named(const std::string& word) {
  for (const Status status : {Status::pass, Status::fail, Status::error, Status::skipped}) {
    if (word == name(status)) return status;
  }
  throw std::runtime_error("\"" + word + "\" is not a status");
}

json attempt_to_json(const Attempt& attempt) {
  return {{"time", attempt.time},       {"status", name(attempt.status)},
          {"finding", attempt.finding}, {"tiers", tiers_to_json(attempt.tiers)},
          {"copy", attempt.copy},       {"workspace", valid_utf8(attempt.workspace)}};
}

Attempt attempt_from_json(const json& in) {
  Attempt attempt;
  attempt.time = in.at("time").get<std::string>();
  attempt.status = status_named(in.at("status").get<std::string>());
  attempt.finding = in.at("finding").get<std::string>();
  attempt.tiers = tiers_from_json(in.at("tiers"));
  attempt.copy = in.at("copy").get<std::string>();
  attempt.workspace = in.at("workspace").get<std::string>();
  return attempt;
}

KataProgress kata_from_json(const json& in) {
  KataProgress kata;
  for (const json& attempt : in.at("attempts")) kata.attempts.push_back(attempt_from_json(attempt));
  kata.graded = in.at("graded").get<std::int64_t>();
  kata.best = tiers_from_json(in.at("best"));
  kata.passed_at = in.at("passed_at").get<std::string>();
  kata.hints_shown = in.at("hints_shown").get<int>();
  kata.gave_up = in.at("gave_up").get<bool>();
  return kata;
}

}  // namespace

std::string to_json_text(const Progress& progress) {
  json katas = json::object();
  for (const auto& [slug, kata] : progress.katas) {
    json attempts = json::array();
    for (const Attempt& attempt : kata.attempts) attempts.push_back(attempt_to_json(attempt));
    katas[slug] = {{"attempts", std::move(attempts)},  {"graded", kata.graded},
                   {"best", tiers_to_json(kata.best)}, {"passed_at", kata.passed_at},
                   {"hints_shown", kata.hints_shown},  {"gave_up", kata.gave_up}};
  }
  const json document = {
      {"version", Progress::kVersion}, {"current", progress.current}, {"katas", std::move(katas)}};
  return document.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

ParsedProgress parse_progress(std::string_view text) {
  using State = ParsedProgress::State;
  try {
    const json document = json::parse(text);
    const int version = document.at("version").get<int>();
    if (version > Progress::kVersion) {
      return {State::newer, {}, "it was written by a later version of this command"};
    }
    Progress progress;
    progress.current = document.at("current").get<std::string>();
    for (const auto& [slug, kata] : document.at("katas").items()) {
      progress.katas[slug] = kata_from_json(kata);
    }
    return {State::good, std::move(progress), ""};
  } catch (const json::parse_error& error) {
    return {State::damaged, {}, where_json_stops(text, error.byte)};
  } catch (const json::exception&) {
    return {State::damaged, {}, "something is missing from it or is of the wrong kind"};
  } catch (const std::exception& error) {
    return {State::damaged, {}, error.what()};
  }
}

}  // namespace runner
