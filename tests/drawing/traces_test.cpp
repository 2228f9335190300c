#include "rebond/drawing/traces.hpp"

#include "io/results/small_results.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

TEST(Traces, the_velocity_is_that_of_the_coordinate_that_is_the_gap)
{
    const VelocityTrace trace = velocity_trace(bouncing_rod());
    EXPECT_FALSE(trace.is_mean);
    EXPECT_EQ(trace.time.size(), 101u + 4u);  // both sides of two impacts
    EXPECT_TRUE(std::is_sorted(trace.time.begin(), trace.time.end()));
    const auto first = std::find(trace.time.begin(), trace.time.end(), 0.4) - trace.time.begin();
    EXPECT_EQ(trace.value[static_cast<std::size_t>(first)], -1.0);
    EXPECT_EQ(trace.value[static_cast<std::size_t>(first) + 1], 0.5);
}

// It falls at 1 m/s, sticks from 0.405 s to 0.605 s, and rises at 1 m/s.
TEST(Traces, the_velocity_of_a_contact_that_sticks_jumps_to_zero_and_stays)
{
    Result result = bouncing_rod();
    for (Index k = 0; k < 101; ++k) {
        const double t = result.time[static_cast<std::size_t>(k)];
        result.gap(0, k) = t < 0.405 ? 0.405 - t : t < 0.605 ? 0.0 : t - 0.605;
        result.rate(0, k) = t < 0.405 ? -1.0 : t < 0.605 ? 0.0 : 1.0;
    }
    result.impacts = {{.time = 0.405, .end = 0.605, .velocity_before = -1.0, .velocity_after = 0.0}};
    const VelocityTrace trace = velocity_trace(result);
    ASSERT_FALSE(trace.is_mean);
    EXPECT_TRUE(std::is_sorted(trace.time.begin(), trace.time.end()));
    for (std::size_t k = 1; k < trace.time.size(); ++k) {
        const double t = 0.5 * (trace.time[k - 1] + trace.time[k]), v = trace.value[k];
        if (trace.time[k] == trace.time[k - 1]) continue;
        if (t > 0.605) break;
        EXPECT_EQ(v, t < 0.405 ? -1.0 : 0.0) << t;
        EXPECT_EQ(trace.value[k - 1], v) << t;
    }
}

// A contact from 0.405 s on that takes 3 N s at once and 1 N from then on.
TEST(Traces, the_impact_with_which_a_contact_begins_is_no_force)
{
    Result result = bouncing_rod();
    result.impacts = {{.time = 0.405, .end = 0.605}};
    result.friction = Matrix::Zero(1, 101);
    result.impulse = Matrix::Zero(1, 101);
    result.impulse.row(0).segment(41, 20).setConstant(0.01);
    result.impulse(0, 41) += 3.0;
    const Trace trace = force_trace(result, 0, Force::normal);
    ASSERT_EQ(trace.value.size(), 99u);
    EXPECT_NEAR(*std::max_element(trace.value.begin(), trace.value.end()), 1.0, 1e-12);  // rounding
    EXPECT_TRUE(
        std::none_of(trace.time.begin(), trace.time.end(), [](double t) { return t > 0.4 && t < 0.41; }));
}

TEST(Traces, results_without_the_velocity_of_a_gap_have_its_mean_between_samples)
{
    Result result = bouncing_rod();
    result.rate.resize(0, 0);
    const VelocityTrace trace = velocity_trace(result);
    EXPECT_TRUE(trace.is_mean);
    EXPECT_EQ(trace.time.size(), 100u);
    EXPECT_NEAR(trace.value.front(), -1.0, 1e-12);  // rounding
    EXPECT_NEAR(trace.time.front(), 0.005, 1e-15);
}

TEST(Traces, the_first_episode_comes_from_the_summary_or_the_close_up)
{
    Result result = bouncing_rod();
    EXPECT_EQ(first_episode(result)->lo, 0.4);
    EXPECT_EQ(first_episode(result)->hi, 0.5);
    result.summary.episodes.clear();
    EXPECT_EQ(first_episode(result)->lo, 0.4);
    EXPECT_NEAR(first_episode(result)->hi, 0.51, 1e-12);
    EXPECT_FALSE(first_episode(flying_rod()));
}

