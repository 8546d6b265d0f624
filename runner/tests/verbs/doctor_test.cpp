#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "../test_repository.h"
#include "contains.h"
#include "verbs/doctor/check.h"

namespace runner {
namespace {

using Health = Check::Health;

// A machine as its /proc and /etc would tell of it.
class Machine {
 public:
  Machine() {
    folder_.write("proc/version", "Linux version 6.1.0");
    folder_.write("etc/os-release", "NAME=x\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n");
    folder_.write("proc/sys/vm/mmap_rnd_bits", "28\n");
    folder_.write("proc/sys/kernel/yama/ptrace_scope", "1\n");
    folder_.write("proc/meminfo", "MemTotal: 9 kB\nMemAvailable:    8000000 kB\n");
    folder_.write("proc/self/status", "Name: x\nSeccomp:\t0\n");
  }
  void write(const std::string& file, const std::string& content) { folder_.write(file, content); }

  Check check(const std::string& name) {
    for (const Check& found : check_machine(folder_.path())) {
      if (found.name == name) return found;
    }
    return {};
  }

 private:
  ScratchFolder folder_;
};

TEST(Doctor, finds_nothing_wrong_with_a_sound_machine) {
  Machine machine;
  for (const char* name : {"system", "address space", "ptrace", "container", "memory"}) {
    const Check check = machine.check(name);
    EXPECT_EQ(check.name, name);
    EXPECT_EQ(check.health, Health::good) << name << check.meaning;
    EXPECT_TRUE(check.fix.empty());
  }
  EXPECT_EQ(machine.check("system").found, "Debian GNU/Linux 12");
}

TEST(Doctor, knows_that_musl_has_no_thread_sanitizer) {
  Machine machine;
  machine.write("etc/alpine-release", "3.20");
  EXPECT_EQ(machine.check("system").health, Health::bad);
  EXPECT_TRUE(contains(machine.check("system").meaning, "musl"));
}

TEST(Doctor, knows_wsl2) {
  Machine machine;
  machine.write("proc/version", "Linux version 5.15 (Microsoft@Microsoft.com) WSL2");
  EXPECT_EQ(machine.check("system").health, Health::note);
  EXPECT_TRUE(contains(machine.check("system").meaning, "/mnt"));
}

TEST(Doctor, explains_strong_address_randomisation) {
  Machine machine;
  machine.write("proc/sys/vm/mmap_rnd_bits", "32\n");
  const Check check = machine.check("address space");
  EXPECT_TRUE(contains(check.found, "32"));
  // Either it can be turned off for graded programs, or the fix is told.
  EXPECT_TRUE(contains(check.found, "turned off") || contains(check.fix, "mmap_rnd_bits=28"));
}

TEST(Doctor, explains_forbidden_tracing) {
  Machine machine;
  machine.write("proc/sys/kernel/yama/ptrace_scope", "2\n");
  EXPECT_EQ(machine.check("ptrace").health, Health::note);
  EXPECT_TRUE(contains(machine.check("ptrace").fix, "ptrace_scope=1"));
}

TEST(Doctor, notices_containers_with_filters_and_little_memory) {
  Machine machine;
  machine.write(".dockerenv", "");
  machine.write("proc/self/status", "Seccomp:\t2\n");
  machine.write("proc/meminfo", "MemAvailable:     400000 kB\n");
  EXPECT_EQ(machine.check("container").health, Health::note);
  EXPECT_EQ(machine.check("memory").health, Health::note);
  EXPECT_TRUE(contains(machine.check("memory").found, "390 MB"));
}

TEST(Doctor, an_empty_proc_is_survived) {
  const ScratchFolder empty;
  EXPECT_EQ(check_machine(empty.path()).size(), 6U);
}

TEST(Doctor, missing_toolkits_are_bad_and_the_exit_code_says_so) {
  const TestRepository repository;
  const Ran ran = repository.run({"doctor", "--json"}, {{"KATA_TOOLKITS", "/nowhere"}});
  EXPECT_EQ(ran.exit_code, 2);
  const auto report = nlohmann::json::parse(ran.out);
  EXPECT_EQ(report["good"], false);
  bool told = false;
  for (const auto& check : report["checks"]) {
    if (check["name"] != "toolkit tsan") continue;
    told = true;
    EXPECT_EQ(check["health"], "bad");
    EXPECT_FALSE(check["fix"].get<std::string>().empty());
  }
  EXPECT_TRUE(told);
  const Ran text = repository.run({"doctor"}, {{"KATA_TOOLKITS", "/nowhere"}});
  EXPECT_TRUE(contains(text.out, "✗ toolkit tsan")) << text.out;
  EXPECT_TRUE(contains(text.out, "Fix: "));
}

TEST(Doctor, a_place_that_cannot_be_written_is_bad) {
  const ScratchFolder folder;
  const auto file = folder.write("a-file", "where a folder should be");
  const Layout layout = Layout::of_repository(folder.path());
  for (const Check& check : check_places(layout, file / ".kata")) {
    EXPECT_EQ(check.health == Health::bad, check.name == "progress") << check.name << check.found;
  }
}

}  // namespace
}  // namespace runner
