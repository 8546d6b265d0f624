#include "build/grader_build.h"

#include <fmt/format.h>

#include <optional>
#include <system_error>

#include "build/diagnostics.h"
#include "build/executable_cache.h"
#include "build/fingerprint.h"
#include "build/macros/macro_check.h"
#include "build/macros/sanitizer_check.h"
#include "process/run.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestHeader = 4U << 20;
constexpr std::size_t kMostPreprocessed = 64U << 20;

// A header can make a compiler run for ever: templates, constexpr, #include of a device.
Limits compiler_limits() {
  Limits limits;
  limits.cpu = std::chrono::seconds(90);
  limits.wall = std::chrono::seconds(120);
  limits.memory_bytes = 3ULL << 30;
  limits.output_bytes = 4ULL << 20;
  limits.file_bytes = 1ULL << 30;
  return limits;
}

std::string content_of(const fs::path& file, const std::string& what) {
  std::error_code failed;
  if (!fs::exists(file, failed)) {
    throw UserError(fmt::format("There is no {} at {}.", what, shown_path(file)));
  }
  if (!fs::is_regular_file(file, failed)) {
    throw UserError(
        fmt::format("{} is not a file; a {} is expected there.", shown_path(file), what));
  }
  if (auto content = read_file(file, kLargestHeader)) return *content;
  throw UserError(fmt::format("The {} {} cannot be read (permissions, or larger than 4 MiB).", what,
                              shown_path(file)));
}

class Build {
 public:
  Build(const Toolkit& toolkit, const BuildRequest& request)
      : toolkit_(toolkit),
        request_(request),
        header_(content_of(request.header, "header")),
        grader_(content_of(request.grader, "grader")),
        object_(request.scratch / "grader.o"),
        program_(request.scratch / "grader") {}

  BuildResult result() {
    if (auto failure = look_for_sanitizer(header_, request_.header)) return *failure;
    const ExecutableCache cache(request_.cache);
    const std::string key = this->key();
    if (cache.fetch(key, program_)) return built(true);
    if (auto failure = compile()) return *failure;
    if (auto failure = look_at_macros()) return *failure;
    if (auto failure = link()) return *failure;
    // Saved again while it was compiled? Then this program is not that header's.
    if (read_file(request_.header) == header_) {
      const auto depfile = read_file(request_.scratch / "grader.d");
      cache.keep(key, files_in_depfile(depfile.value_or("")), program_);
    }
    return built(false);
  }

 private:
  [[nodiscard]] std::string key() const {
    Fingerprint fingerprint;
    fingerprint.add(toolkit_.fingerprint);
    // Paths are in the debug information.
    fingerprint.add(request_.header.string());
    fingerprint.add(request_.grader.string());
    fingerprint.add(header_);
    fingerprint.add(grader_);
    for (const std::string& library : request_.libraries) fingerprint.add(library);
    return fingerprint.text();
  }

  [[nodiscard]] BuildResult built(bool from_cache) const {
    BuildResult result;
    result.kind = BuildResult::Kind::built;
    result.executable = program_;
    result.from_cache = from_cache;
    return result;
  }

  static BuildResult failed(std::string problem) {
    BuildResult result;
    result.problem = std::move(problem);
    return result;
  }

  static BuildResult rejected(CompileError error) {
    error.message = printable(valid_utf8(error.message));
    for (std::string& line : error.context) line = printable(valid_utf8(line));
    BuildResult result;
    result.kind = BuildResult::Kind::rejected;
    result.error = std::move(error);
    return result;
  }

  [[nodiscard]] BuildResult rejected(std::string message) const {
    CompileError error;
    error.file = request_.header;
    error.message = std::move(message);
    error.in_learners_file = false;
    return rejected(std::move(error));
  }

  // The toolkit's compiler, its options, and where the header is.
  [[nodiscard]] std::vector<std::string> compiler() const {
    std::vector<std::string> argv = {toolkit_.compiler};
    argv.insert(argv.end(), toolkit_.compile.begin(), toolkit_.compile.end());
    // Not -I: a kata may be called as a system header is (semaphore.h), which must not find it.
    argv.push_back("-iquote" + request_.header.parent_path().string());
    return argv;
  }

  std::optional<BuildResult> compile() {
    std::vector<std::string> argv = compiler();
    argv.insert(argv.end(),
                {"-fno-color-diagnostics", "-fdiagnostics-absolute-paths", "-fmessage-length=0",
                 "-ftemplate-backtrace-limit=0", "-ferror-limit=20", "-MD", "-MF",
                 (request_.scratch / "grader.d").string(), "-c", request_.grader.string(), "-o",
                 object_.string()});
    const Outcome outcome = run_tool(argv);
    if (auto failure = common_failure(outcome, "compiler")) return failure;
    if (outcome.exit_code == 0) return std::nullopt;
    if (outcome.output.find("since the precompiled header") != std::string::npos ||
        outcome.output.find("precompiled header was built") != std::string::npos ||
        outcome.output.find("in precompiled file") != std::string::npos) {
      return failed(
          "The precompiled header no longer fits the system's headers. Build it again with "
          "`cmake --workflow --preset release`.");
    }
    if (auto error = first_compile_error(outcome.output, request_.header)) {
      if (!error->in_learners_file)
        error->message = "it does not fit its grader: " + error->message;
      return rejected(*error);
    }
    return rejected("the compiler gave up on it without saying why");
  }

