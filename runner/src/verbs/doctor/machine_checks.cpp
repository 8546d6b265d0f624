#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <thread>

#include "system/files.h"
#include "system/text.h"
#include "verbs/doctor/check.h"

namespace runner {

namespace {

namespace fs = std::filesystem;
using Health = Check::Health;

// Files in /proc say they are empty; read_file() reads them all the same.
std::optional<std::string> read_trimmed(const fs::path& file) {
  const std::optional<std::string> content = read_file(file);
  if (!content) return std::nullopt;
  return std::string(trim(*content));
}

std::optional<long> read_number(const fs::path& file) {
  const std::optional<std::string> text = read_trimmed(file);
  if (!text || text->empty()) return std::nullopt;
  return std::strtol(text->c_str(), nullptr, 10);
}

Check system_kind(const fs::path& root) {
  Check check{.name = "system"};
  const std::string version = read_trimmed(root / "proc/version").value_or("");
  const std::string release = read_file(root / "etc/os-release").value_or("");
  check.found = "Linux";
  for (const std::string& line : split_lines(release)) {
    if (!line.starts_with("PRETTY_NAME=")) continue;
    check.found = line.substr(12);
    std::erase(check.found, '"');
  }
  std::error_code error;
  const bool alpine = fs::exists(root / "etc/alpine-release", error);
  if (alpine) {
    check.health = Health::bad;
    check.meaning = "Alpine's C library is musl, for which ThreadSanitizer is not made.";
    check.fix = "Use Debian 12 or later, or Ubuntu 24.04 or later, in a container or otherwise.";
  } else if (version.find("icrosoft") != std::string::npos) {
    check.health = Health::note;
    check.found += " on WSL2";
    check.meaning =
        "Folders below /mnt are Windows drives: slow, and they tell nobody of changes; `watch` "
        "looks for itself there.";
    check.fix = "Keep the clone in the Linux file system, in your home folder say.";
  }
  return check;
}

// Older TSan runtimes cannot live with more than 28 random bits in addresses.
bool addresses_can_be_fixed() {
  const pid_t child = ::fork();
  if (child < 0) return false;
  if (child == 0) ::_exit(::personality(ADDR_NO_RANDOMIZE) == -1 ? 1 : 0);
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Check address_randomisation(const fs::path& root) {
  Check check{.name = "address space"};
  constexpr long kTolerated = 28;
  const std::optional<long> bits = read_number(root / "proc/sys/vm/mmap_rnd_bits");
  check.found = bits ? "vm.mmap_rnd_bits = " + std::to_string(*bits) : "vm.mmap_rnd_bits unknown";
  if (!bits || *bits <= kTolerated) return check;
  if (addresses_can_be_fixed()) {
    check.found += "; turned off for graded programs";
    return check;
  }
  check.health = Health::note;
  check.meaning =
      "ThreadSanitizer before Clang 18 may stop with \"unexpected memory mapping\", and this "
      "container does not allow turning address randomisation off for a program.";
  check.fix = "On the host: sudo sysctl vm.mmap_rnd_bits=28";
  return check;
}

Check tracing(const fs::path& root) {
  Check check{.name = "ptrace"};
  const std::optional<long> scope = read_number(root / "proc/sys/kernel/yama/ptrace_scope");
  check.found = scope ? "kernel.yama.ptrace_scope = " + std::to_string(*scope) : "no restriction";
  if (scope.value_or(0) >= 2) {
    check.health = Health::note;
    check.meaning = "A hang is still found, but not where each thread stands.";
    check.fix = "sudo sysctl kernel.yama.ptrace_scope=1";
  }
  return check;
}

Check container(const fs::path& root) {
  Check check{.name = "container", .found = "none noticed"};
  std::error_code error;
  const bool docker = fs::exists(root / ".dockerenv", error);
  const bool podman = fs::exists(root / "run/.containerenv", error);
  std::string seccomp;
  for (const std::string& line : split_lines(read_file(root / "proc/self/status").value_or(""))) {
    if (line.starts_with("Seccomp:")) seccomp = std::string(trim(line.substr(8)));
  }
  if (docker || podman) check.found = docker ? "Docker" : "Podman";
  if (seccomp == "2") check.found += ", system calls are filtered";
  if ((docker || podman) && seccomp == "2") {
    check.health = Health::note;
    check.meaning = "If hangs come without stacks, the filter forbids looking at other processes.";
    check.fix = "Start the container with --cap-add=SYS_PTRACE --security-opt seccomp=unconfined";
  }
  return check;
}

Check processors() {
  const unsigned count = std::thread::hardware_concurrency();
  Check check{.name = "processors", .found = std::to_string(count)};
  if (count == 1) {
    check.health = Health::note;
    check.meaning = "Verdicts are as right as elsewhere, but fewer interleavings occur by chance.";
    check.fix = "Grade again with another --seed now and then.";
  }
  return check;
}

Check memory(const fs::path& root) {
  Check check{.name = "memory", .found = "unknown"};
  constexpr long kEnoughMegabytes = 1500;
  for (const std::string& line : split_lines(read_file(root / "proc/meminfo").value_or(""))) {
    if (!line.starts_with("MemAvailable:")) continue;
    const long megabytes = std::strtol(line.c_str() + 13, nullptr, 10) / 1024;
    check.found = std::to_string(megabytes) + " MB available";
    if (megabytes < kEnoughMegabytes) {
      check.health = Health::note;
      check.meaning = "Compiling a grader takes about 500 MB, a graded program up to 1 GB.";
      check.fix = "Close something large, or give the container more memory.";
    }
  }
  return check;
}

}  // namespace

std::vector<Check> check_machine(const fs::path& root) {
  return {system_kind(root), address_randomisation(root),
          tracing(root),     container(root),
          processors(),      memory(root)};
}

}  // namespace runner
