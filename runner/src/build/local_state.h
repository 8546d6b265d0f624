// Whether a header keeps something that each source file which includes it has a copy of: a static
// or unnamed-namespace variable. Two parts of a grader would then disagree about it, although the
// header is right: only in one source file is it one thing.
//
// Thread-safety: pure functions of the file system.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

// The variables with internal linkage in an object file, by the last part of their names as they
// are written in the source: what can be written to, if only once. Compilers' own are left out.
// Nothing for what is no ELF file of 64 bits.
[[nodiscard]] std::vector<std::string> local_variables(const std::filesystem::path& object_file);

// Whether one of them is the header's. What the grader alone speaks of is the grader's.
[[nodiscard]] bool keeps_local_state(const std::filesystem::path& object_file,
                                     std::string_view header, std::string_view grader);

}  // namespace runner
