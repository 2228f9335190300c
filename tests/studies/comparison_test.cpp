// What a comparison keeps and how it judges.
#include "rebond/studies/comparison.hpp"

#include "integration/linear_problem.hpp"

namespace rebond::test {
namespace {

// q = cos t, v = −sin t.
Problem oscillator()
{
    const Matrix one = Matrix::Identity(1, 1);
    return linear_problem(linear_system(one, one), {}, Vector::Ones(1), Vector::Zero(1), 10.0);
}

TEST(Comparison, keeps_the_first_step_of_each_spacing)
{
    StateSamples samples(0.5);
    ASSERT_EQ(integrate(oscillator(), MoreauJean{.step = 0.03}, samples).status, Status::ok);
    ASSERT_GE(samples.states.size(), 20u);
    for (std::size_t i = 0; i < samples.states.size(); ++i) {
        const double due = 0.5 * static_cast<double>(i);
        EXPECT_GE(samples.states[i].t, due);
        EXPECT_LT(samples.states[i].t, due + 0.03);
    }
}

TEST(Comparison, takes_the_reference_at_the_instants_of_the_trial)
{
    const std::vector<double> times{0.0, 0.123, 4.56, 7.89};
    StatesAt truth(times);
    ASSERT_EQ(integrate(oscillator(), EventAccurate{}, truth).status, Status::ok);
    for (const double t : times) {
        ASSERT_NE(truth.at(t), nullptr) << t;
        EXPECT_NEAR(truth.at(t)->q(0), std::cos(t), 1e-12) << t;
    }
    EXPECT_EQ(truth.at(1.0), nullptr);
}

// A trial that is off by a known amount: |Δq| = 0.02 of a way of 2, |Δv| = 0.01 of a speed of 1.
TEST(Comparison, measures_errors_by_the_motion_of_the_reference)
{
    std::vector<State> trial;
    std::vector<double> times;
    for (int i = 0; i <= 1000; ++i) {
        const double t = 0.01 * i;
        times.push_back(t);
        trial.push_back({t, vector({std::cos(t) + (i == 0 ? 0.0 : 0.02)}), vector({-std::sin(t) + 0.01})});
    }
    StatesAt truth(times);
    ASSERT_EQ(integrate(oscillator(), EventAccurate{}, truth).status, Status::ok);
    const auto off = discrepancy(trial, truth);
    ASSERT_TRUE(off);
    EXPECT_NEAR(off->position, 0.02 / 2.0, 1e-6);  // sampled extremes
    EXPECT_NEAR(off->velocity, 0.01, 1e-6);
}

TEST(Comparison, says_nothing_where_nothing_moves)
{
    Problem resting = oscillator();
    resting.initial.q.setZero();
    StatesAt truth({0.0, 1.0});
    ASSERT_EQ(integrate(resting, EventAccurate{}, truth).status, Status::ok);
    const State start{0.0, Vector::Zero(1), Vector::Zero(1)}, later{1.0, Vector::Ones(1), Vector::Ones(1)};
    EXPECT_FALSE(discrepancy({start, later}, truth));
}

}  // namespace
}  // namespace rebond::test
