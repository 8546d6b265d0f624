#include "report/facts/places.h"

#include <array>
#include <string_view>
#include <utility>

namespace explorer {
namespace {

bool begins_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool ends_with(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

// Wrappers of exactly the primitive that the step names anyway.
constexpr std::array<std::string_view, 19> kPlainWrappers{
    "std::mutex::",
    "std::recursive_mutex::",
    "std::timed_mutex::",
    "std::recursive_timed_mutex::",
    "std::lock_guard::",
    "std::unique_lock::",
    "std::scoped_lock::",
    "std::shared_lock::",
    "std::shared_mutex::",
    "std::shared_timed_mutex::",
    "std::lock",
    "std::condition_variable::",
    "std::thread::",
    "std::jthread::",
    "std::this_thread::",
    "std::steady_clock::",
    "std::system_clock::",
    "std::__timed_mutex_impl::",
    "std::__shared_mutex_pthread::",
};

constexpr std::array<std::string_view, 5> kAtomicTypes{
    "std::atomic::", "std::__atomic_base::", "std::atomic_flag::", "std::__atomic_ref::",
    "std::atomic_ref::"};

// What a throw expression calls; it initialises the exception machinery under a lock of its own.
constexpr std::string_view kThrow = "__cxa_throw";

// At least the call site, where no more was recorded.
ReturnAddresses stack_at(const ExecutionRecord& record, std::size_t position) {
  if (position < record.stacks.size() && !record.stacks[position].empty()) {
    return record.stacks[position];
  }
  const std::uintptr_t call_site = record.trace.events[position].operation.call_site;
  return call_site != 0 ? ReturnAddresses{call_site} : ReturnAddresses{};
}

}  // namespace

Place place_of(Symbols& symbols, const ReturnAddresses& stack) {
  const std::vector<Frame> frames = frames_of(symbols, stack);
  // Code under test has line numbers; the explorer and a test framework need not have any.
  for (const bool needs_line : {true, false}) {
    for (std::size_t i = 0; i < frames.size(); ++i) {
      if (!frames[i].library && (!needs_line || frames[i].where.line != 0)) {
        return {frames[i].where, i > 0 ? frames[i - 1].where.function : std::string()};
      }
    }
  }
  return frames.empty() ? Place{} : Place{frames.front().where, {}};
}

Place place_of(Symbols& symbols, const ExecutionRecord& record, std::size_t position) {
  return place_of(symbols, stack_at(record, position));
}

const Place& Places::at(std::size_t position) {
  ReturnAddresses stack = stack_at(record_, position);
  const auto known = known_.find(stack);
  if (known != known_.end()) {
    return known->second;
  }
  Place place = place_of(symbols_, stack);
  return known_.emplace(std::move(stack), std::move(place)).first->second;
}

bool tells_as_one_call(const std::string& library_call) {
  if (library_call == kThrow) {
    return true;
  }
  if (!begins_with(library_call, "std::")) {
    return false;
  }
  for (const std::string_view wrapper : kPlainWrappers) {
    if (begins_with(library_call, wrapper)) {
      return false;
    }
  }
  for (const std::string_view atomic : kAtomicTypes) {
    if (begins_with(library_call, atomic)) {
      return ends_with(library_call, "::wait") || ends_with(library_call, "::notify_one") ||
             ends_with(library_call, "::notify_all");
    }
  }
  return true;
}

std::string call_words(const std::string& library_call) {
  if (library_call == kThrow) {
    return "throw";
  }
  std::string words = begins_with(library_call, "std::") ? library_call.substr(5) : library_call;
  if (begins_with(words, "__")) {
    words.erase(0, 2);
    if (begins_with(words, "basic_")) {
      words.erase(0, 6);
    }
    if (const auto base = words.find("_base::"); base != std::string::npos) {
      words.erase(base, 5);
    }
  }
  return words + "()";
}

std::string short_place(const SourceLocation& where) {
  if (where.file.empty()) {
    return where.function;
  }
  return where.file.substr(where.file.rfind('/') + 1) + ":" + std::to_string(where.line);
}

}  // namespace explorer