// One metre a second until another contact has an impact after a second, then none: no wiggle before the
// jump.
TEST(Traces, the_close_up_jumps_at_an_impact_of_another_contact)
{
    Result result;
    result.close_up = {.time = {0.0, 1.0, 2.0}, .gap = {0.0, 1.0, 1.0}, .velocity = {1.0, 0.0, 0.0}};
    result.impacts = {{.time = 1.0, .end = 1.0, .contact = 1}};
    const auto [gap, velocity] = close_up_traces(result);
    for (std::size_t k = 0; k < velocity.time.size(); ++k) {
        EXPECT_NEAR(gap.value[k], std::min(gap.time[k], 1.0), 1e-15);  // rounding
        if (velocity.time[k] == 1.0) continue;                         // both sides of the jump
        EXPECT_EQ(velocity.value[k], velocity.time[k] < 1.0 ? 1.0 : 0.0);
    }
}

TEST(Traces, the_energy_deviation_is_relative_unless_it_starts_at_zero)
{
    Result result = bouncing_rod();
    result.energy.back().kinetic += 0.01;
    EXPECT_TRUE(energy_deviation(result).is_relative);
    EXPECT_NEAR(energy_deviation(result).value.back(), 0.01, 1e-14);  // rounding; E₀ = 1
    result.energy.front() = {};
    EXPECT_FALSE(energy_deviation(result).is_relative);
    EXPECT_NEAR(energy_deviation(result).value.back(), 1.01, 1e-14);
}

TEST(Traces, the_tip_radius_is_found_from_the_gap)
{
    Result result = bouncing_rod();
    EXPECT_NEAR(tip_radius(result, BentRod{}).value(), BentRod::radius, 1e-12);
    EXPECT_FALSE(tip_radius(result, Shapeless{}));
    result.gap.row(0) *= 2.0;
    EXPECT_FALSE(tip_radius(result, BentRod{}));
}

TEST(Traces, the_deflection_is_seen_from_the_chord)
{
    const double s = std::sqrt(0.5);
    // A chord of length 2 at 45°, its middle moved by 0.1 to its left.
    const auto seen =
        deflection_from_chord({{1.0, 0.0}, {1.0 + s - 0.1 * s, s + 0.1 * s}, {1.0 + 2 * s, 2 * s}});
    ASSERT_EQ(seen.size(), 3u);
    EXPECT_NEAR(seen[1].x(), 1.0, 1e-12);
    EXPECT_NEAR(seen[1].y(), 0.1, 1e-12);
    EXPECT_NEAR(seen[2].x(), 2.0, 1e-12);
    EXPECT_NEAR(seen[2].y(), 0.0, 1e-12);
    EXPECT_TRUE(deflection_from_chord({{1.0, 1.0}, {1.0, 1.0}}).empty());
}

TEST(Traces, each_contact_has_its_own_velocity)
{
    Result result = bouncing_rod();
    result.gap.conservativeResize(2, Eigen::NoChange);
    result.gap.row(1) = -2.0 * result.position.row(0);
    result.rate.conservativeResize(2, Eigen::NoChange);
    result.rate.row(1).setConstant(-0.2);
    result.impacts[1].contact = 1;
    EXPECT_EQ(velocity_trace(result, 0).time.size(), 101u + 2u);
    EXPECT_EQ(velocity_trace(result, 1).time.size(), 101u + 2u);
    EXPECT_EQ(velocity_trace(result, 1).value.front(), -0.2);
    EXPECT_EQ(gap_trace(result, 1).value.back(), result.gap(1, 100));
    EXPECT_TRUE(gap_trace(result, 2).value.empty());
}

TEST(Traces, of_many_coordinates_those_of_the_contacts_are_shown)
{
    Result result = bouncing_rod();
    const Index samples = result.position.cols();
    EXPECT_EQ(shown_coordinates(result), (std::vector<Index>{0, 1, 2}));
    result.position = Matrix::Random(101, samples);
    result.velocity = Matrix::Zero(101, samples);
    EXPECT_EQ(shown_coordinates(result), (std::vector<Index>{0, 20, 40, 60, 80, 100}));
    result.coordinate = {70};
    EXPECT_EQ(shown_coordinates(result), (std::vector<Index>{0, 20, 40, 60, 80, 100}));
    result.summary.model = "linear";
    EXPECT_EQ(shown_coordinates(result), std::vector<Index>{70});
    EXPECT_TRUE(shown_coordinates(Result{}).empty());
}

}  // namespace
}  // namespace rebond
