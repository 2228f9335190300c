#include "rebond/contact/gaps/user_gap.hpp"

#include "integration/linear_problem.hpp"
#include "rebond/contact/gaps/distance.hpp"
#include "rebond/contact/gaps/motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rebond::test {
namespace {

// The distance of a point from the origin, inside a circle of radius one.
double inside(double /*t*/, const Vector& q)
{
    return 1.0 - std::hypot(q(0), q(1));
}

UserGapSpec bowl()
{
    return {.value = inside, .coordinates = {0, 1}, .moves = false};
}

UserGapSpec bowl_with_gradient()
{
    UserGapSpec spec = bowl();
    spec.gradient = [](double, const Vector& q, Vector& w) { w = -q / q.norm(); };
    return spec;
}

UserGapSpec bowl_with_rate()
{
    UserGapSpec spec = bowl();
    spec.rate = [](double, const Vector& q, const Vector& v) { return -q.dot(v) / q.norm(); };
    return spec;
}

// Accuracies as the header states them.
TEST(UserGap, differences_are_as_accurate_as_stated)
{
    const Distance exact(Centres{.first = 0, .fixed = {0.0, 0.0}, .side = -1.0});
    const UserGap by_values(bowl()), by_gradient(bowl_with_gradient()), by_rate(bowl_with_rate());
    for (const double angle : {0.1, 1.3, 2.2, 4.0}) {
        const Vector q = vector({0.9 * std::cos(angle), 0.9 * std::sin(angle)}), v = vector({0.8, -1.1});
        EXPECT_NEAR(by_values.rate(0.0, q, v), exact.rate(0.0, q, v), 1e-12);
        EXPECT_NEAR(by_values.curvature(0.0, q, v), exact.curvature(0.0, q, v), 1e-10);
        EXPECT_NEAR(by_gradient.rate(0.0, q, v), exact.rate(0.0, q, v), 1e-15);  // rounding
        EXPECT_NEAR(by_gradient.curvature(0.0, q, v), exact.curvature(0.0, q, v), 1e-11);
        EXPECT_NEAR(by_rate.rate(0.0, q, v), exact.rate(0.0, q, v), 1e-15);  // rounding
        EXPECT_NEAR(by_rate.curvature(0.0, q, v), exact.curvature(0.0, q, v), 1e-11);
    }
}

Problem mass_over(std::shared_ptr<const GapFunction> function, double offset, double e, const Vector& q,
                  const Vector& v)
{
    LinearSystem system = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), vector({0.0, -9.81}));
    const Contact contact{.gap = {.terms = {}, .offset = offset, .function = std::move(function)},
                          .law = {.restitution = e}};
    return linear_problem(std::move(system), {contact}, q, v, 3.0);
}

// Bounces and then slides in the bowl: the same impacts and the same path as in a circle.
TEST(UserGap, a_mass_moves_in_a_users_bowl_as_in_a_circle)
{
    const auto circle = std::make_shared<Distance>(Centres{.first = 0, .fixed = {0.0, 0.0}, .side = -1.0});
    const Vector q = vector({0.5, 0.2}), v = vector({0.3, 0.0});
    const Path exact = path_of(mass_over(circle, 1.0, 0.5, q, v), EventAccurate{});
    ASSERT_GT(exact.impacts.size(), 5u);
    for (const UserGapSpec& spec : {bowl(), bowl_with_gradient()}) {
        const Path path =
            path_of(mass_over(std::make_shared<UserGap>(spec), 0.0, 0.5, q, v), EventAccurate{});
        ASSERT_GT(path.impacts.size(), 5u);
        // The first is reached with the error of the scheme, 1e-10; bounces on a curve amplify it.
        EXPECT_NEAR(path.impacts[0].time, exact.impacts[0].time, 1e-10);
        EXPECT_NEAR(path.impacts[4].time, exact.impacts[4].time, 1e-8);
        EXPECT_NEAR(path.last().q(0), exact.last().q(0), 1e-7);
        EXPECT_NEAR(path.last().v(0), exact.last().v(0), 1e-7);
    }
}

