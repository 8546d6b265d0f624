#include <memory>
#include <vector>

#include "verbs/verb.h"

namespace runner {

std::vector<std::unique_ptr<Verb>> all_verbs() {
  std::vector<std::unique_ptr<Verb>> verbs;
  verbs.push_back(make_list_verb());
  verbs.push_back(make_next_verb());
  verbs.push_back(make_show_verb());
  verbs.push_back(make_grade_verb());
  verbs.push_back(make_watch_verb());
  verbs.push_back(make_replay_verb());
  verbs.push_back(make_story_verb());
  verbs.push_back(make_hint_verb());
  verbs.push_back(make_explain_verb());
  verbs.push_back(make_solution_verb());
  verbs.push_back(make_compare_verb());
  verbs.push_back(make_reset_verb());
  verbs.push_back(make_doctor_verb());
  verbs.push_back(make_completion_verb());
  verbs.push_back(make_new_verb());
  verbs.push_back(make_verify_verb());
  verbs.push_back(make_strength_verb());
  verbs.push_back(make_mutate_verb());
  return verbs;
}

}  // namespace runner
