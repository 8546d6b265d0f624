#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>

#include "report/symbols/modules.h"
#include "report/symbols/readable_name.h"
#include "report/symbols/symbolizer_process.h"
#include "report/symbols/symbols.h"

namespace explorer {
namespace {

std::string hexadecimal(std::uintptr_t number) {
  char text[2 + 16 + 1];
  std::snprintf(text, sizeof text, "0x%zx", static_cast<std::size_t>(number));
  return text;
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

constexpr std::string_view kLambda = "lambda in ";

bool is_system_library(const ModuleAddress& place) {
  return !place.executable &&
         (place.path.substr(0, 5) == "/usr/" || place.path.substr(0, 4) == "/lib");
}

// "dir/file.cpp:12:7" -> file and line; "??" stands for unknown.
SourceLocation parse_place(const std::string& text) {
  SourceLocation place;
  const auto column = text.rfind(':');
  const auto line = column == std::string::npos ? column : text.rfind(':', column - 1);
  if (line == std::string::npos || line == 0 || text.substr(0, line) == "??") {
    return place;
  }
  place.file = text.substr(0, line);
  for (auto at = line + 1; at < column; ++at) {
    place.line = place.line * 10 + (text[at] - '0');
  }
  return place;
}

class ProcessSymbols final : public Symbols {
 public:
  const std::vector<Frame>& frames(std::uintptr_t return_address) override {
    const auto known = cache_.find(return_address);
    if (known != cache_.end()) {
      return known->second;
    }
    return cache_.emplace(return_address, look_up(return_address)).first->second;
  }

  std::string variable(std::uintptr_t address) override {
    const ModuleAddress place = locate(address);
    if (place.path.empty()) {
      return {};
    }
    // The second line of the answer: where the variable begins and how long it is, in decimal.
    const std::vector<std::string> answer = ask("DATA", place);
    if (answer.size() < 2 || answer[0] == "??") {
      return {};
    }
    const std::uintptr_t begin = std::strtoull(answer[1].c_str(), nullptr, 10);
    std::string name = readable_name(answer[0]);
    if (name.substr(0, kLambda.size()) == kLambda) {
      name.erase(0, name.rfind("::") + 2);  // A static of a lambda: its own name is enough.
    }
    if (begin != 0 && begin < place.offset) {
      name += "+" + std::to_string(place.offset - begin);
    }
    return name;
  }

  std::string limitation() const override { return limitation_; }

 private:
  std::vector<std::string> ask(const char* what, const ModuleAddress& place) {
    if (!started_) {
      started_ = true;
      const std::string program = SymbolizerProcess::find();
      if (program.empty()) {
        limitation_ =
            "no symbolizer was found, so files and lines are missing: install llvm-symbolizer or "
            "set EXPLORER_SYMBOLIZER";
      } else if (!process_.start(program)) {
        limitation_ = "the symbolizer " + program + " could not be started";
      }
    }
    if (!process_.running()) {
      return {};
    }
    std::vector<std::string> answer =
        process_.ask(std::string(what) + " \"" + place.path + "\" " + hexadecimal(place.offset));
    if (answer.empty()) {
      limitation_ = "the symbolizer stopped answering, so some files and lines are missing";
    }
    return answer;
  }

  std::vector<Frame> look_up(std::uintptr_t return_address) {
    // The call is the instruction before the one it returns to.
    const ModuleAddress place = locate(return_address - 1);
    std::vector<Frame> frames;
    if (!place.path.empty()) {
      const std::vector<std::string> answer = ask("CODE", place);
      for (std::size_t i = 0; i + 1 < answer.size(); i += 2) {
        if (answer[i] != "??") {
          frames.push_back(make_frame(answer[i], parse_place(answer[i + 1]), place));
        }
      }
    }
    if (frames.empty()) {
      frames.push_back(fallback(return_address, place));
    }
    return frames;
  }

  static Frame make_frame(const std::string& name, SourceLocation where,
                          const ModuleAddress& place) {
    Frame frame;
    // A system library's debug information names its files relative to where it was built.
    frame.library = where.file.empty() ? is_library_function(name) || !place.executable
                                       : is_library_file(where.file) || is_system_library(place);
    frame.where = std::move(where);
    frame.where.function = readable_name(name);
    return frame;
  }

  static Frame fallback(std::uintptr_t return_address, const ModuleAddress& place) {
    const std::string symbol = exported_symbol(return_address - 1);
    if (!symbol.empty()) {
      return make_frame(symbol, {}, place);
    }
    Frame frame;
    frame.library = !place.executable;
    frame.where.function = place.path.empty()
                               ? hexadecimal(return_address)
                               : base_name(place.path) + "+" + hexadecimal(place.offset + 1);
    return frame;
  }

  bool started_ = false;
  SymbolizerProcess process_;
  std::string limitation_;
  std::map<std::uintptr_t, std::vector<Frame>> cache_;
};

}  // namespace

std::unique_ptr<Symbols> process_symbols() { return std::make_unique<ProcessSymbols>(); }

}  // namespace explorer