// A table that moves, by its value alone.
TEST(UserGap, a_mass_bounces_on_a_users_table_as_on_a_moving_stop)
{
    const HarmonicMotion motion{.amplitude = 0.02, .frequency = 25.0, .phase = 0.4};
    const auto table = [motion](double t, const Vector& q) {
        return q(1) - motion.amplitude * std::cos(motion.frequency * t + motion.phase);
    };
    const UserGapSpec spec{
        .value = table, .coordinates = {1}, .time = 1.0 / motion.frequency, .frequency = motion.frequency};
    Problem problem =
        mass_over(std::make_shared<UserGap>(spec), 0.0, 0.6, vector({0.0, 0.1}), vector({0.0, 0.0}));
    problem.duration = 1.0;
    const Path path = path_of(problem, EventAccurate{});
    problem.contacts[0].gap = {.terms = {{1, 1.0}}, .function = std::make_shared<MovingStop>(motion)};
    const Path exact = path_of(problem, EventAccurate{});
    ASSERT_EQ(path.impacts.size(), exact.impacts.size());
    ASSERT_GT(path.impacts.size(), 2u);
    for (std::size_t i = 0; i < exact.impacts.size(); ++i) {
        EXPECT_NEAR(path.impacts[i].time, exact.impacts[i].time, 1e-9);        // of the scheme, amplified
        EXPECT_NEAR(path.impacts[i].impulse, exact.impacts[i].impulse, 1e-7);  // likewise
    }
}

// The lengths and speeds that it states cover the rounding of its time, too.
TEST(UserGap, a_table_that_moves_for_long_is_known_to_the_rounding_it_states)
{
    constexpr double A = 0.05, w = 15.0;
    const UserGap table(
        UserGapSpec{.value = [](double t, const Vector& q) { return q(0) - A * std::cos(w * t); },
                    .gradient = [](double, const Vector&, Vector& slope) { slope(0) = 1.0; },
                    .drift = [](double t, const Vector&) { return A * w * std::sin(w * t); },
                    .coordinates = {0},
                    .time = 1.0 / w,
                    .frequency = w});
    for (int i = 1; i <= 10000; ++i) {
        const double t = 0.1 * i;
        const long double angle = static_cast<long double>(w) * static_cast<long double>(t);
        const Vector q = vector({A * std::cos(w * t)}), v = vector({0.0});  // where it touches
        const double gap_error =
            std::abs(static_cast<double>(q(0) - A * std::cos(angle)) - table.value(t, q));
        const double rate_error =
            std::abs(static_cast<double>(A * w * std::sin(angle)) - table.rate(t, q, v));
        constexpr double rounding = 2.0 * std::numeric_limits<double>::epsilon();
        ASSERT_LE(gap_error, rounding * table.lengths(t, q)) << t;
        ASSERT_LE(rate_error, rounding * table.speeds(t, q, v)) << t;
    }
}

TEST(UserGap, a_direction_of_sliding_has_the_rate_and_the_curvature_of_that_around_a_circle)
{
    const SlideAround exact(Centres{.first = 0, .fixed = {0.0, 0.0}, .side = -1.0});
    const UserSlide slide(
        {.direction = [](double, const Vector& q, Vector& w) { w = Vector2(-q(1), q(0)) / q.norm(); },
         .coordinates = {0, 1},
         .moves = false});
    const Vector q = vector({0.4, -0.8}), v = vector({1.2, 0.7});
    EXPECT_NEAR(slide.rate(0.0, q, v), exact.rate(0.0, q, v), 1e-15);            // rounding
    EXPECT_NEAR(slide.curvature(0.0, q, v), exact.curvature(0.0, q, v), 1e-11);  // of differences
}

TEST(UserGap, refuses_functions_that_are_missing_or_not_finite)
{
    EXPECT_THROW(UserGap({.value = {}, .coordinates = {0}}), InputError);
    EXPECT_THROW(UserGap({.value = inside}), InputError);
    EXPECT_THROW(UserGap({.value = inside, .coordinates = {0, 1}, .length = 0.0}), InputError);
    EXPECT_THROW(UserSlide({.direction = {}, .coordinates = {0}}), InputError);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const UserGap broken({.value = [nan](double, const Vector&) { return nan; }, .coordinates = {0}});
    EXPECT_THROW((void)broken.value(0.0, vector({1.0})), InputError);
    UserGapSpec wrong = bowl();
    wrong.gradient = [](double, const Vector&, Vector& w) { w.resize(3); };
    Row row;
    EXPECT_THROW(UserGap(wrong).add_gradient(0.0, vector({0.5, 0.5}), row), InputError);
}

}  // namespace
}  // namespace rebond::test
