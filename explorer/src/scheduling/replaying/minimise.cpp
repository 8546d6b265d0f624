#include "scheduling/replaying/minimise.h"

#include <utility>

#include "scheduling/replaying/guided.h"

namespace explorer {
namespace {

class Minimiser {
 public:
  Minimiser(const Trace& failing, const Trial& trial, unsigned max_trials)
      : best_(failing), drama_(drama_of(failing)), trial_(trial), trials_left_(max_trials) {}

  Minimised run(unsigned max_trials) {
    try_the_beginning();
    bool improved = true;
    while (improved && trials_left_ > 0) {
      improved = drop_answers();
      improved = change_blocks() || improved;
    }
    return {std::move(best_), max_trials - trials_left_};
  }

 private:
  // Keeps the execution that the outline leads to if it is simpler and fails alike.
  bool accept(Outline outline) {
    if (trials_left_ == 0) return false;
    --trials_left_;
    Guided guided(std::move(outline));
    Trace trace;
    if (!trial_(guided, trace)) return false;
    const Drama drama = drama_of(trace);
    if (drama >= drama_) return false;
    best_ = std::move(trace);
    drama_ = drama;
    return true;
  }

  // Executions that do not end are long, and mostly end as badly without all that chance made of
  // them: a few trials may spare thousands.
  void try_the_beginning() {
    Outline quiet = outline_of(best_);
    quiet.answers.clear();
    accept(quiet);
    for (const std::size_t share : {std::size_t{0}, std::size_t{8}, std::size_t{2}}) {
      Outline outline = outline_of(best_);
      const std::size_t blocks = share == 0 ? 1 : outline.blocks.size() / share;
      if (blocks == 0 || blocks >= outline.blocks.size()) return;
      if (accept(cut_after(std::move(outline), blocks - 1))) return;
    }
  }

  bool drop_answers() {
    bool improved = false;
    std::size_t count = outline_of(best_).answers.size();
    while (count > 0 && trials_left_ > 0) {
      --count;
      Outline outline = outline_of(best_);
      if (count >= outline.answers.size()) continue;
      outline.answers.erase(outline.answers.begin() + static_cast<std::ptrdiff_t>(count));
      improved = accept(std::move(outline)) || improved;
    }
    return improved;
  }

  bool change_blocks() {
    bool improved = false;
    std::size_t i = 0;
    while (trials_left_ > 0) {
      const Outline outline = outline_of(best_);
      if (i >= outline.blocks.size()) break;
      const std::size_t next = next_of_same_thread(outline, i);
      bool better = accept(cut_after(outline, i));
      if (!better && next < outline.blocks.size()) {
        better = accept(join_later(outline, i, next)) || accept(join_earlier(outline, i, next));
      } else if (!better) {
        better = accept(drop(outline, i));
      }
      improved = improved || better;
      // After a change, what stands at this place now is to be tried again.
      if (!better) ++i;
    }
    return improved;
  }

  static std::size_t next_of_same_thread(const Outline& outline, std::size_t block) {
    std::size_t next = block + 1;
    while (next < outline.blocks.size() &&
           outline.blocks[next].thread != outline.blocks[block].thread) {
      ++next;
    }
    return next;
  }

  // Most of a long random schedule comes after what matters.
  static Outline cut_after(Outline outline, std::size_t block) {
    outline.blocks.resize(block + 1);
    return outline;
  }
  // The thread's next block is run at once.
  static Outline join_later(Outline outline, std::size_t block, std::size_t next) {
    outline.blocks[block].steps += outline.blocks[next].steps;
    return drop(std::move(outline), next);
  }
  // This block waits for the thread's next one.
  static Outline join_earlier(Outline outline, std::size_t block, std::size_t next) {
    outline.blocks[next].steps += outline.blocks[block].steps;
    return drop(std::move(outline), block);
  }
  // The steps are left to the usual choices.
  static Outline drop(Outline outline, std::size_t block) {
    outline.blocks.erase(outline.blocks.begin() + static_cast<std::ptrdiff_t>(block));
    return outline;
  }

  Trace best_;
  Drama drama_;
  const Trial& trial_;
  unsigned trials_left_;
};

}  // namespace

Drama drama_of(const Trace& trace) {
  Drama drama;
  drama.steps = static_cast<std::uint32_t>(trace.events.size());
  for (std::size_t i = 1; i < trace.events.size(); ++i) {
    if (trace.events[i].thread != trace.events[i - 1].thread) ++drama.switches;
  }
  for (const Choice& choice : trace.choices) {
    if (choice.kind != ChoiceKind::thread && choice.value != 0) ++drama.answers;
  }
  return drama;
}

Minimised minimise(const Trace& failing, const Trial& trial, unsigned max_trials) {
  return Minimiser(failing, trial, max_trials).run(max_trials);
}

}  // namespace explorer
