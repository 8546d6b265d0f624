#include "stages/race_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>

#include "system/files.h"
#include "system/text.h"

namespace runner {

namespace {

using Json = nlohmann::json;

struct Kind {
  std::string_view part;  // Of the sanitizer's name for it.
  std::string_view finding;
  std::string_view words;
};

// The first that fits counts.
constexpr Kind kKinds[] = {
    {"use-after-free", "use_after_free", "memory is used after it was freed"},
    {"lock-order", "deadlock",
     "locks are taken in different orders by different threads: at the wrong moment each waits for "
     "the other's"},
    {"locked-mutex-destroy", "misuse", "a mutex is destroyed while it is locked"},
    {"destroy", "misuse", "a mutex is destroyed while it is in use"},
    {"double-lock", "misuse", "a thread locks a mutex that it holds already"},
    {"read-lock", "misuse", "a mutex is locked for reading by its writer"},
    {"unlock", "misuse",
     "a mutex is unlocked that is not locked, or by another thread than its owner"},
    {"invalid-access", "misuse", "a mutex is used before it exists or after it was destroyed"},
    {"thread-leak", "leak", "a thread is left behind: nobody joins it"},
    {"signal", "misuse", "a signal handler does what signal handlers must not do"},
    {"vptr", "data_race", "an object is destroyed by one thread while another calls it"},
    {"race", "data_race", ""},
};

const Kind* kind_of(std::string_view name) {
  std::string plain(name);
  std::ranges::replace(plain, ' ', '-');
  for (const Kind& kind : kKinds) {
    if (plain.find(kind.part) != std::string::npos) return &kind;
  }
  return nullptr;
}

template <typename Value>
Value value_or(const Json& object, const char* key, Value fallback) {
  const auto found = object.find(key);
  if (found == object.end()) return fallback;
  try {
    return found->get<Value>();
  } catch (const Json::exception&) {
    return fallback;
  }
}

std::string doing(const RaceAccess& access) {
  if (access.size == 0) return {};
  return fmt::format("{}{} {} byte{}", access.atomic ? "atomically " : "",
                     access.write ? "writes" : "reads", access.size, access.size == 1 ? "" : "s");
}

std::set<std::string> identifiers_in(std::string_view line) {
  std::set<std::string> found;
  std::string word;
  const auto finish = [&] {
    if (!word.empty() && std::isdigit(static_cast<unsigned char>(word.front())) == 0) {
      found.insert(word);
    }
    word.clear();
  };
  for (const char c : line) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else {
      if (c == '/' && word.empty()) break;  // Most likely a comment.
      finish();
    }
  }
  finish();
  return found;
}

std::optional<std::string> source_line(const Place& place) {
  const auto content = read_file(place.file);
  if (!content) return std::nullopt;
  const std::vector<std::string> lines = split_lines(*content);
  const auto index = static_cast<std::size_t>(place.line - 1);
  if (place.line <= 0 || index >= lines.size()) return std::nullopt;
  return lines[index];
}

// The variable that both lines name, when there is no doubt: sanitizers know addresses only.
std::string common_variable(const Place& one, const Place& other) {
  const auto first = source_line(one);
  const auto second = source_line(other);
  if (!first || !second) return {};
  const std::set<std::string> here = identifiers_in(*first);
  const std::set<std::string> there = identifiers_in(*second);
  std::vector<std::string> members;
  for (const std::string& word : here) {
    if (there.contains(word) && word.ends_with('_')) members.push_back(word);
  }
  return members.size() == 1 ? members.front() : std::string();
}

std::string access_in_words(const ThreadView& view) {
  std::string words = view.thread;
  if (words.empty() && !view.doing.empty()) words = "a thread";
  if (!view.doing.empty()) words += " " + view.doing;
  if (view.places.empty()) return words;
  const Place& place = view.places.front();
  if (!words.empty()) words += " ";
  words += "at " + short_place(place);
  if (!place.function.empty()) words += " in " + place.function;
  return words;
}

std::string race_in_words(const std::vector<ThreadView>& views) {
  const bool seen =
      std::ranges::any_of(views, [](const ThreadView& view) { return !view.places.empty(); });
  if (!seen) {
    return "two threads use data of the grader at the same time, or without one seeing what the "
           "other wrote: the code does not keep them apart, or makes no ordering between them";
  }
  std::string name;
  if (views.size() >= 2 && !views[0].places.empty() && !views[1].places.empty()) {
    name = common_variable(views[0].places.front(), views[1].places.front());
  }
  std::string words = fmt::format("two threads use {} without ordering",
                                  name.empty() ? "the same memory" : "`" + name + "`");
  std::string_view separator = ": ";
  for (const ThreadView& view : views) {
    words += separator;
    words += access_in_words(view);
    separator = ", ";
  }
  return words;
}

RaceAccess read_access(const Json& json) {
  RaceAccess access;
  access.thread = value_or<std::string>(json, "thread", "");
  access.write = value_or(json, "write", false);
  access.atomic = value_or(json, "atomic", false);
  access.size = value_or(json, "size", 0);
  for (const std::uint64_t address : value_or<std::vector<std::uint64_t>>(json, "stack", {})) {
    // An address comes once for every function inlined there.
    if (access.stack.empty() || access.stack.back() != address) access.stack.push_back(address);
  }
  return access;
}

// A thread that the grader has given a role is called by it.
void name_threads(RaceReport& report, const Json& message) {
  const auto threads = message.find("threads");
  if (threads == message.end() || !threads->is_array()) return;
  for (const Json& thread : *threads) {
    if (!thread.is_object()) continue;
    const std::string label = value_or<std::string>(thread, "thread", "");
    const std::string role = value_or<std::string>(thread, "name", "");
    if (role.empty() || label == "main") continue;
    for (RaceAccess& access : report.accesses) {
      if (access.thread == label) access.thread = role;
    }
  }
}

// Innermost is the function that gives the memory back, or ends a condition variable in it. Not
// any destructor: what its own code does without a lock is an ordinary race.
bool ends_an_object(const RaceAccess& access, const Symbols& symbols) {
  if (access.stack.empty()) return false;
  const auto found = symbols.find(access.stack.front());
  if (found == symbols.end() || found->second.empty()) return false;
  std::string_view function = found->second.front().function;
  constexpr std::string_view kInterceptor = "__interceptor_";
  if (function.starts_with(kInterceptor)) function.remove_prefix(kInterceptor.size());
  return function.starts_with("operator delete") || function == "free" ||
         function == "pthread_cond_destroy" || function == "pthread_mutex_destroy";
}

}  // namespace

