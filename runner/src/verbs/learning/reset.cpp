#include "catalog/original_stub.h"
#include "system/files.h"
#include "user_error.h"
#include "verbs/common/choice.h"
#include "verbs/common/help.h"
#include "verbs/verb.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

class ResetVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb =
        add_verb(app, "reset", "start a kata over: the stub again, your file backed up", kLearn,
                 {{"reset semaphore", "asks first on a terminal"},
                  {"reset semaphore --yes", "does not ask"}},
                 "Your file is copied below .kata/backups first. Progress and hints are kept.");
    verb->add_option("KATA", slug_, "the kata")->required();
    verb->add_flag("-y,--yes", yes_, "do not ask");
    return verb;
  }

  int run(Context& context) override {
    const Catalog catalog = context.catalog();
    const Kata& kata = catalog.get(slug_);
    const fs::path file = own_header(context.layout, kata.slug);
    const std::optional<std::string> stub = original_stub(context.layout, kata.slug);
    if (!stub) {
      throw UserError("The stub of " + kata.slug + " is not in git's history here, so " +
                      shown_path(file) + " was left as it is. Take the stub from a fresh clone.");
    }
    std::error_code error;
    const bool exists = fs::exists(file, error);
    if (exists && read_file(file) == stub) {
      context.terminal.print(shown_path(file) + " is the stub already.\n" +
                             next_line(context, {"show " + kata.slug, "grade " + kata.slug}));
      return 0;
    }
    if (exists && !yes_ &&
        !context.terminal.confirm("Replace " + shown_path(file) + " by the stub? It is backed up.",
                                  true)) {
      context.terminal.print("Nothing was changed.\n" + next_line(context, {"grade " + kata.slug}));
      return 0;
    }
    replace(context, kata, file, *stub, exists);
    return 0;
  }

 private:
  static void replace(const Context& context, const Kata& kata, const fs::path& file,
                      const std::string& stub, bool exists) {
    std::string kept;
    if (exists) {
      const std::optional<fs::path> backup = context.state.back_up(kata.slug, file);
      if (!backup) {
        throw UserError("Without a backup " + shown_path(file) + " was left as it is.");
      }
      kept = "Your file was kept as " + shown_path(*backup) + ".\n";
    }
    try {
      write_file(file, stub);
    } catch (const std::system_error& error) {
      throw UserError(shown_path(file) + " could not be written: " + error.what() + ".");
    }
    make_current(context, kata.slug);
    context.terminal.print(shown_path(file) + " is the stub again.\n" + kept +
                           next_line(context, {"show " + kata.slug, "grade " + kata.slug}));
  }

  std::string slug_;
  bool yes_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_reset_verb() { return std::make_unique<ResetVerb>(); }

}  // namespace runner
