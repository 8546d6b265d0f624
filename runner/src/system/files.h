// Whole files, read and replaced.
//
// Thread-safety: all functions may be called from any thread.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace runner {

// Nothing when it can't be read, is not a regular file, or is larger than `most` bytes.
[[nodiscard]] std::optional<std::string> read_file(const std::filesystem::path& path,
                                                   std::size_t most = 16U << 20);

// Replaces `path` as a whole: a temporary file beside it is written, synced and renamed over it, so
// a reader or a crash sees the old content or the new. Makes missing directories. A symbolic link
// is followed. Throws std::system_error.
void write_file(const std::filesystem::path& path, std::string_view content);

// "2026-11-29T15:07:22Z".
[[nodiscard]] std::string utc_now();
// The same moment for a file name: "20261129-150722".
[[nodiscard]] std::string file_name_time(std::string_view utc);

// `path` relative to the working directory when that is shorter and does not climb; for messages.
[[nodiscard]] std::string shown_path(const std::filesystem::path& path);

}  // namespace runner
