// What a comparison keeps and how it judges.
#include "rebond/studies/comparison.hpp"

#include "integration/linear_problem.hpp"

#include <algorithm>

namespace rebond::test {
namespace {

// q = cos t, v = −sin t.
Problem oscillator()
{
    const Matrix one = Matrix::Identity(1, 1);
    return linear_problem(linear_system(one, one), {}, Vector::Ones(1), Vector::Zero(1), 10.0);
}

// Wants a step to end every so often, as the samples of a run do.
class Rhythm final : public Recorder {
public:
    explicit Rhythm(double spacing) : spacing_(spacing) {}
    void step(const Instant& now) override
    {
        next_ = (std::floor(now.t() / spacing_ + 1e-9) + 1.0) * spacing_;
    }
    double wanted_time() const override { return next_; }

private:
    double spacing_;
    double next_ = 0.0;
};

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
    StatesAt truth(times, 0.01);
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
    StatesAt truth(times, 0.01);
    ASSERT_EQ(integrate(oscillator(), EventAccurate{}, truth).status, Status::ok);
    const auto off = discrepancy(trial, truth);
    ASSERT_TRUE(off);
    EXPECT_NEAR(off->position, 0.02 / 2.0, 1e-6);  // sampled extremes
    EXPECT_NEAR(off->velocity, 0.01, 1e-6);
}

// Two masses on springs that meet a stop some times, and the instants of one scheme asked of the other: some
// are at impacts, within rounding, and twice.
TEST(Comparison, of_exact_schemes_does_not_depend_on_the_side_of_an_impact)
{
    const double duration = 2.0, spacing = duration / 400.0;
    const Problem problem = linear_problem(
        linear_system(Matrix::Identity(2, 2), Matrix{{2e4, -1e4}, {-1e4, 1e4}}),
        {contact_along(vector({0.0, -1.0}), 0.005, 0.5)}, Vector::Zero(2), Vector::Ones(2), duration);
    std::vector<std::vector<State>> trials;
    std::vector<double> times;
    for (const Scheme& scheme : exact_schemes) {
        StateSamples samples(spacing);
        Rhythm rhythm(spacing / 10.0);
        Recorders both{&samples, &rhythm};
        ASSERT_EQ(integrate(problem, scheme, both).status, Status::ok);
        ASSERT_GT(samples.states.size(), 390u);
        for (const State& state : samples.states) times.push_back(state.t);
        trials.push_back(std::move(samples.states));
    }
    Path path;
    ASSERT_EQ(integrate(problem, EventAccurate{}, path).status, Status::ok);
    ASSERT_GT(path.impacts.size(), 5u);
    for (const Impact& impact : path.impacts) {
        times.push_back(std::nextafter(impact.time, 0.0));
        times.push_back(impact.time);
    }
    std::sort(times.begin(), times.end());
    StatesAt truth(times, spacing);
    ASSERT_EQ(integrate(problem, EventAccurate{}, truth).status, Status::ok);
    for (const Impact& impact : path.impacts) EXPECT_EQ(truth.at(impact.time), nullptr) << impact.time;
    for (const std::vector<State>& trial : trials) {
        const auto off = discrepancy(trial, truth);
        ASSERT_TRUE(off);
        EXPECT_LT(off->position, 1e-10);
        EXPECT_LT(off->velocity, 1e-10);
    }
}

// Before and after an impact: rounding says which.
TEST(Comparison, keeps_no_state_beside_an_impact)
{
    const Problem problem =
        linear_problem(linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1)),
                       {contact_along(vector({1.0}), 0.5, 0.5)}, Vector::Zero(1), vector({-1.0}), 1.0);
    StatesAt truth({0.0, 0.4, 0.5 - 1e-10, 0.5, 0.5 + 1e-10, 0.6, 0.6 + 1e-15}, 0.1);
    ASSERT_EQ(integrate(problem, EventAccurate{}, truth).status, Status::ok);
    for (const double t : {0.5 - 1e-10, 0.5, 0.5 + 1e-10}) EXPECT_EQ(truth.at(t), nullptr) << t;
    for (const double t : {0.0, 0.4, 0.6, 0.6 + 1e-15}) ASSERT_NE(truth.at(t), nullptr) << t;
    EXPECT_NEAR(truth.at(0.6)->v(0), 0.5, 1e-12);
}

TEST(Comparison, says_nothing_where_nothing_moves)
{
    Problem resting = oscillator();
    resting.initial.q.setZero();
    StatesAt truth({0.0, 1.0}, 1.0);
    ASSERT_EQ(integrate(resting, EventAccurate{}, truth).status, Status::ok);
    const State start{0.0, Vector::Zero(1), Vector::Zero(1)}, later{1.0, Vector::Ones(1), Vector::Ones(1)};
    EXPECT_FALSE(discrepancy({start, later}, truth));
}

}  // namespace
}  // namespace rebond::test
