#include "build/source_text.h"

#include <fmt/format.h>

#include <system_error>

#include "build/header_rules.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"

namespace runner {

namespace fs = std::filesystem;

namespace {

void require_file(const fs::path& file, const char* what) {
  std::error_code failed;
  if (!fs::exists(file, failed)) {
    throw UserError(fmt::format("There is no {} at {}.", what, shown_path(file)));
  }
  if (!fs::is_regular_file(file, failed)) {
    throw UserError(
        fmt::format("{} is not a file; a {} is expected there.", shown_path(file), what));
  }
}

[[noreturn]] void cannot_read(const fs::path& file, const char* what) {
  throw UserError(fmt::format("The {} {} cannot be read.", what, shown_path(file)));
}

}  // namespace

std::optional<std::string> header_text(const fs::path& file) {
  require_file(file, "header");
  std::error_code failed;
  if (auto text = read_file(file, kLargestHeader)) return text;
  if (fs::file_size(file, failed) > kLargestHeader && !failed) return std::nullopt;
  cannot_read(file, "header");
}

std::string grader_text(const fs::path& file) {
  require_file(file, "grader");
  if (auto text = read_file(file)) return *text;
  cannot_read(file, "grader");
}

}  // namespace runner
