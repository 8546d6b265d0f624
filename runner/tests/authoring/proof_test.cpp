#include "authoring/proof.h"

#include <gtest/gtest.h>

namespace runner {
namespace {

BehaviourResult result(const std::string& name, Tier tier, Status status,
                       const std::string& finding = "") {
  BehaviourResult made;
  made.name = name;
  made.tier = tier;
  made.status = status;
  made.finding = finding;
  return made;
}

Verdict verdict(Status status, std::vector<BehaviourResult> behaviours) {
  Verdict made;
  made.status = status;
  made.behaviours = std::move(behaviours);
  return made;
}

Claim claim(Claim::Kind kind) {
  Claim made;
  made.kind = kind;
  return made;
}

Claim faulty(const std::string& finding, const std::string& behaviour) {
  Claim made = claim(Claim::Kind::faulty);
  made.faulty = {{finding}, behaviour, false};
  return made;
}

TEST(Weigh, a_stub_has_to_be_not_implemented) {
  const Claim stub = claim(Claim::Kind::stub);
  EXPECT_EQ(
      weigh(stub, verdict(Status::fail, {result("a", Tier::core, Status::fail, "not_implemented"),
                                         result("b", Tier::senior, Status::skipped)}))
          .status,
      ProofStatus::proved);
  EXPECT_EQ(
      weigh(stub, verdict(Status::fail, {result("a", Tier::core, Status::fail, "crash")})).status,
      ProofStatus::refuted);
  EXPECT_EQ(weigh(stub, verdict(Status::pass, {result("a", Tier::core, Status::pass)})).status,
            ProofStatus::refuted);
}

TEST(Weigh, a_wrong_solution_needs_its_finding_in_its_behaviour) {
  const Verdict rejected = verdict(Status::fail, {result("a", Tier::core, Status::pass),
                                                  result("b", Tier::core, Status::fail, "hang")});
  EXPECT_EQ(weigh(faulty("hang", "b"), rejected).status, ProofStatus::proved);
  EXPECT_EQ(weigh(faulty("hang", "a"), rejected).status, ProofStatus::refuted);
  EXPECT_EQ(weigh(faulty("crash", "b"), rejected).status, ProofStatus::refuted);
}

TEST(Weigh, a_finding_seen_beside_a_graver_one_counts) {
  BehaviourResult both = result("b", Tier::core, Status::fail, "data_race");
  both.other_findings = {"wrong_result"};
  EXPECT_EQ(weigh(faulty("wrong_result", "b"), verdict(Status::fail, {both})).status,
            ProofStatus::proved);
}

TEST(Weigh, an_accepted_solution_needs_its_tiers_only) {
  Claim accepted = claim(Claim::Kind::accepted);
  accepted.accepted.tiers = {Tier::core};
  const auto graded = [](Status core) {
    return verdict(Status::fail, {result("a", Tier::core, core, "hang"),
                                  result("b", Tier::senior, Status::fail, "busy_wait")});
  };
  EXPECT_EQ(weigh(accepted, graded(Status::pass)).status, ProofStatus::proved);
  EXPECT_EQ(weigh(accepted, graded(Status::fail)).status, ProofStatus::refuted);
}

TEST(Weigh, a_solution_that_passes_more_than_it_claims_is_said_to) {
  Claim accepted = claim(Claim::Kind::accepted);
  accepted.accepted.tiers = {Tier::core};
  const ProofResult proof =
      weigh(accepted, verdict(Status::pass, {result("a", Tier::core, Status::pass),
                                             result("b", Tier::senior, Status::pass)}));
  EXPECT_EQ(proof.observed, "passes them and senior");
}

TEST(Weigh, a_compile_error_rejects_nothing) {
  Verdict broken = verdict(Status::fail, {});
  broken.compile_errors.emplace_back();
  EXPECT_EQ(weigh(faulty("crash", "a"), broken).status, ProofStatus::refuted);
  EXPECT_EQ(weigh(claim(Claim::Kind::accepted), broken).status, ProofStatus::refuted);
  EXPECT_EQ(weigh(claim(Claim::Kind::stub), broken).status, ProofStatus::refuted);
}

TEST(Weigh, what_could_not_be_graded_proves_nothing) {
  EXPECT_EQ(weigh(claim(Claim::Kind::reference), verdict(Status::error, {})).status,
            ProofStatus::error);
}

}  // namespace
}  // namespace runner
