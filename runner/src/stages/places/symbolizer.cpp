#include "stages/places/symbolizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

#include <nlohmann/json.hpp>

#include "process/run.h"

namespace runner {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostAddresses = 4'000;

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

int number_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_integer() ? found->get<int>() : 0;
}

}  // namespace

Symbols parse_symbols(std::string_view output) {
  Symbols symbols;
  const Json answers = Json::parse(output, nullptr, /*allow_exceptions=*/false);
  if (!answers.is_array()) return symbols;
  for (const Json& answer : answers) {
    const std::string address = text_of(answer, "Address");
    std::uint64_t value = 0;
    if (address.size() < 3) continue;
    std::from_chars(address.data() + 2, address.data() + address.size(), value, 16);
    const auto frames = answer.find("Symbol");
    if (frames == answer.end() || !frames->is_array()) continue;
    for (const Json& frame : *frames) {
      symbols[value].push_back({.function = text_of(frame, "FunctionName"),
                                .file = text_of(frame, "FileName"),
                                .line = number_of(frame, "Line"),
                                .column = number_of(frame, "Column")});
    }
  }
  return symbols;
}

Symbols symbolize(const std::filesystem::path& symbolizer, const std::filesystem::path& program,
                  const std::vector<std::uint64_t>& addresses) {
  if (symbolizer.empty() || addresses.empty()) return {};
  Command command;
  command.argv = {symbolizer.string(), "--obj=" + program.string(), "--output-style=JSON",
                  "--inlines", "--demangle"};
  const std::size_t count = std::min(addresses.size(), kMostAddresses);
  for (std::size_t i = 0; i < count; ++i)
    command.argv.push_back(fmt::format("{:#x}", addresses[i]));
  command.directory = "/";
  command.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "DEBUGINFOD_URLS="};
  Limits limits;
  limits.memory_bytes = 2ULL << 30;
  limits.output_bytes = 32ULL << 20;
  return parse_symbols(run(command, limits).output);
}

}  // namespace runner