  // A macro can make the grader expect nothing at all, on purpose or because of a common name.
  std::optional<BuildResult> look_at_macros() {
    if (!may_define_macros(header_)) return std::nullopt;
    const fs::path output = request_.scratch / "grader.ii";
    std::vector<std::string> argv = compiler();
    argv.insert(argv.end(), {"-w", "-E", "-dD", request_.grader.string(), "-o", output.string()});
    const Outcome outcome = run_tool(argv);
    if (auto failure = common_failure(outcome, "preprocessor")) return failure;
    const auto preprocessed = read_file(output, kMostPreprocessed);
    std::error_code ignored;
    fs::remove(output, ignored);
    if (!preprocessed) return rejected("the preprocessor makes too much of it");
    if (auto failure = look_for_sanitizer(*preprocessed)) return failure;
    const auto captured = captured_word(*preprocessed, request_.header, grader_);
    if (!captured) return std::nullopt;
    CompileError error;
    error.file = captured->file;
    error.line = captured->line;
    error.message = fmt::format(
        "the macro {0} changes what a word of the grader's code means; #undef it at the end of "
        "the header, or give it another name",
        captured->word);
    return rejected(std::move(error));
  }

  // A header that is not watched, or that behaves because it is, cannot be graded.
  static std::optional<BuildResult> look_for_sanitizer(std::string_view text,
                                                       const fs::path& file) {
    const auto found = sanitizer_word(text);
    if (!found) return std::nullopt;
    return rejected(sanitizer_error(found->word, file, found->line));
  }

  // In the files that the header includes, and in words that macros put together.
  [[nodiscard]] std::optional<BuildResult> look_for_sanitizer(std::string_view preprocessed) const {
    const OwnCode own = own_code(preprocessed, request_.header);
    for (const fs::path& file : own.files) {
      const auto text = read_file(file, kLargestHeader);
      if (auto failure = look_for_sanitizer(text.value_or(""), file)) return failure;
    }
    const auto found = sanitizer_word(own.text);
    if (!found) return std::nullopt;
    const OwnCode::Line& line = own.lines.at(static_cast<std::size_t>(found->line) - 1);
    return rejected(sanitizer_error(found->word, line.file, line.line));
  }

  static CompileError sanitizer_error(const std::string& word, const fs::path& file, int line) {
    CompileError error;
    error.file = file;
    error.line = line;
    error.message =
        fmt::format("a kata's header may not ask for the sanitizer or switch it off: {}", word);
    return error;
  }

  std::optional<BuildResult> link() {
    std::vector<std::string> argv = {toolkit_.compiler, object_.string()};
    argv.insert(argv.end(), toolkit_.link.begin(), toolkit_.link.end());
    for (const std::string& library : request_.libraries) argv.push_back("-l" + library);
    argv.insert(argv.end(), {"-o", program_.string()});
    const Outcome outcome = run_tool(argv);
    if (auto failure = common_failure(outcome, "linker")) return failure;
    if (outcome.exit_code == 0) return std::nullopt;
    if (auto error = first_link_error(outcome.output, request_.header)) return rejected(*error);
    const std::vector<std::string> lines = split_lines(outcome.output);
    return failed(fmt::format("The grader does not link: {}. Run `./kata doctor`.",
                              lines.empty() ? "no reason given" : printable(lines.front())));
  }

  [[nodiscard]] Outcome run_tool(const std::vector<std::string>& argv) const {
    Command command;
    command.argv = argv;
    command.directory = request_.scratch;
    const std::string scratch = request_.scratch.string();
    command.environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=" + scratch,
                           "TMPDIR=" + scratch};
    return run(command, compiler_limits());
  }

  // What can go wrong with any tool but its own complaints.
  std::optional<BuildResult> common_failure(const Outcome& outcome, std::string_view tool) const {
    const auto too_much = [&](std::string_view what) {
      return rejected(fmt::format("the {} needed {} on it and was stopped", tool, what));
    };
    switch (outcome.ending) {
      case Ending::exited:
        return std::nullopt;
      case Ending::interrupted: {
        BuildResult result;
        result.kind = BuildResult::Kind::interrupted;
        return result;
      }
      case Ending::cpu_limit:
      case Ending::wall_limit:
        return too_much("more than 90 seconds");
      case Ending::memory_limit:
        return too_much("more than 3 GiB of memory");
      case Ending::output_limit:
        return too_much("more than 4 MiB of messages");
      case Ending::not_started:
        return failed(fmt::format("The {} {} could not be started: {}. Run `./kata doctor`.", tool,
                                  toolkit_.compiler, outcome.error));
      default:
        return rejected(
            fmt::format("the {} itself crashed on it (signal {})", tool, outcome.signal));
    }
  }

  const Toolkit& toolkit_;
  const BuildRequest& request_;
  std::string header_;
  std::string grader_;
  fs::path object_;
  fs::path program_;
};

}  // namespace

BuildResult build_grader(const Toolkit& toolkit, const BuildRequest& request) {
  return Build(toolkit, request).result();
}

}  // namespace runner
