#include "strength/rejections.h"

#include "build/toolkit.h"
#include "stages/grade.h"

namespace runner {

Trial try_under(const Circumstances& circumstances, const Claim& claim, const Layout& layout,
                std::uint64_t seed) {
  GradeRequest request;
  request.kata = claim.kata;
  request.layout = layout;
  request.header = claim.header;
  request.workspace = claim.header.parent_path().parent_path();
  request.seed = seed;
  request.stages = {circumstances.stage};
  request.backend = circumstances.backend;
  if (!circumstances.compiler.empty()) {
    request.layout.toolkits = toolkits_directory(layout) / circumstances.compiler;
  }
  const Pressure pressure(circumstances.pressure);
  const OneProcessor one(circumstances.one_processor);
  const ProofResult result = weigh(claim, {grade(request)});
  return {.graded = result.status != ProofStatus::error,
          .passed = result.status == ProofStatus::proved,
          .words = result.observed};
}

}  // namespace runner
