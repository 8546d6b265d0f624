// Says whether a text is one JSON value (RFC 8259), for tests.
#pragma once

#include <cctype>
#include <string_view>

namespace explorer {

class JsonChecker {
 public:
  explicit JsonChecker(std::string_view text) : rest_(text) {}

  bool is_json() {
    const bool valid = value();
    spaces();
    return valid && rest_.empty();
  }

 private:
  void spaces() {
    while (!rest_.empty() && std::string_view(" \n\r\t").find(rest_[0]) != rest_.npos) {
      rest_.remove_prefix(1);
    }
  }
  bool take(std::string_view token) {
    if (rest_.substr(0, token.size()) != token) {
      return false;
    }
    rest_.remove_prefix(token.size());
    return true;
  }

  bool value() {
    spaces();
    if (take("{")) {
      return members('}', true);
    }
    if (take("[")) {
      return members(']', false);
    }
    return string() || take("true") || take("false") || take("null") || number();
  }

  bool members(char close, bool with_keys) {
    spaces();
    if (take(std::string_view(&close, 1))) {
      return true;
    }
    do {
      spaces();
      if (with_keys && !(string() && (spaces(), take(":")))) {
        return false;
      }
      if (!value()) {
        return false;
      }
      spaces();
    } while (take(","));
    return take(std::string_view(&close, 1));
  }

  bool string() {
    if (!take("\"")) {
      return false;
    }
    while (!rest_.empty() && rest_[0] != '"') {
      if (static_cast<unsigned char>(rest_[0]) < 0x20) {
        return false;
      }
      if (take("\\")) {
        if (rest_.empty() || std::string_view("\"\\/bfnrtu").find(rest_[0]) == rest_.npos) {
          return false;
        }
      }
      rest_.remove_prefix(1);
    }
    return take("\"");
  }

  bool number() {
    take("-");
    const std::size_t before = rest_.size();
    while (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_[0])) != 0) {
      rest_.remove_prefix(1);
    }
    return rest_.size() < before;
  }

  std::string_view rest_;
};

}  // namespace explorer
