// Fingerprints of what was measured: figures are out of date when they differ.
//
// Neither comments' layout nor the rest of a grader take part: what is asked of a wrong solution is
// its own text and the behaviour that it names.
//
// Pure functions of the file system.
#pragma once

#include <string>
#include <string_view>

#include "authoring/proof.h"
#include "catalog/catalog.h"

namespace runner {

// Of a wrong solution: its header and the behaviour it names. Of a right one: its header and the
// whole grader.
[[nodiscard]] std::string graded_key(const Layout& layout, const Claim& claim);

// Of the header and the kata's plain test.
[[nodiscard]] std::string compared_key(const Layout& layout, const Claim& claim);

// From BEHAVIOUR(..., name, ...) up to the next one; empty when there is none of that name.
[[nodiscard]] std::string behaviour_text(std::string_view grader, std::string_view name);

// Without comments, and every run of white space as one blank.
[[nodiscard]] std::string essence(std::string_view source);

}  // namespace runner
