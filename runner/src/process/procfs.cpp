#include "process/procfs.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <memory>

namespace runner {

namespace {

template <typename Number>
Number number(std::string_view text) {
  Number value{};
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return value;
  std::from_chars(text.data() + first, text.data() + text.size(), value);
  return value;
}

// The value behind "name:" in a file of lines such as /proc/<pid>/status.
std::uint64_t value_of(std::string_view text, std::string_view name) {
  const auto at = text.find(name);
  return at == std::string_view::npos ? 0 : number<std::uint64_t>(text.substr(at + name.size()));
}

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

std::vector<pid_t> numbered_entries(const std::string& path) {
  std::vector<pid_t> found;
  const std::unique_ptr<DIR, CloseDirectory> directory(opendir(path.c_str()));
  if (!directory) return found;
  while (const dirent* entry = readdir(directory.get())) {
    const auto value = number<pid_t>(entry->d_name);
    if (value > 0) found.push_back(value);
  }
  return found;
}

std::string proc(pid_t process, std::string_view rest) {
  return "/proc/" + std::to_string(process) + std::string(rest);
}

std::string task(pid_t process, pid_t thread, std::string_view rest) {
  return proc(process, "/task/" + std::to_string(thread) + std::string(rest));
}

}  // namespace

std::string read_small_file(const std::string& path) {
  std::string content;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return content;
  char buffer[4096];
  for (;;) {
    const ssize_t size = read(file, buffer, sizeof buffer);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    content.append(buffer, static_cast<std::size_t>(size));
  }
  close(file);
  return content;
}

std::vector<std::string_view> stat_fields(std::string_view stat) {
  std::vector<std::string_view> fields;
  const auto name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) return fields;
  std::size_t at = name_end + 1;
  while (at < stat.size()) {
    const auto first = stat.find_first_not_of(" \n", at);
    if (first == std::string_view::npos) break;
    auto end = stat.find_first_of(" \n", first);
    if (end == std::string_view::npos) end = stat.size();
    fields.push_back(stat.substr(first, end - first));
    at = end;
  }
  return fields;
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  for (const pid_t thread : numbered_entries(proc(process, "/task"))) {
    const std::string text = read_small_file(task(process, thread, "/children"));
    std::size_t at = 0;
    while (at < text.size()) {
      const auto end = std::min(text.find(' ', at), text.size());
      if (const auto pid = number<pid_t>(std::string_view(text).substr(at, end - at)); pid > 0) {
        children.push_back(pid);
      }
      at = end + 1;
    }
  }
  return children;
}

std::vector<pid_t> descendants_of(pid_t process, std::size_t limit) {
  std::vector<pid_t> found = children_of(process);
  for (std::size_t i = 0; i < found.size() && found.size() < limit; ++i) {
    const std::vector<pid_t> next = children_of(found[i]);
    found.insert(found.end(), next.begin(), next.end());
  }
  if (found.size() > limit) found.resize(limit);
  return found;
}

ProcessSample sample_process(pid_t process) {
  ProcessSample sample;
  const std::string stat = read_small_file(proc(process, "/stat"));
  const auto fields = stat_fields(stat);
  // Numbered from the state, which is field 3 in proc(5).
  constexpr std::size_t kUserTime = 11;
  constexpr std::size_t kThreads = 17;
  constexpr std::size_t kResidentPages = 21;
  if (fields.size() <= kResidentPages) return sample;
  std::int64_t ticks = 0;
  for (std::size_t i = 0; i < 4; ++i) ticks += number<std::int64_t>(fields[kUserTime + i]);
  sample.process = process;
  sample.cpu_milliseconds = ticks * 1000 / sysconf(_SC_CLK_TCK);
  sample.threads = number<int>(fields[kThreads]);
  sample.resident_bytes = number<std::uint64_t>(fields[kResidentPages]) *
                          static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return sample;
}

std::vector<ThreadSample> sample_threads(pid_t process) {
  std::vector<ThreadSample> samples;
  for (const pid_t thread : numbered_entries(proc(process, "/task"))) {
    const std::string status = read_small_file(task(process, thread, "/status"));
    const auto state = status.find("State:");
    if (state == std::string::npos) continue;
    const auto letter = status.find_first_not_of(" \t", state + 6);
    if (letter == std::string::npos) continue;
    const std::string schedstat = read_small_file(task(process, thread, "/schedstat"));
    const auto second = schedstat.find(' ');
    samples.push_back(
        {.thread = thread,
         .state = status[letter],
         .switches = value_of(status, "\nvoluntary_ctxt_switches:") +
                     value_of(status, "\nnonvoluntary_ctxt_switches:"),
         .waited_nanoseconds =
             second == std::string::npos
                 ? 0
                 : number<std::uint64_t>(std::string_view(schedstat).substr(second))});
  }
  return samples;
}

pid_t session_of(pid_t process) {
  const std::string stat = read_small_file(proc(process, "/stat"));
  const auto fields = stat_fields(stat);
  constexpr std::size_t kSession = 3;
  return fields.size() > kSession ? number<pid_t>(fields[kSession]) : 0;
}

}  // namespace runner
