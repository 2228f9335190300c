#include "rebond/studies/rebound/rebound_rows.hpp"

#include "rebond/core/error.hpp"
#include "studies/ball_on_beam_study.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

StudyRecord masses_and_places()
{
    StudyRecord record;
    record.keys = {"model.ball.mass", "model.location"};
    record.columns = {"restitution.apparent", "restitution.conditioning"};
    return record;
}

TEST(ReboundRows, have_the_masses_and_places_of_their_cases)
{
    MemoryStore store(masses_and_places());
    store.add({{.given = {0, {0.2, 0.5}}, .status = "ok", .summary = {0.4, 1.0}},
               {.given = {1, {0.4, 0.25}}, .status = "ok", .summary = {0.3, 1.0}}});
    const ReboundRows found = rebound_rows(store, ball_on_beam_scene);
    ASSERT_EQ(found.rows.size(), 2u);
    const ReboundRow& row = found.rows[1];
    EXPECT_EQ(row.index, 1u);
    EXPECT_EQ(row.mass, 0.4);
    EXPECT_EQ(row.location, 0.25);
    EXPECT_EQ(row.point.measured, 0.3);
    EXPECT_EQ(row.point.contact.mass, 0.4);
    const BallOnBeam model(*ball_on_beam_in(ball_on_beam_scene({0.4, 0.25})));
    EXPECT_DOUBLE_EQ(row.relative_mass, 0.4 / model.beam()->mass());
    EXPECT_DOUBLE_EQ(row.point.contact.Z, 0.4 * model.shape().squaredNorm());
}

TEST(ReboundRows, leave_out_cases_without_a_rebound_and_count_them)
{
    MemoryStore store(masses_and_places());
    store.add({{.given = {0, {0.2, 0.5}}, .status = "ok", .summary = {0.4, 1.0}},
               {.given = {1, {0.2, 0.25}}, .status = "ok", .summary = {Value{}, Value{}}},
               {.given = {2, {0.4, 0.5}}, .status = "diverged", .reason = "chaotic", .summary = {0.1, 1.0}}});
    const ReboundRows found = rebound_rows(store, ball_on_beam_scene);
    ASSERT_EQ(found.rows.size(), 1u);
    EXPECT_EQ(found.rows[0].index, 0u);
    EXPECT_EQ(found.without, 2u);
}

TEST(ReboundRows, count_the_chaotic_ones)
{
    MemoryStore store(masses_and_places());
    store.add({{.given = {0, {0.2, 0.5}}, .status = "ok", .summary = {0.4, 1e6}},
               {.given = {1, {0.2, 0.25}}, .status = "ok", .summary = {0.4, 1e8}}});
    EXPECT_EQ(rebound_rows(store, ball_on_beam_scene).chaotic, 1u);
}

TEST(ReboundRows, of_a_law_give_its_parameters_back)
{
    const SweptStudy swept = rebounds_by_law(pinned_law);
    const ReboundFit fit = fit_rows(rebound_rows(*swept.store, swept.scene_of));
    ASSERT_TRUE(fit.is_fitted());
    EXPECT_NEAR(fit.law.mu_0 / pinned_law.mu_0, 1.0, 1e-9);  // rounding times the condition
    EXPECT_NEAR(fit.law.alpha_0 / pinned_law.alpha_0, 1.0, 1e-9);
    EXPECT_NEAR(fit.law.alpha_1 / pinned_law.alpha_1, 1.0, 1e-9);
}

TEST(ReboundRows, need_a_ball_on_a_beam)
{
    EXPECT_NO_THROW(require_ball_on_beam(ball_on_beam_scene({0.2, 0.5}), "study.toml"));
    Scene chain;
    chain.subject = ChainScene{};
    try {
        require_ball_on_beam(chain, "study.toml");
        FAIL() << "a chain was taken";
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()),
                  "study.toml:1:1: error: expected a study of model.type = \"ball_on_beam\", whose rebounds "
                  "the law is fitted to, not of \"chain\"");
    }
}

}  // namespace
}  // namespace rebond::test
