#include "build/toolkit.h"

#include <fmt/format.h>

#include <cstdlib>
#include <system_error>

#include <nlohmann/json.hpp>

#include "build/fingerprint.h"
#include "system/files.h"
#include "system/json_text.h"
#include "user_error.h"

namespace runner {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

// Prebuilt parts named among the flags, such as libgrading_tsan.a.
std::vector<fs::path> files_among(const std::vector<std::string>& flags) {
  std::vector<fs::path> files;
  for (const std::string& flag : flags) {
    const fs::path path = flag;
    if (path.is_absolute() && path.has_extension()) files.push_back(path);
  }
  return files;
}

[[noreturn]] void complain(const fs::path& file, const std::string& what) {
  throw UserError(
      fmt::format("What graders are compiled with is not ready: {}{}. Run `./kata doctor`, or "
                  "build it again with "
                  "`cmake --workflow --preset release`.",
                  file.string(), what));
}

Toolkit parse(const fs::path& file, const std::string& text, Stage stage) {
  Toolkit toolkit;
  toolkit.stage = stage;
  const Json json = Json::parse(text);
  json.at("compiler").get_to(toolkit.compiler);
  json.at("compiler_version").get_to(toolkit.compiler_version);
  json.at("compile").get_to(toolkit.compile);
  json.at("link").get_to(toolkit.link);
  toolkit.symbolizer = json.value("symbolizer", "");
  if (json.at("stage") != name(stage)) complain(file, " describes another stage");
  return toolkit;
}

fs::path description_file(const Layout& layout, Stage stage) {
  return toolkits_directory(layout) / (std::string(name(stage)) + ".json");
}

}  // namespace

std::string Toolkit::description() const {
  const std::string program = fs::path(compiler).filename().string();
  const std::string kind = program.find("clang") != std::string::npos ? "clang" : program;
  return fmt::format("{} {}", kind, compiler_version);
}

std::string watcher(Stage stage) {
  switch (stage) {
    case Stage::explorer:
      return "explorer";
    case Stage::tsan:
      return "ThreadSanitizer";
    case Stage::plain:
      break;
  }
  return {};
}

fs::path toolkits_directory(const Layout& layout) {
  if (!layout.toolkits.empty()) return layout.toolkits;
  if (const char* chosen = std::getenv("KATA_TOOLKITS"); chosen && *chosen) return chosen;
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (!failed) {
    const fs::path beside = program.parent_path().parent_path() / "toolkits";
    if (fs::is_directory(beside, failed)) return beside;
  }
  return layout.root / "build" / "release" / "toolkits";
}

bool has_toolkit(const Layout& layout, Stage stage) {
  std::error_code failed;
  return fs::exists(description_file(layout, stage), failed);
}

Toolkit load_toolkit(const Layout& layout, Stage stage) {
  const fs::path file = description_file(layout, stage);
  const auto text = read_file(file);
  if (!text) complain(file, " is missing");
  Toolkit toolkit;
  try {
    toolkit = parse(file, *text, stage);
  } catch (const Json::parse_error& error) {
    complain(file, fmt::format(" is damaged: {}", where_json_stops(*text, error.byte)));
  } catch (const Json::exception&) {
    complain(file, " is damaged: something is missing from it or is of the wrong kind");
  }
  Fingerprint fingerprint;
  fingerprint.add(*text);
  std::vector<fs::path> parts = files_among(toolkit.compile);
  const std::vector<fs::path> linked = files_among(toolkit.link);
  parts.insert(parts.end(), linked.begin(), linked.end());
  parts.emplace_back(toolkit.compiler);
  for (const fs::path& part : parts) {
    if (!fingerprint.add_stamp(part)) complain(part, " is missing");
  }
  toolkit.fingerprint = fingerprint.text();
  return toolkit;
}

}  // namespace runner
