// What became of mutants, kept on disk so that an interrupted run goes on where it stopped.
//
// The file is replaced as a whole while a lock is held: runs at the same time lose nothing. One
// that cannot be understood is set aside as <name>.damaged and begun anew.
//
// Thread-safety: members may be called from any thread and any number of processes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace runner {

enum class Fate : std::uint8_t {
  killed,
  survived,
  not_compiled,  // No mutant at all.
  ungraded,      // It could not be graded; `words` say why.
  pending,       // Not asked yet.
};

struct MutantResult {
  std::string key;  // Of all that decides it: mutant, grader, tools.
  Fate fate = Fate::pending;
  std::string stage;      // That killed it, by name.
  std::string behaviour;  // That it failed.
  std::string finding;
  std::string words;  // The first line of why.
  std::int64_t milliseconds = 0;
};

[[nodiscard]] const char* name(Fate fate);

class MutationResults {
 public:
  using Warn = std::function<void(const std::string&)>;

  // `file` need not exist. Reads it.
  MutationResults(std::filesystem::path file, Warn warn);

  // What is known of a mutant, if it was found out under the same key.
  [[nodiscard]] std::optional<MutantResult> find(const std::string& id,
                                                 const std::string& key) const;
  // Keeps a result in memory and on disk; a disk that refuses is told of once and else ignored.
  void keep(const std::string& id, const MutantResult& result);

 private:
  using Results = std::map<std::string, MutantResult>;

  [[nodiscard]] Results read() const;
  void complain(const std::string& what);

  const std::filesystem::path file_;
  const Warn warn_;
  mutable std::mutex mutex_;
  Results results_;
  bool complained_ = false;
};

}  // namespace runner
