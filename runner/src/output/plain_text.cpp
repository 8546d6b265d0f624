#include "output/plain_text.h"

#include "system/text.h"
#include "system/utf8.h"

namespace runner {

namespace {

void append_line(std::string& text, const std::string& line) {
  if (!text.empty() && text.back() != '\n') text += '\n';
  text += line;
}

}  // namespace

std::string plain_place(const Place& place) {
  std::string text = place.function;
  if (place.file.empty()) return text;
  if (!text.empty()) text += ' ';
  return text + place.file.filename().string() + ":" + std::to_string(place.line);
}

std::string plain_details(const BehaviourResult& result) {
  std::string text(trim(result.message));
  for (const ThreadView& view : result.threads) {
    append_line(text, view.thread + (view.doing.empty() ? "" : " " + view.doing));
    for (const Place& place : view.places) append_line(text, "  " + plain_place(place));
  }
  if (!result.note.empty()) append_line(text, result.note);
  if (!result.story.empty()) append_line(text, "\n" + result.story);
  if (!result.token.empty()) append_line(text, "replay: " + result.token);
  return printable(text);
}

std::string plain_compile_error(const CompileError& error) {
  std::string text = error.file.filename().string();
  if (error.line > 0) text += ":" + std::to_string(error.line);
  if (error.column > 0) text += ":" + std::to_string(error.column);
  if (!text.empty()) text += ": ";
  text += "error: " + error.message;
  for (const std::string& line : error.context) append_line(text, line);
  if (error.further_errors > 0) {
    append_line(text, "(and " + std::to_string(error.further_errors) +
                          (error.further_errors == 1 ? " further error)" : " further errors)"));
  }
  return printable(text);
}

std::string plain_reason(const Verdict& verdict) {
  std::string text = printable(verdict.summary);
  for (const CompileError& error : verdict.compile_errors) {
    append_line(text, plain_compile_error(error));
  }
  return text;
}

std::string capped_output(const std::string& output, std::size_t most,
                          const std::string& cut_note) {
  std::string text = printable(output);
  if (text.size() <= most) return text;
  std::string_view rest = text;
  std::string kept;
  const std::size_t room = most > cut_note.size() ? most - cut_note.size() : 0;
  while (!rest.empty()) {
    const CodePoint point = first_code_point(rest);
    if (kept.size() + point.length > room) break;
    kept += rest.substr(0, point.length);
    rest.remove_prefix(point.length);
  }
  return kept + cut_note;
}

}  // namespace runner
