#include "scenario.h"

namespace selftest {
namespace {

constinit const Registration* newest = nullptr;

}  // namespace

Registration::Registration(const Scenario& scenario) : scenario_(scenario), next_(newest) {
  newest = this;
}

const Registration* Registration::first() { return newest; }

}  // namespace selftest
