#include "driver/forked/report_codec.h"

#include <cstring>
#include <type_traits>

namespace explorer {
namespace {

// One description of the fields serves both directions.
class Writer {
 public:
  template <typename T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void field(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void field(const std::string& text) {
    field(text.size());
    bytes_ += text;
  }
  template <typename T>
  void list(const std::vector<T>& values) {
    field(values.size());
    for (const T& value : values) fields(*this, value);
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void field(T& value) {
    if (!has(sizeof value)) return;
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
  }
  void field(std::string& text) {
    std::size_t size = 0;
    field(size);
    if (!has(size)) return;
    text.assign(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
  }
  template <typename T>
  void list(std::vector<T>& values) {
    std::size_t size = 0;
    field(size);
    for (std::size_t i = 0; i < size && complete_; ++i) fields(*this, values.emplace_back());
  }
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  bool has(std::size_t size) {
    complete_ = complete_ && bytes_.size() >= size;
    return complete_;
  }

  std::string_view bytes_;
  bool complete_ = true;
};

template <typename T>
concept Text = std::is_same_v<std::remove_const_t<T>, std::string>;
template <typename T>
concept Location = std::is_same_v<std::remove_const_t<T>, SourceLocation>;
template <typename T>
concept Step = std::is_same_v<std::remove_const_t<T>, StoryStep>;
template <typename T>
concept Lane = std::is_same_v<std::remove_const_t<T>, StoryLane>;
template <typename T>
concept Found = std::is_same_v<std::remove_const_t<T>, Finding>;

void fields(auto& archive, Text auto& text) { archive.field(text); }
// The bindings name every field, so that a new one is not forgotten: it does not compile.
void fields(auto& archive, Location auto& location) {
  auto& [function, file, line] = location;
  archive.field(function);
  archive.field(file);
  archive.field(line);
}
void fields(auto& archive, Step auto& told) {
  auto& [step, thread, action, note, where, virtual_nanoseconds, decisive, peer] = told;
  archive.field(step);
  archive.field(thread);
  archive.field(action);
  archive.field(note);
  fields(archive, where);
  archive.field(virtual_nanoseconds);
  archive.field(decisive);
  archive.field(peer);
}
void fields(auto& archive, Lane auto& lane) {
  auto& [thread, name, final_state] = lane;
  archive.field(thread);
  archive.field(name);
  archive.field(final_state);
}
void fields(auto& archive, Found auto& finding) {
  auto& [kind, summary, details, stack] = finding;
  archive.field(kind);
  archive.field(summary);
  archive.list(details);
  archive.list(stack);
}

}  // namespace

std::string encode_telling(const Report& report) {
  Writer writer;
  fields(writer, report.finding);
  writer.list(report.story.lanes);
  writer.list(report.story.steps);
  return writer.take();
}

bool decode_telling(std::string_view bytes, Report& report) {
  Reader reader(bytes);
  report.finding = {};
  report.story = {};
  fields(reader, report.finding);
  reader.list(report.story.lanes);
  reader.list(report.story.steps);
  report.story.finding = report.finding;
  report.story.token = report.token;
  return reader.complete();
}

}  // namespace explorer
