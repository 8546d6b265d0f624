#include "verbs/common/choice.h"
#include "verbs/common/help.h"
#include "verbs/verb.h"
#include "verbs/watch/watcher.h"

namespace runner {

namespace {

class WatchVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    CLI::App* verb = add_verb(
        app, "watch", "grade a kata again each time you save it", kPractise,
        {{"watch semaphore", "from now on, saving is enough"},
         {"watch semaphore --workspace ~/katas", "another folder with semaphore/semaphore.h"}},
        "Keys: n next kata, h hint, l list, r run again, q quit. A save while a grading runs "
        "starts\nit over.");
    verb->add_option("KATA", options_.slug, "the kata; the one you are working on if left out");
    verb->add_option("--workspace", options_.workspace,
                     "the folder that holds <kata>/<kata>.h (default: katas)")
        ->type_name("DIR");
    verb->add_option("--graders", options_.graders, "graders from elsewhere, of the same layout")
        ->type_name("DIR");
    verb->add_flag("--poll", poll_, "look for changes instead of being told by the system");
    return verb;
  }

  int run(Context& context) override {
    context.layout = with_graders(context.layout, options_.graders);
    const Catalog catalog = context.catalog();
    options_.slug = chosen_kata(context, catalog, options_.slug).slug;
    options_.notices = !poll_;
    (void)header_in(context.layout, options_.workspace, options_.slug);  // Complains early.
    return Watcher(context, options_).run();
  }

 private:
  WatchOptions options_;
  bool poll_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_watch_verb() { return std::make_unique<WatchVerb>(); }

}  // namespace runner