RaceReport read_race(const Json& message) {
  RaceReport report;
  report.kind = value_or<std::string>(message, "kind", "data-race");
  report.fences_used = value_or(message, "fences", false);
  for (const char* part : {"accesses", "stacks", "threads"}) {
    const auto list = message.find(part);
    if (list == message.end() || !list->is_array() || !report.accesses.empty()) continue;
    for (const Json& json : *list) {
      if (json.is_object()) report.accesses.push_back(read_access(json));
    }
  }
  name_threads(report, message);
  return report;
}

std::string finding_of(const RaceReport& report) {
  const Kind* kind = kind_of(report.kind);
  return std::string(kind != nullptr ? kind->finding : "data_race");
}

std::string finding_of(const RaceReport& report, const Symbols& symbols) {
  std::string finding = finding_of(report);
  if (finding == "data_race" && std::ranges::any_of(report.accesses, [&](const RaceAccess& access) {
        return ends_an_object(access, symbols);
      })) {
    finding = "use_after_free";
  }
  return finding;
}

RaceWords in_words(const RaceReport& report, const Symbols& symbols, const LearnersCode& code) {
  RaceWords words;
  for (const RaceAccess& access : report.accesses) {
    std::vector<Frame> frames;
    for (const std::uint64_t address : access.stack) {
      const auto found = symbols.find(address);
      if (found == symbols.end()) continue;
      frames.insert(frames.end(), found->second.begin(), found->second.end());
    }
    words.threads.push_back({access.thread, doing(access), code.places(frames)});
  }
  const Kind* kind = kind_of(report.kind);
  if (kind != nullptr && kind->finding == "use_after_free" && words.threads.size() > 1) {
    // The sanitizer knows freeing as a write to all of it.
    words.threads[1].doing = "freed it";
  }
  if (kind == nullptr || kind->words.empty()) {
    words.message = race_in_words(words.threads);
    return words;
  }
  words.message = kind->words;
  std::string_view separator = ": ";
  for (const ThreadView& view : words.threads) {
    if (view.places.empty()) continue;
    words.message += separator;
    words.message += access_in_words(view);
    separator = ", ";
  }
  return words;
}

}  // namespace runner
