#include "stages/places/thread_stacks.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "process/procfs.h"
#include "process/run.h"
#include "system/text.h"

namespace runner {

namespace {

template <typename Number>
Number number_at(std::string_view text, int base = 10) {
  Number value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, base);
  return value;
}

// "#3  0x000055d0a1 function(int)"
void take_frame(std::string_view line, const LoadedAt& program, ThreadStack& stack) {
  const auto prefix = line.find("0x");
  if (prefix == std::string_view::npos) return;
  const std::string_view rest = line.substr(prefix + 2);
  const auto space = std::min(rest.find(' '), rest.size());
  // The innermost frame stands at its instruction, the others behind a call.
  const auto pc =
      number_at<std::uint64_t>(rest.substr(0, space), 16) - (stack.frames.empty() ? 0 : 1);
  const bool own = pc >= program.begin && pc < program.end;
  stack.addresses.push_back(own ? pc - program.bias : 0);
  Frame frame;
  frame.function = trim(rest.substr(space));
  stack.frames.push_back(std::move(frame));
}

// From /proc/<pid>/maps: "55d0-55e0 r-xp 00001000 fe:00 123 /path".
LoadedAt loaded_at(pid_t process) {
  const std::string base = "/proc/" + std::to_string(process);
  std::error_code failed;
  const std::string program = std::filesystem::read_symlink(base + "/exe", failed).string();
  LoadedAt found;
  if (failed) return found;
  for (const std::string& line : split_lines(read_small_file(base + "/maps"))) {
    if (!line.ends_with(program)) continue;
    const auto dash = line.find('-');
    if (found.end == 0) found.begin = number_at<std::uint64_t>(line, 16);
    found.end = number_at<std::uint64_t>(std::string_view(line).substr(dash + 1), 16);
  }
  // Programs that can lie anywhere say so in their header (ET_DYN, 3); others lie where they must.
  constexpr std::size_t kTypeOffset = 16;
  char type[kTypeOffset + 1] = {};
  std::ifstream(base + "/exe", std::ios::binary).read(type, sizeof type);
  if (type[kTypeOffset] == 3) found.bias = found.begin;
  return found;
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

std::vector<ThreadStack> parse_stacks(std::string_view output, const LoadedAt& program) {
  std::vector<ThreadStack> stacks;
  for (const std::string& line : split_lines(output)) {
    if (line.starts_with("TID ")) {
      stacks.emplace_back();
      stacks.back().thread = number_at<pid_t>(std::string_view(line).substr(4));
    } else if (line.starts_with("#") && !stacks.empty()) {
      take_frame(line, program, stacks.back());
    }
  }
  return stacks;
}

void resolve(std::vector<ThreadStack>& stacks, const Symbols& symbols) {
  for (ThreadStack& stack : stacks) {
    std::vector<Frame> resolved;
    for (std::size_t i = 0; i < stack.frames.size(); ++i) {
      const auto known = symbols.find(stack.addresses[i]);
      if (stack.addresses[i] != 0 && known != symbols.end()) {
        resolved.insert(resolved.end(), known->second.begin(), known->second.end());
      } else {
        resolved.push_back(stack.frames[i]);
      }
    }
    stack.frames = std::move(resolved);
    stack.addresses.assign(stack.frames.size(), 0);
  }
}

std::vector<ThreadStack> stacks_of(pid_t process, const std::function<bool(pid_t)>& ignored) {
  const LoadedAt program = loaded_at(process);
  Command command;
  command.argv = {stack_tool(), "-p", std::to_string(process), "-n", "64"};
  if (command.argv.front().empty()) return {};
  command.directory = "/";
  // An empty list of servers: debug information is not fetched from anywhere.
  command.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "DEBUGINFOD_URLS="};
  Limits limits;
  limits.cpu = std::chrono::seconds(20);
  limits.wall = std::chrono::seconds(20);
  limits.memory_bytes = 2ULL << 30;
  std::vector<ThreadStack> stacks = parse_stacks(run(command, limits).output, program);
  std::erase_if(stacks, [&](const ThreadStack& stack) { return ignored(stack.thread); });
  std::ranges::sort(stacks, {}, &ThreadStack::thread);
  int number = 0;
  for (ThreadStack& stack : stacks) {
    stack.name = name_of(process, stack.thread, stack.thread == process ? 0 : ++number);
  }
  return stacks;
}

}  // namespace runner
