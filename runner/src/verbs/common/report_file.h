// Files that a user asks a report to be written to.
#pragma once

#include <string>

namespace runner {

// Throws UserError when the folder that `file` is to be in does not exist: better told before an
// hour of grading than after. An empty name means no report.
void require_folder_for(const std::string& file);

// Replaces `file` as a whole, or writes to it when it is a device or a pipe, /dev/stdout say.
// Throws UserError when it cannot be written.
void write_report(const std::string& file, const std::string& content);

}  // namespace runner
