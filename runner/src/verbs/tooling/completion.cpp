#include "system/text.h"
#include "user_error.h"
#include "verbs/common/help.h"
#include "verbs/completion/model.h"
#include "verbs/verb.h"

namespace runner {

namespace {

class CompletionVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& app) override {
    root_ = &app;
    CLI::App* verb =
        add_verb(app, "completion", "a script that completes this command in your shell", kTools,
                 {{"completion bash", "load with: source <(./kata completion bash)"},
                  {"completion zsh", "load with: source <(./kata completion zsh)"}},
                 "Put the line that loads it into ~/.bashrc or ~/.zshrc to have it always.");
    verb->add_option("SHELL", shell_, "bash or zsh")->required();
    return verb;
  }

  int run(Context& context) override {
    const CompletionModel model = completion_model(*root_);
    const std::string root = context.layout.root.string();
    if (shell_ == "bash") {
      context.terminal.print(bash_completion(model, root));
    } else if (shell_ == "zsh") {
      context.terminal.print(zsh_completion(model, root));
    } else {
      throw UserError("There is completion for bash and for zsh, not for " + printable(shell_) +
                      ".");
    }
    return 0;
  }

 private:
  const CLI::App* root_ = nullptr;
  std::string shell_;
};

}  // namespace

std::unique_ptr<Verb> make_completion_verb() { return std::make_unique<CompletionVerb>(); }

}  // namespace runner
