#include "program.h"

#include <array>
#include <random>

namespace explorer::fuzz {
namespace {

using Code = Instruction::Code;

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Program run(unsigned threads, unsigned max_instructions) {
    Program program(threads);
    for (unsigned t = 0; t < threads; ++t) {
      const unsigned length = 1 + below(max_instructions);
      for (unsigned i = 0; i < length; ++i) program[t].push_back(any(t));
    }
    serve_waiters(program);
    return program;
  }

 private:
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }

  Instruction any(unsigned thread) {
    constexpr std::array kCodes = {
        Code::load,       Code::store,          Code::add,        Code::compare_exchange,
        Code::locked_add, Code::try_locked_add, Code::await_flag, Code::acquire};
    Instruction instruction{kCodes[below(kCodes.size())], below(kPlaces), 1 + below(2)};
    // Only the last threads wait: the first has to serve them and must not wait itself.
    const bool waits = instruction.code == Code::await_flag || instruction.code == Code::acquire;
    if (waits && thread == 0) instruction.code = Code::locked_add;
    return instruction;
  }

  // Everything that is waited for is done by the first thread, somewhere.
  void serve_waiters(Program& program) {
    std::array<bool, kPlaces> flags{};
    for (std::size_t t = 1; t < program.size(); ++t) {
      for (const Instruction& waiting : program[t]) {
        if (waiting.code == Code::acquire) insert(program[0], {Code::post, waiting.place, 0});
        if (waiting.code == Code::await_flag && !flags[waiting.place]) {
          flags[waiting.place] = true;
          insert(program[0], {Code::raise_flag, waiting.place, 0});
        }
      }
    }
  }
  void insert(ThreadCode& code, Instruction instruction) {
    const auto place = static_cast<std::ptrdiff_t>(below(static_cast<unsigned>(code.size()) + 1));
    code.insert(code.begin() + place, instruction);
  }

  std::mt19937_64 random_;
};

const char* text(Code code) {
  constexpr std::array kTexts = {"load",       "store",          "add",        "compare_exchange",
                                 "locked_add", "try_locked_add", "raise_flag", "await_flag",
                                 "post",       "acquire"};
  return kTexts[static_cast<std::size_t>(code)];
}

}  // namespace

Program random_program(std::uint64_t seed, unsigned threads, unsigned max_instructions) {
  return Generator(seed).run(threads, max_instructions);
}

std::string to_string(const Program& program) {
  std::string all;
  for (std::size_t t = 0; t < program.size(); ++t) {
    all += "T" + std::to_string(t + 1) + ':';
    for (const Instruction& instruction : program[t]) {
      all += std::string(" ") + text(instruction.code) + '(' + std::to_string(instruction.place) +
             ',' + std::to_string(instruction.value) + ");";
    }
    all += '\n';
  }
  return all;
}

}  // namespace explorer::fuzz
