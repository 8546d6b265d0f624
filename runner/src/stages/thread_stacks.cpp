#include "stages/thread_stacks.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "process/procfs.h"
#include "process/run.h"
#include "system/text.h"

namespace runner {

namespace {

int number_at(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// "    /path/file.cpp:31:7" below a frame. Taken from the right: paths may have colons.
void take_place(std::string_view line, Frame& frame) {
  std::string_view text = trim(line);
  const auto last = text.rfind(':');
  if (last == std::string_view::npos) return;
  const int column = number_at(text.substr(last + 1));
  const auto before = text.substr(0, last).rfind(':');
  if (before == std::string_view::npos) {
    frame.file = text.substr(0, last);
    frame.line = column;
    return;
  }
  frame.file = text.substr(0, before);
  frame.line = number_at(text.substr(before + 1, last - before - 1));
  frame.column = column;
}

// "#3  0x0000555 function(int) - 1" and, for inlined ones, "#3  0x0000555 function [inlined]".
std::string function_in(std::string_view line) {
  const auto address = line.find("0x");
  if (address == std::string_view::npos) return {};
  const auto space = line.find(' ', address);
  if (space == std::string_view::npos) return {};
  std::string_view name = trim(line.substr(space));
  if (name.starts_with("- 1")) name = trim(name.substr(3));
  return std::string(name);
}

std::string name_of(pid_t process, pid_t thread, int number) {
  if (thread == process) return "main";
  const std::string base = "/proc/" + std::to_string(process) + "/task/";
  const std::string own(trim(read_small_file(base + std::to_string(thread) + "/comm")));
  const std::string common(trim(read_small_file(base + std::to_string(process) + "/comm")));
  // A thread inherits the program's name until somebody gives it one of its own.
  if (!own.empty() && own != common) return printable(valid_utf8(own));
  return "T" + std::to_string(number);
}

std::string stack_tool() {
  for (const char* path : {"/usr/bin/eu-stack", "/usr/local/bin/eu-stack"}) {
    std::error_code failed;
    if (std::filesystem::exists(path, failed)) return path;
  }
  return {};
}

}  // namespace

std::vector<ThreadStack> parse_stacks(std::string_view output) {
  std::vector<ThreadStack> stacks;
  for (const std::string& line : split_lines(output)) {
    if (line.starts_with("TID ")) {
      stacks.push_back(
          {.thread = number_at(std::string_view(line).substr(4)), .name = {}, .frames = {}});
    } else if (line.starts_with("#") && !stacks.empty()) {
      Frame frame;
      frame.function = function_in(line);
      stacks.back().frames.push_back(frame);
    } else if (line.starts_with(" ") && !stacks.empty() && !stacks.back().frames.empty()) {
      take_place(line, stacks.back().frames.back());
    }
  }
  return stacks;
}

std::vector<ThreadStack> stacks_of(pid_t process, const std::function<bool(pid_t)>& ignored) {
  Command command;
  command.argv = {stack_tool(), "-p", std::to_string(process), "-i", "-s", "-n", "64"};
  if (command.argv.front().empty()) return {};
  command.directory = "/";
  // An empty list of servers: debug information is not fetched from anywhere.
  command.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "DEBUGINFOD_URLS="};
  Limits limits;
  limits.cpu = std::chrono::seconds(20);
  limits.wall = std::chrono::seconds(20);
  limits.memory_bytes = 2ULL << 30;
  std::vector<ThreadStack> stacks = parse_stacks(run(command, limits).output);
  std::erase_if(stacks, [&](const ThreadStack& stack) { return ignored(stack.thread); });
  std::ranges::sort(stacks, {}, &ThreadStack::thread);
  int number = 0;
  for (ThreadStack& stack : stacks) {
    stack.name = name_of(process, stack.thread, stack.thread == process ? 0 : ++number);
  }
  return stacks;
}

}  // namespace runner
