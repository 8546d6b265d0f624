#include "report/render/paragraph.h"

#include "report/render/utf8.h"

namespace explorer {
namespace {

// The beginning of a word that is too long, up to its last "::" unless that is far from the end.
std::string_view first_part(std::string_view word, std::size_t width) {
  const std::string_view part = first_columns(word, width);
  const auto scope = part.rfind("::");
  return scope != std::string_view::npos && scope + 2 > part.size() / 3 ? part.substr(0, scope + 2)
                                                                        : part;
}

class Wrapper {
 public:
  Wrapper(std::size_t width, std::size_t hanging) : width_(width), hanging_(hanging) {}

  void add(std::string_view word) {
    const std::size_t separator = fresh_ ? 0 : 1;
    if (!fresh_ && columns(line_) + separator + columns(word) > width_) {
      next_line();
    }
    while (columns(line_) + columns(word) > width_) {
      const std::string_view part = first_part(word, width_ - columns(line_));
      line_ += part;
      word.remove_prefix(part.size());
      next_line();
    }
    line_ += fresh_ ? "" : " ";
    line_ += word;
    fresh_ = false;
  }

  std::vector<std::string> take() {
    if (!fresh_ || lines_.empty()) {
      lines_.push_back(line_);
    }
    return lines_;
  }

 private:
  void next_line() {
    lines_.push_back(line_);
    line_.assign(hanging_, ' ');
    fresh_ = true;
  }

  std::size_t width_;
  std::size_t hanging_;
  std::vector<std::string> lines_;
  std::string line_;
  bool fresh_ = true;  // Nothing but indentation in `line_`.
};

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t hanging) {
  const std::string line = one_line(text);
  Wrapper wrapper(width, hanging);
  std::string_view rest = line;
  while (!rest.empty()) {
    const auto space = rest.find(' ');
    const std::string_view word = rest.substr(0, space);
    if (!word.empty()) {
      wrapper.add(word);
    }
    rest = space == std::string_view::npos ? std::string_view() : rest.substr(space + 1);
  }
  return wrapper.take();
}

std::string padded(std::string_view text, std::size_t width) {
  const std::string line = one_line(text);
  const std::size_t length = columns(line);
  if (length <= width) {
    return line + std::string(width - length, ' ');
  }
  if (width <= 2) {
    return std::string(first_columns(line, width));
  }
  return std::string(first_columns(line, width - 2)) + "..";
}

}  // namespace explorer
