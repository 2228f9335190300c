#include "rebond/analysis/findings.hpp"

#include "allocation_count.hpp"
#include "integration/linear_problem.hpp"
#include "point_mass.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond {
namespace {

// 2 kg dropped from 1 m at 4 m/s without gravity: at the floor at 0.25 s, back with half the speed.
TEST(Analyst, finds_the_numbers_of_a_bounce)
{
    const auto model = std::make_shared<PointMass>(2.0);
    const Problem problem = point_mass_problem(model);
    Analyst analyst(problem, {.restitution_window = 0.5, .episode_gap = 0.125}, true);
    Story story(problem, analyst);
    story.step(0.0, 1.0, -4.0);
    story.step(0.125, 0.5, -4.0);
    analyst.impact({.time = 0.25,
                    .end = 0.25,
                    .velocity_before = -4.0,
                    .velocity_after = 2.0,
                    .impulse = 12.0,
                    .energy_loss = 12.0});
    story.step(0.375, 0.25, 2.0);
    EXPECT_FALSE(analyst.enough());
    story.step(0.5, 0.5, 2.0);
    story.step(0.875, 1.25, 2.0);
    EXPECT_TRUE(analyst.enough());

    const Findings found = analyst.findings();
    EXPECT_EQ(found.final.t, 0.875);
    EXPECT_EQ(found.final.q(0), 1.25);
    EXPECT_EQ(found.final.v(0), 2.0);
    EXPECT_EQ(found.energy.initial, 16.0);
    EXPECT_EQ(found.energy.final, 4.0);
    EXPECT_EQ(found.energy.mean, 4.0);
    EXPECT_EQ(found.energy.balance_error, 0.0);
    EXPECT_EQ(found.impacts, 1);
    EXPECT_EQ(found.first_impact, 0.25);
    EXPECT_EQ(found.last_impact, 0.25);
    ASSERT_EQ(found.episodes.size(), 1u);
    EXPECT_EQ(found.restitution.apparent, 0.5);
    EXPECT_EQ(found.restitution.mass_centre, 0.5);
    EXPECT_EQ(found.restitution.impact_speed, 4.0);
}

TEST(Analyst, says_why_a_mass_centre_has_no_restitution)
{
    const Problem problem = test::linear_problem(
        test::linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1)),
        {test::contact_along(test::vector({1.0}), 0.5, 0.5)}, Vector::Zero(1), test::vector({-1.0}), 1.0);
    Analyst analyst(problem, {}, true);
    ASSERT_EQ(integrate(problem, EventAccurate{}, analyst).status, Status::ok);
    const Findings found = analyst.findings();
    EXPECT_FALSE(found.restitution.mass_centre);
    EXPECT_EQ(found.absent.at("restitution.mass_centre"),
              "the model has no vertical to measure its mass centre along");
}

TEST(Analyst, makes_nothing_up_without_contact)
{
    const Problem problem = point_mass_problem();
    Analyst analyst(problem, {}, true);
    Story story(problem, analyst);
    for (int k = 0; k < 10; ++k) story.step(k, 1.0, 1.0);
    const Findings found = analyst.findings();
    EXPECT_EQ(found.final.t, 9.0);
    EXPECT_EQ(found.energy.final, 0.5);
    EXPECT_EQ(found.impacts, 0);
    EXPECT_FALSE(found.first_impact);
    EXPECT_FALSE(found.last_impact);
    EXPECT_FALSE(found.energy.mean);
    EXPECT_TRUE(found.episodes.empty());
    EXPECT_FALSE(found.restitution.apparent);
    EXPECT_FALSE(found.restitution.mass_centre);
    EXPECT_FALSE(found.restitution.impact_speed);
    EXPECT_FALSE(analyst.enough());
}

TEST(Analyst, listens_to_models_without_contacts)
{
    const Problem problem = point_mass_problem(std::make_shared<PointMass>(), 0);
    Analyst analyst(problem, {});
    Story story(problem, analyst);
    story.step(0.0, 1.0, 1.0);
    EXPECT_EQ(analyst.findings().energy.final, 0.5);
}

TEST(Analyst, has_the_initial_state_before_any_step)
{
    Problem problem = point_mass_problem();
    problem.initial.v(0) = 2.0;
    const Findings found = Analyst(problem, {}).findings();
    EXPECT_EQ(found.final.v(0), 2.0);
    EXPECT_EQ(found.energy.initial, 2.0);
}

