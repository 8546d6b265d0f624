#include "build/grader_build.h"

#include <fmt/format.h>

#include <future>
#include <system_error>
#include <utility>

#include "build/diagnostics.h"
#include "build/executable_cache.h"
#include "build/fingerprint.h"
#include "build/header_rules.h"
#include "build/local_state.h"
#include "build/macros/macro_check.h"
#include "build/source_text.h"
#include "build/tool_run.h"
#include "system/files.h"
#include "system/text.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostPreprocessed = 64U << 20;

BuildResult built(const fs::path& program, bool from_cache) {
  BuildResult result;
  result.kind = BuildResult::Kind::built;
  result.executable = program;
  result.from_cache = from_cache;
  return result;
}

// Pieces of a grader, by the value of GRADING_PART (grading/behaviour.h).
const std::string kWhole;
const std::string kCore = "core";
const std::string kRest = "rest";

// What a compiler says of a precompiled header that no longer fits.
bool prelude_is_stale(const std::string& output) {
  for (const char* const words :
       {"since the precompiled header", "precompiled header was built", "in precompiled file"}) {
    if (output.find(words) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

GraderBuild::GraderBuild(BuildRequest request)
    : request_(std::move(request)),
      header_(header_text(request_.header)),
      grader_(grader_text(request_.grader)),
      whole_(request_.processors < 2) {}

// Whatever is wrong with the header as text is left to program(), which says so.
std::optional<BuildResult> GraderBuild::core_program(const Toolkit& toolkit) {
  if (whole_ || !header_ || broken_rule(*header_, request_.header)) return std::nullopt;
  const fs::path program = program_file(toolkit);
  if (!request_.cache.empty() && ExecutableCache(request_.cache).fetch(key(toolkit), program)) {
    return std::nullopt;
  }
  if (auto failure = compile_core(toolkit)) return failure;
  if (whole_) return std::nullopt;
  const ToolRun linked = link(toolkit, {kCore}, program);
  if (linked.failure) return linked.failure;
  if (linked.outcome.exit_code != 0) return std::nullopt;
  if (auto failure = look_at_macros(toolkit, kCore)) return failure;
  return built(program, false);
}

BuildResult GraderBuild::program(const Toolkit& toolkit) {
  if (!header_) {
    return rejected(request_.header,
                    fmt::format("the header is larger than {} MiB, which no kata asks for",
                                kLargestHeader >> 20));
  }
  if (auto error = broken_rule(*header_, request_.header)) return rejected(*error);
  const fs::path program = program_file(toolkit);
  const ExecutableCache cache(request_.cache);
  const std::string key = this->key(toolkit);
  const bool keeps = !request_.cache.empty();
  if (keeps && cache.fetch(key, program)) return built(program, true);
  if (auto failure = make(toolkit, program)) return *failure;
  // Saved again while it was compiled? Then this program is not that header's.
  if (keeps && read_file(request_.header) == header_) {
    const auto depfile = read_file(file(whole_ ? kWhole : kCore, ".d"));
    cache.keep(key, files_in_depfile(depfile.value_or("")), program);
  }
  return built(program, false);
}

fs::path GraderBuild::program_file(const Toolkit& toolkit) const {
  return request_.scratch / fmt::format("grader-{}", name(toolkit.stage));
}

std::string GraderBuild::key(const Toolkit& toolkit) const {
  Fingerprint fingerprint;
  fingerprint.add(toolkit.fingerprint);
  // Paths are in the debug information.
  fingerprint.add(request_.header.string());
  fingerprint.add(request_.grader.string());
  fingerprint.add(*header_);
  fingerprint.add(grader_);
  for (const std::string& library : request_.libraries) fingerprint.add(library);
  return fingerprint.text();
}

// The toolkit's compiler, its options, where the header is, and which piece is wanted.
std::vector<std::string> GraderBuild::compiler(const Toolkit& toolkit,
                                               const std::string& piece) const {
  std::vector<std::string> argv = {toolkit.compiler};
  argv.insert(argv.end(), toolkit.compile.begin(), toolkit.compile.end());
  // Not -I: a kata may be called as a system header is (semaphore.h), which must not find it.
  argv.push_back("-iquote" + request_.header.parent_path().string());
  if (piece != kWhole) argv.push_back("-DGRADING_PART=" + piece);
  return argv;
}

std::string GraderBuild::file(const std::string& piece, const char* extension) const {
  return (request_.scratch / ("grader" + piece + extension)).string();
}

// Parts are a short cut, and the whole has the last word: a header may be one that only a single
// source file can include, such as one with a function that is not inline, or with a variable of
// which each part would have its own.
std::optional<BuildResult> GraderBuild::make(const Toolkit& toolkit, const fs::path& program) {
  if (!whole_) {
    if (auto failure = compile_parts(toolkit)) return failure;
    if (!whole_) {
      const ToolRun linked = link(toolkit, {kCore, kRest}, program);
      if (linked.failure) return linked.failure;
      if (linked.outcome.exit_code == 0) {
        if (auto failure = look_at_macros(toolkit, kCore)) return failure;
        return look_at_macros(toolkit, kRest);
      }
    }
    give_up_parts();
  }
  if (auto failure = compile_whole(toolkit)) return failure;
  return link_whole(toolkit, program);
}

std::optional<BuildResult> GraderBuild::compile_parts(const Toolkit& toolkit) {
  if (auto failure = compile_core(toolkit)) return failure;
  return await_rest();
}

// Stopped only by what would stop the whole as well; where the compiler complains, it is its turn.
std::optional<BuildResult> GraderBuild::compile_core(const Toolkit& toolkit) {
  std::vector<std::string> argv = compiler(toolkit, kWhole);
  if (compiled_by_ == argv) return std::nullopt;
  compiled_by_ = std::move(argv);
  looked_at_.clear();
  rest_ = std::async(std::launch::async, [this, toolkit] { return compile(toolkit, kRest); });
  const ToolRun core = compile(toolkit, kCore);
  if (core.failure) return core.failure;
  if (core.outcome.exit_code == 0 && !keeps_local_state(file(kCore, ".o"), *header_, grader_)) {
    return std::nullopt;
  }
  if (auto failure = await_rest()) return failure;
  give_up_parts();
  return std::nullopt;
}

std::optional<BuildResult> GraderBuild::await_rest() {
  if (!rest_.valid()) return std::nullopt;
  const ToolRun rest = rest_.get();
  if (rest.failure) return rest.failure;
  if (rest.outcome.exit_code != 0) give_up_parts();
  return std::nullopt;
}

void GraderBuild::give_up_parts() {
  whole_ = true;
  compiled_by_.clear();
  looked_at_.clear();
}

// What was compiled may be neither the text that was read nor the one that is there now.
ToolRun GraderBuild::compile(const Toolkit& toolkit, const std::string& piece) {
  std::vector<std::string> argv = compiler(toolkit, piece);
  argv.insert(argv.end(), {"-MD", "-MF", file(piece, ".d"), "-c", request_.grader.string(), "-o",
                           file(piece, ".o")});
  ToolRun ran = run_tool("compiler", argv, request_);
  if (!ran.failure && read_file(request_.header) != header_) {
    outdated_ = true;
    ran.failure = failed(fmt::format("{} was saved while it was being compiled. Grade it again.",
                                     request_.header.filename().string()));
  }
  return ran;
}

std::optional<BuildResult> GraderBuild::compile_whole(const Toolkit& toolkit) {
  std::vector<std::string> argv = compiler(toolkit, kWhole);
  if (compiled_by_ == argv) return std::nullopt;
  looked_at_.clear();
  const ToolRun compiled = compile(toolkit, kWhole);
  if (compiled.failure) return compiled.failure;
  const std::string& output = compiled.outcome.output;
  if (compiled.outcome.exit_code == 0) {
    if (auto failure = look_at_macros(toolkit, kWhole)) return failure;
    compiled_by_ = std::move(argv);
    return std::nullopt;
  }
  if (prelude_is_stale(output)) {
    return failed(
        "The precompiled header no longer fits the system's headers. Build it again with "
        "`cmake --workflow --preset release`.");
  }
  auto error = first_compile_error(output, request_.header);
  if (!error) return rejected(request_.header, "the compiler gave up on it without saying why");
  if (!error->in_learners_file) {
    // The header's own macro is a better answer than what it made of the grader's words.
    const auto macro = look_at_macros(toolkit, kWhole);
    if (macro && macro->error.line > 0) return macro;
    error->message = "it does not fit its grader: " + error->message;
  }
  return rejected(*error);
}

// A macro can make the grader expect nothing at all, on purpose or because of a common name. What
// is looked at is what was compiled: a header can find out which piece it is part of.
std::optional<BuildResult> GraderBuild::look_at_macros(const Toolkit& toolkit,
                                                       const std::string& piece) {
  if (looked_at_.contains(piece) || !may_define_macros(*header_)) return std::nullopt;
  const fs::path output = request_.scratch / "grader.ii";
  std::vector<std::string> argv = compiler(toolkit, piece);
  argv.insert(argv.end(), {"-w", "-E", "-dD", request_.grader.string(), "-o", output.string()});
  const ToolRun ran = run_tool("preprocessor", argv, request_);
  if (ran.failure) return ran.failure;
  const auto preprocessed = read_file(output, kMostPreprocessed);
  std::error_code ignored;
  fs::remove(output, ignored);
  if (!preprocessed) return rejected(request_.header, "the preprocessor makes too much of it");
  if (auto error = broken_rule_after_macros(*preprocessed, request_.header, grader_)) {
    return rejected(*error);
  }
  looked_at_.insert(piece);
  return std::nullopt;
}

ToolRun GraderBuild::link(const Toolkit& toolkit, const std::vector<std::string>& pieces,
                          const fs::path& program) const {
  std::vector<std::string> argv = {toolkit.compiler};
  for (const std::string& piece : pieces) argv.push_back(file(piece, ".o"));
  argv.insert(argv.end(), toolkit.link.begin(), toolkit.link.end());
  for (const std::string& library : request_.libraries) argv.push_back("-l" + library);
  argv.insert(argv.end(), {"-o", program.string()});
  return run_tool("linker", argv, request_);
}

std::optional<BuildResult> GraderBuild::link_whole(const Toolkit& toolkit,
                                                   const fs::path& program) const {
  const ToolRun linked = link(toolkit, {kWhole}, program);
  if (linked.failure) return linked.failure;
  if (linked.outcome.exit_code == 0) return std::nullopt;
  if (auto error = first_link_error(linked.outcome.output, request_.header)) {
    return rejected(*error);
  }
  const std::vector<std::string> lines = split_lines(linked.outcome.output);
  return failed(fmt::format("The grader does not link: {}. Run `./kata doctor`.",
                            lines.empty() ? "no reason given" : printable(lines.front())));
}

}  // namespace runner
