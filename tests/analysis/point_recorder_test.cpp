#include "rebond/analysis/point_recorder.hpp"

#include "integration/linear_problem.hpp"

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

using What = PointValue::What;

// A unit mass on a unit spring that leaves x = 0 at speed 1: x = sin t, without or with a stop at 0 that it
// hits every π seconds with its speed, e times that after.
Problem oscillator(std::vector<Contact> contacts = {})
{
    const Matrix one = Matrix::Identity(1, 1);
    return test::linear_problem(test::linear_system(one, one), std::move(contacts), Vector::Zero(1),
                                Vector::Ones(1), 40.0);
}

Problem bouncing(double e)
{
    return oscillator({test::contact_along(Vector::Ones(1), 0.0, e)});
}

std::vector<MotionPoint> points_of(const Problem& problem, const Scheme& scheme, const PointTerms& terms)
{
    PointRecorder recorder(terms);
    EXPECT_EQ(integrate(problem, scheme, recorder).status, Status::ok);
    return recorder.points();
}

TEST(PointRecorder, points_of_exact_schemes_are_at_the_very_times)
{
    const PointTerms terms{
        .offset = 3.0, .spacing = 0.7, .count = 20, .values = {{What::position}, {What::velocity}}};
    for (const Scheme& scheme : test::exact_schemes) {
        const auto points = points_of(oscillator(), scheme, terms);
        ASSERT_EQ(points.size(), 20u);
        for (std::size_t k = 0; k < points.size(); ++k) {
            const double t = (3.0 + static_cast<double>(k)) * 0.7;
            EXPECT_EQ(points[k].time, t);
            EXPECT_NEAR(points[k].values[0], std::sin(t),
                        1e-11);  // rounding, and the tolerance of the flight
            EXPECT_NEAR(points[k].values[1], std::cos(t), 1e-11);
        }
    }
}

TEST(PointRecorder, points_of_fixed_steps_are_interpolated_with_an_error_of_second_order)
{
    const PointTerms terms{.offset = 1.0, .spacing = 0.777, .count = 40, .values = {{What::position}}};
    const auto error = [&](double step) {
        double largest = 0.0;
        for (const MotionPoint& point : points_of(oscillator(), MoreauJean{.step = step}, terms))
            largest = std::max(largest, std::abs(point.values[0] - std::sin(point.time)));
        return largest;
    };
    const double order = std::log(error(0.02) / error(0.0025)) / std::log(8.0);
    EXPECT_GT(order, 1.8);
    EXPECT_LT(error(0.0025), 1e-4);
}

TEST(PointRecorder, a_run_that_is_too_short_gives_the_points_it_has)
{
    const PointTerms terms{
        .start = 38.0, .offset = 1.0, .spacing = 0.5, .count = 100, .values = {{What::position}}};
    const auto points = points_of(oscillator(), EventModal{}, terms);
    ASSERT_EQ(points.size(), 4u);
    EXPECT_EQ(points.back().time, 40.0);  // its end is on time
}

// Impacts at π, 2π, …, the n-th at speed e^(n − 1).
TEST(PointRecorder, points_at_impacts_have_the_state_before_them)
{
    const PointTerms terms{.at_impacts = true,
                           .skipped = 2,
                           .count = 5,
                           .load_frequency = 1.0 / (4.0 * std::numbers::pi),
                           .load_turns = 0.25,
                           .values = {{What::position},
                                      {What::velocity},
                                      {What::phase},
                                      {What::contact},
                                      {What::velocity_before},
                                      {What::velocity_after},
                                      {What::impulse}}};
    const auto points = points_of(bouncing(0.9), EventModal{}, terms);
    ASSERT_EQ(points.size(), 5u);
    for (std::size_t k = 0; k < points.size(); ++k) {
        const auto n = static_cast<double>(k) + 3.0;
        const double speed = std::pow(0.9, n - 1.0);
        const std::vector<double>& values = points[k].values;
        EXPECT_NEAR(points[k].time, n * std::numbers::pi, 1e-11);
        EXPECT_NEAR(values[0], 0.0, 1e-11);
        EXPECT_NEAR(values[1], -speed, 1e-11);
        EXPECT_NEAR(std::remainder(values[2] - 90.0 * (n + 1.0), 360.0), 0.0, 1e-8);
        EXPECT_EQ(values[3], 1.0);
        EXPECT_NEAR(values[4], -speed, 1e-11);
        EXPECT_NEAR(values[5], 0.9 * speed, 1e-11);
        EXPECT_NEAR(values[6], 1.9 * speed, 1e-11);
    }
    const auto stepped = points_of(bouncing(0.9), MoreauJean{.step = 1e-3}, terms);
    ASSERT_EQ(stepped.size(), 5u);
    for (std::size_t k = 0; k < stepped.size(); ++k)
        EXPECT_NEAR(stepped[k].values[1], points[k].values[1], 1e-2);  // of the step before it
}

TEST(PointRecorder, every_name_is_that_of_its_value)
{
    for (const std::string& name : point_value_names()) EXPECT_EQ(name_of(point_value(name).value()), name);
    EXPECT_EQ(point_value("velocity.12").value().index, 12);
    for (const char* name : {"", "velocity", "velocity.", "velocity.-1", "velocity.1x", "speed"})
        EXPECT_FALSE(point_value(name)) << name;
}

}  // namespace
}  // namespace rebond
