#include "grading/src/harness/listener.h"

#include "grading/src/channel/message.h"
#include "grading/src/harness/session.h"

namespace grading::harness {

void Listener::OnTestPartResult(const ::testing::TestPartResult& result) {
  if (!result.failed()) return;
  const Finding finding = current_finding();
  counters().failures.fetch_add(1, std::memory_order_relaxed);
  if (finding == Finding::not_implemented) {
    counters().not_implemented.fetch_add(1, std::memory_order_relaxed);
  }
  channel::Message("failure")
      .text("finding", name(finding))
      .text("message", result.message())
      .text("file", result.file_name() == nullptr ? "" : result.file_name())
      .number("line", result.line_number())
      .send();
}

void Listener::OnTestEnd(const ::testing::TestInfo&) {
  const int failures = counters().failures.load(std::memory_order_relaxed);
  const int missing = counters().not_implemented.load(std::memory_order_relaxed);
  if (failures > 0 && failures == missing) ++tests_not_implemented_;
}

}  // namespace grading::harness
