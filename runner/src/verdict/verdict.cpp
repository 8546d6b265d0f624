#include "verdict/verdict.h"

namespace runner {

TierCount Verdict::count(Tier tier) const {
  TierCount count;
  for (const BehaviourResult& behaviour : behaviours) {
    if (behaviour.tier != tier) continue;
    ++count.total;
    if (behaviour.status == Status::pass) ++count.passed;
  }
  return count;
}

int Verdict::exit_code() const {
  switch (status) {
    case Status::pass:
      return 0;
    case Status::fail:
      return 1;
    case Status::error:
    case Status::skipped:
      return 2;
  }
  return 2;
}

const char* name(Tier tier) {
  switch (tier) {
    case Tier::core:
      return "core";
    case Tier::robust:
      return "robust";
    case Tier::senior:
      return "senior";
  }
  return "core";
}

const char* name(Status status) {
  switch (status) {
    case Status::pass:
      return "pass";
    case Status::fail:
      return "fail";
    case Status::error:
      return "error";
    case Status::skipped:
      return "skipped";
  }
  return "error";
}

const char* name(Stage stage) {
  switch (stage) {
    case Stage::explorer:
      return "explorer";
    case Stage::tsan:
      return "tsan";
    case Stage::plain:
      return "plain";
  }
  return "tsan";
}

const char* title(Stage stage) {
  switch (stage) {
    case Stage::explorer:
      return "the explorer";
    case Stage::tsan:
      return "ThreadSanitizer";
    case Stage::plain:
      return "the plain run";
  }
  return "ThreadSanitizer";
}

}  // namespace runner
