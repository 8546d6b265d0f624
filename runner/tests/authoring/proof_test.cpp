#include "authoring/proof.h"

#include <gtest/gtest.h>

#include "authoring/catches.h"

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

// The word of one stage.
Verdict by(Stage stage, Verdict said) {
  said.stages = {{stage, said.status, 1}};
  return said;
}

ProofResult weigh(const Claim& claim, const Verdict& verdict) {
  return runner::weigh(claim, std::vector<Verdict>{by(Stage::tsan, verdict)});
}

Claim claim(Claim::Kind kind) {
  Claim made;
  made.kind = kind;
  return made;
}

Claim faulty(const std::string& finding, const std::string& behaviour) {
  Claim made = claim(Claim::Kind::faulty);
  made.faulty = {{finding}, behaviour, {}};
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

Verdict rejecting(Stage stage, const std::string& finding) {
  return by(stage, verdict(Status::fail, {result("b", Tier::core, Status::fail, finding)}));
}

Verdict passing(Stage stage) {
  return by(stage, verdict(Status::pass, {result("b", Tier::core, Status::pass)}));
}

TEST(Weigh, the_first_of_several_stages_has_to_reject_a_wrong_solution) {
  const Claim claim = faulty("hang", "b");
  EXPECT_EQ(weigh(claim, {rejecting(Stage::explorer, "hang"), passing(Stage::tsan)}).status,
            ProofStatus::proved);
  const ProofResult late = weigh(claim, {passing(Stage::explorer), rejecting(Stage::tsan, "hang")});
  EXPECT_EQ(late.status, ProofStatus::refuted);
  EXPECT_EQ(late.observed, "passes every behaviour (the explorer)");
}

TEST(Weigh, a_known_limit_leaves_the_word_to_the_other_stage) {
  Claim claim = faulty("hang", "b");
  claim.faulty.only = Stage::tsan;
  EXPECT_EQ(weigh(claim, {passing(Stage::explorer), rejecting(Stage::tsan, "hang")}).status,
            ProofStatus::proved);
  EXPECT_EQ(weigh(claim, {passing(Stage::explorer), passing(Stage::tsan)}).status,
            ProofStatus::refuted);
  EXPECT_EQ(weigh(claim, std::vector<Verdict>{passing(Stage::explorer)}).status,
            ProofStatus::known_limit);
}

TEST(Weigh, every_stage_that_was_asked_is_recorded) {
  Verdict explored = rejecting(Stage::explorer, "data_race");
  explored.behaviours[0].other_findings = {"hang"};
  explored.behaviours[0].failing_schedule = 17;
  const ProofResult proof = weigh(faulty("hang", "b"), {explored, passing(Stage::tsan)});
  ASSERT_EQ(proof.catches.size(), 2U);
  EXPECT_TRUE(proof.catches[0].first.as_declared);
  EXPECT_FALSE(proof.catches[0].first.right_at_once);
  EXPECT_EQ(proof.catches[0].first.schedules, 17U);
  EXPECT_FALSE(proof.catches[1].first.as_declared);
  EXPECT_EQ(proof.observed, "rejected: data_race by explorer in schedule 17");
}

TEST(Catches, add_up_over_seeds) {
  const Claim claim = faulty("hang", "b");
  std::vector<Catches> sum;
  for (const Verdict& round : {rejecting(Stage::explorer, "hang"), passing(Stage::explorer),
                               rejecting(Stage::explorer, "crash")}) {
    add_catches(sum, weigh(claim, std::vector<Verdict>{round}).catches);
  }
  ASSERT_EQ(sum.size(), 1U);
  EXPECT_EQ(sum[0].asked, 3);
  EXPECT_EQ(sum[0].declared, 1);
  EXPECT_EQ(sum[0].first.finding, "hang");
  EXPECT_EQ(sum[0].findings, (std::map<std::string, int>{{"", 1}, {"crash", 1}, {"hang", 1}}));
}

TEST(Weigh, what_passes_one_stage_and_fails_another_is_not_accepted) {
  EXPECT_EQ(weigh(claim(Claim::Kind::reference),
                  {passing(Stage::explorer), rejecting(Stage::tsan, "data_race")})
                .status,
            ProofStatus::refuted);
}

TEST(Weigh, what_one_stage_cannot_follow_is_accepted_on_the_others_word) {
  Verdict unsure =
      by(Stage::explorer,
         verdict(Status::error, {result("b", Tier::core, Status::error, "unsupported")}));
  EXPECT_EQ(weigh(claim(Claim::Kind::reference), {unsure, passing(Stage::tsan)}).status,
            ProofStatus::proved);
  EXPECT_EQ(weigh(claim(Claim::Kind::reference), std::vector<Verdict>{unsure}).status,
            ProofStatus::error);
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
