// What the bodies and recoveries of these tests do with files.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>

namespace explorer {

inline void require(bool truth, const char* message) {
  if (!truth) {
    throw std::runtime_error(message);
  }
}

inline std::string content_of(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline int create(const char* path) { return open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600); }

inline void put(int file, const std::string& text) {
  require(write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()), "write");
}

inline void save_in_place(const std::string& text) {
  const int file = create("settings");
  put(file, text);
  close(file);
}

inline void save_by_rename(const std::string& text) {
  const int file = create("settings.new");
  put(file, text);
  fsync(file);
  close(file);
  rename("settings.new", "settings");
}

inline void old_or_new() {
  const std::string text = content_of("settings");
  require(text == "old settings" || text == "new settings", "the settings are lost");
}

inline void nothing() {}

}  // namespace explorer
