#include "verbs/common/report_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "system/files.h"
#include "user_error.h"

namespace runner {

namespace fs = std::filesystem;

void require_folder_for(const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  std::error_code failed;
  if (folder.empty() || fs::is_directory(folder, failed)) return;
  throw UserError(
      fmt::format("There is no folder {} to write {} to. Make it first, or name another file.",
                  folder.string(), fs::path(file).filename().string()));
}

void write_report(const std::string& file, const std::string& content) {
  try {
    std::error_code failed;
    if (fs::exists(file, failed) && !fs::is_regular_file(file, failed)) {
      std::ofstream stream(file);
      stream << content << std::flush;
      if (!stream) throw UserError(fmt::format("{} cannot be written.", file));
      return;
    }
    write_file(file, content);
  } catch (const std::system_error& error) {
    throw UserError(fmt::format("{} cannot be written: {}.", file, error.code().message()));
  }
}

}  // namespace runner
