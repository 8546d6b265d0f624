#include <system_error>

#include "catalog/manifest.h"
#include "system/files.h"
#include "system/text.h"
#include "user_error.h"
#include "verbs/common/help.h"
#include "verbs/starter/starter.h"
#include "verbs/verb.h"

namespace runner {

namespace {

namespace fs = std::filesystem;

class NewVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb =
        add_verb(app, "new", "the files of a new kata, for authors", kAuthors,
                 {{"new read_write_lock", "makes its folders with working files"},
                  {"new rcu --title \"Read, copy, update\"", ""}},
                 "It makes a small kata that works; change it step by step and let "
                 "`verify` say\nwhether all still fits together. No file is replaced.");
    verb->add_option("SLUG", slug_, "its name: snake_case, a noun, no number")
        ->required()
        ->type_name("NAME");
    verb->add_option("--title", title_, "its title (default: made from the name)")
        ->type_name("TEXT");
    return verb;
  }

  int run(Context& context) override {
    if (!valid_slug(slug_)) {
      throw UserError("\"" + printable(slug_) +
                      "\" is no good name for a kata: use snake_case, like bounded_queue.");
    }
    const std::string title = title_.empty() ? title_of(slug_) : valid_utf8(trim(title_));
    const std::vector<StarterFile> files = starter_files(slug_, title);
    refuse_existing(context);
    std::string made;
    for (const StarterFile& file : files) {
      try {
        write_file(context.layout.root / file.path, file.content);
      } catch (const std::system_error& error) {
        throw UserError(file.path.string() + " could not be written: " + error.what() + ".");
      }
      made += "  " + file.path.string() + "\n";
    }
    context.terminal.print(
        "Made the kata " + slug_ + ":\n" + made +
        next_line(context, {"verify " + slug_, "grade " + slug_, "show " + slug_}));
    return 0;
  }

 private:
  void refuse_existing(const Context& context) const {
    for (const char* tree : {"katas", "graders", "solutions"}) {
      const fs::path folder = context.layout.root / tree / slug_;
      std::error_code error;
      if (fs::exists(fs::symlink_status(folder, error))) {
        throw UserError("There is a " + shown_path(folder) + " already; nothing was changed.");
      }
    }
  }

  std::string slug_;
  std::string title_;
};

}  // namespace

std::unique_ptr<Verb> make_new_verb() { return std::make_unique<NewVerb>(); }

}  // namespace runner