TEST(Analyst, goes_on_without_being_told_to_stop)
{
    const Problem problem = point_mass_problem();
    Analyst analyst(problem, {.restitution_window = 0.5});
    Story story(problem, analyst);
    story.step(0.0, 0.0, -1.0);
    analyst.impact({.velocity_before = -1.0});
    story.step(1.0, 1.0, 1.0);
    EXPECT_TRUE(analyst.findings().restitution.apparent);
    EXPECT_FALSE(analyst.enough());
}

TEST(Analyst, divides_the_velocity_after_the_first_episode_by_speed_before_it)
{
    const Problem problem = point_mass_problem();
    Analyst analyst(problem, {.episode_gap = 0.5});
    Story story(problem, analyst);
    story.step(0.0, 1.0, -4.0);
    analyst.impact({.time = 0.5, .end = 0.5});
    story.step(1.0, 1.0, -1.0);  // still going down: the sign stays
    analyst.impact({.time = 2.0, .end = 2.0});
    story.step(3.0, 1.0, 3.0);
    EXPECT_EQ(analyst.findings().episodes.size(), 2u);
    EXPECT_EQ(analyst.findings().restitution.mass_centre, -0.25);
}

TEST(Analyst, allocates_nothing_in_steps)
{
    const Problem problem = point_mass_problem();
    Analyst analyst(problem, {.restitution_window = 1.0, .episode_gap = 1e9});
    Story story(problem, analyst);
    story.step(0.0, 1.0, -1.0);
    analyst.impact({.time = 0.0, .end = 0.0, .velocity_before = -1.0});
    const long before = allocations();
    for (int k = 1; k < 1000; ++k) {
        story.step(0.01 * k, 1.0, 1.0);
        if (k % 10 == 0) analyst.impact({.time = 0.01 * k, .end = 0.01 * k, .velocity_before = -1.0});
    }
    EXPECT_EQ(allocations(), before);
}

class BodyWithWaves final : public Model {
public:
    Index dofs() const override { return 1; }
    std::unique_ptr<Dynamics> dynamics() const override { return nullptr; }
    std::optional<double> wave_transit() const override { return 0.75; }
};

TEST(EpisodeGap, is_the_one_asked_for_then_a_wave_transit_then_the_whole_run)
{
    Problem problem = point_mass_problem();
    EXPECT_TRUE(std::isinf(episode_gap({}, problem)));
    EXPECT_EQ(episode_gap({.episode_gap = 0.25}, problem), 0.25);
    problem.model = std::make_shared<BodyWithWaves>();
    EXPECT_EQ(episode_gap({}, problem), 0.75);
    EXPECT_EQ(episode_gap({.episode_gap = 0.25}, problem), 0.25);
}

// A body that may not be below the floor.
class Shy final : public Model {
public:
    Index dofs() const override { return 1; }
    std::unique_ptr<Dynamics> dynamics() const override { return body_.dynamics(); }
    std::optional<std::string> validity_warning(const Vector& q) const override
    {
        ++looks;
        if (q(0) >= 0.0) return std::nullopt;
        return "it is under the floor";
    }
    mutable long looks = 0;

private:
    PointMass body_;
};

TEST(Analyst, keeps_the_first_validity_warning_of_the_model_at_a_sample)
{
    const auto model = std::make_shared<Shy>();
    Problem problem = point_mass_problem();
    problem.model = model;
    problem.sample_every = 1.0;
    Analyst analyst(problem, {});
    Story story(problem, analyst);
    story.step(0.0, 1.0, 0.0);
    for (const double t : {0.25, 0.5, 0.75}) story.step(t, 1.0, 0.0);
    EXPECT_EQ(model->looks, 1);
    story.step(1.0, -1.0, 0.0);
    story.step(2.0, -1.0, 0.0);
    story.step(3.0, 1.0, 0.0);
    EXPECT_EQ(analyst.findings().validity_warning, "after t = 1 s it is under the floor");
}

TEST(Analyst, asks_for_a_validity_warning_at_the_end)
{
    Problem problem = point_mass_problem();
    problem.model = std::make_shared<Shy>();
    problem.sample_every = 1.0;
    Analyst analyst(problem, {});
    Story story(problem, analyst);
    story.step(0.0, 1.0, 0.0);
    EXPECT_FALSE(analyst.findings().validity_warning);
    story.step(0.5, -1.0, 0.0);
    EXPECT_EQ(analyst.findings().validity_warning, "after t = 0.5 s it is under the floor");
}

}  // namespace
}  // namespace rebond
