// Comparison with a text kept in golden/. Set KATA_UPDATE_GOLDEN=1 to write the files anew, and
// look at the difference before committing it.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "system/files.h"

namespace runner {

inline void expect_golden(const std::string& name, const std::string& text) {
  const auto file = std::filesystem::path(KATA_TEST_SOURCES) / "golden" / (name + ".txt");
  if (std::getenv("KATA_UPDATE_GOLDEN") != nullptr) write_file(file, text);
  EXPECT_EQ(text, read_file(file).value_or("(there is no " + file.filename().string() + ")"))
      << "KATA_UPDATE_GOLDEN=1 writes it anew.";
}

}  // namespace runner
