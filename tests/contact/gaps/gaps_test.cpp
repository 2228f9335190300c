// Every gap that bends or moves, and every direction of sliding, against differences along random motions.
#include "rebond/contact/gap.hpp"
#include "rebond/contact/gaps/distance.hpp"
#include "rebond/contact/gaps/motion.hpp"
#include "rebond/contact/gaps/turning_point.hpp"
#include "rebond/contact/gaps/user_gap.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>

namespace rebond::test {
namespace {

constexpr int random_motions = 1000;
constexpr double apart = 1e-4;  // of the differences [s], [m]

struct Leaf {
    std::string name;
    std::shared_ptr<const GapFunction> function;
    bool is_gap;  // it has a value, of which its rate is the derivative
};

// A wavy ground that moves, φ = q₂ − 0.1 sin(3 q₀ − 2t) cos q₄, and sliding along its turning tangent.
double wavy(double t, const Vector& q)
{
    return q(2) - 0.1 * std::sin(3.0 * q(0) - 2.0 * t) * std::cos(q(4));
}

void wavy_gradient(double t, const Vector& q, Vector& w)
{
    w << -0.3 * std::cos(3.0 * q(0) - 2.0 * t) * std::cos(q(4)), 1.0,
        0.1 * std::sin(3.0 * q(0) - 2.0 * t) * std::sin(q(4));
}

double wavy_drift(double t, const Vector& q)
{
    return 0.2 * std::cos(3.0 * q(0) - 2.0 * t) * std::cos(q(4));
}

void wavy_tangent(double t, const Vector& q, Vector& w)
{
    const double slope = 0.3 * std::cos(3.0 * q(0) - 2.0 * t);
    w << 1.0 / std::hypot(1.0, slope), slope / std::hypot(1.0, slope);
}

std::vector<Leaf> every_leaf()
{
    const std::vector<Index> of_wavy = {0, 2, 4};
    const UserGapSpec by_values{.value = wavy, .coordinates = of_wavy};
    const UserGapSpec by_gradient{.value = wavy, .gradient = wavy_gradient, .coordinates = of_wavy};
    const UserGapSpec by_all{
        .value = wavy, .gradient = wavy_gradient, .drift = wavy_drift, .coordinates = of_wavy};
    const UserSlideSpec along_wavy{.direction = wavy_tangent,
                                   .drift = [](double t, const Vector&) { return std::sin(t); },
                                   .coordinates = {0, 2}};
    const Centres pair{.first = 0, .second = 2};
    const Centres inside{.first = 2, .fixed = {0.3, -0.2}, .side = -1.0};
    const Centres outside{.first = 0, .fixed = {-0.4, 0.1}};
    const auto leaf = [](std::string name, auto function, bool is_gap) {
        return Leaf{std::move(name), std::make_shared<decltype(function)>(function), is_gap};
    };
    return {leaf("distance of two discs", Distance(pair), true),
            leaf("distance inside a circle", Distance(inside), true),
            leaf("distance outside a circle", Distance(outside), true),
            leaf("slide between two discs", SlideAround(pair), false),
            leaf("slide inside a circle", SlideAround(inside), false),
            leaf("slide outside a circle", SlideAround(outside), false),
            leaf("height of a point that turns", TurningPoint(4, -0.7, TurningPoint::Part::height), true),
            leaf("place of a point that turns", TurningPoint(4, 0.7, TurningPoint::Part::place), true),
            leaf("moving stop", MovingStop({.amplitude = 0.3, .frequency = 4.0, .phase = 0.5}), true),
            leaf("belt", Belt(0.8), false),
            leaf("user's value", UserGap(by_values), true),
            leaf("user's value and gradient", UserGap(by_gradient), true),
            leaf("user's value, gradient and drift", UserGap(by_all), true),
            leaf("user's slide", UserSlide(along_wavy), false)};
}

// q(t) = q + v t + ½ a t² about t = now, of five coordinates. Centres keep away from each other and from the
// fixed points, where a distance has no gradient.
struct Motion {
    double now;
    Vector q, v, a;

    Vector at(double t) const { return q + t * v + 0.5 * t * t * a; }
    Vector velocity(double t) const { return v + t * a; }
};

Motion random_motion(std::mt19937& random)
{
    std::normal_distribution<double> normal;
    const auto numbers = [&] { return Vector::NullaryExpr(5, [&] { return normal(random); }).eval(); };
    Motion motion{3.0 * normal(random), numbers(), numbers(), numbers()};
    motion.q.head<2>() += Vector2(6.0, 0.0);
    motion.q.segment<2>(2) += Vector2(0.0, 6.0);
    return motion;
}

// Central differences: an error of h² times a third derivative, and rounding over h.
constexpr double difference_error = 2e-6;

TEST(Gaps, rates_are_derivatives_of_values)
{
    std::mt19937 random(1);
    for (const Leaf& leaf : every_leaf()) {
        if (!leaf.is_gap) continue;
        for (int i = 0; i < random_motions; ++i) {
            const Motion motion = random_motion(random);
            const auto value = [&](double t) { return leaf.function->value(motion.now + t, motion.at(t)); };
            ASSERT_NEAR(leaf.function->rate(motion.now, motion.q, motion.v),
                        (value(apart) - value(-apart)) / (2.0 * apart), difference_error)
                << leaf.name;
        }
    }
}

TEST(Gaps, gradients_and_drifts_are_partial_derivatives_of_values)
{
    std::mt19937 random(2);
    for (const Leaf& leaf : every_leaf()) {
        if (!leaf.is_gap) continue;
        for (int i = 0; i < random_motions; ++i) {
            const Motion motion = random_motion(random);
            Row row;
            leaf.function->add_gradient(motion.now, motion.q, row);
            for (Index j = 0; j < motion.q.size(); ++j) {
                const Vector aside = apart * Vector::Unit(motion.q.size(), j);
                const double difference = (leaf.function->value(motion.now, motion.q + aside) -
                                           leaf.function->value(motion.now, motion.q - aside)) /
                                          (2.0 * apart);
                ASSERT_NEAR(along(row, Vector::Unit(motion.q.size(), j)), difference, difference_error)
                    << leaf.name << ", coordinate " << j;
            }
            const double drift = (leaf.function->value(motion.now + apart, motion.q) -
                                  leaf.function->value(motion.now - apart, motion.q)) /
                                 (2.0 * apart);
            ASSERT_NEAR(leaf.function->drift(motion.now, motion.q), drift, difference_error) << leaf.name;
        }
    }
}

TEST(Gaps, rates_are_gradients_along_velocities_and_drifts)
{
    std::mt19937 random(3);
    for (const Leaf& leaf : every_leaf())
        for (int i = 0; i < random_motions; ++i) {
            const Motion motion = random_motion(random);
            Row row;
            leaf.function->add_gradient(motion.now, motion.q, row);
            ASSERT_NEAR(leaf.function->rate(motion.now, motion.q, motion.v),
                        along(row, motion.v) + leaf.function->drift(motion.now, motion.q), 1e-14)  // rounding
                << leaf.name;
        }
}

TEST(Gaps, curvatures_are_what_accelerations_leave_of_the_derivative_of_a_rate)
{
    std::mt19937 random(4);
    for (const Leaf& leaf : every_leaf())
        for (int i = 0; i < random_motions; ++i) {
            const Motion motion = random_motion(random);
            const auto rate = [&](double t) {
                return leaf.function->rate(motion.now + t, motion.at(t), motion.velocity(t));
            };
            Row row;
            leaf.function->add_gradient(motion.now, motion.q, row);
            ASSERT_NEAR(along(row, motion.a) + leaf.function->curvature(motion.now, motion.q, motion.v),
                        (rate(apart) - rate(-apart)) / (2.0 * apart), 10.0 * difference_error)
                << leaf.name;
        }
}

TEST(Gaps, values_and_rates_are_differences_of_lengths_and_speeds_that_are_no_smaller)
{
    std::mt19937 random(5);
    for (const Leaf& leaf : every_leaf())
        for (int i = 0; i < random_motions; ++i) {
            const Motion motion = random_motion(random);
            const double rounding = 1.0 + 1e-14;
            ASSERT_LE(std::abs(leaf.function->value(motion.now, motion.q)),
                      rounding * leaf.function->lengths(motion.now, motion.q))
                << leaf.name;
            ASSERT_LE(std::abs(leaf.function->rate(motion.now, motion.q, motion.v)),
                      rounding * leaf.function->speeds(motion.now, motion.q, motion.v))
                << leaf.name;
            ASSERT_LE(std::abs(leaf.function->rate(motion.now, motion.q, motion.v)),
                      rounding * leaf.function->fastest(motion.now, motion.v))
                << leaf.name;
        }
}

// A motion of degree two over 0 ≤ τ ≤ 1, and discs that may touch.
TEST(Gaps, a_polynomial_has_the_sign_of_a_distance)
{
    std::mt19937 random(6);
    std::array<double, 8> coefficients = {};
    int polynomials = 0;
    for (const Leaf& leaf : every_leaf()) {
        const double offset = leaf.name.find("inside") != std::string::npos ? 6.0 : -6.0;
        for (int i = 0; i < random_motions; ++i) {
            const Motion motion = random_motion(random);
            Matrix path(5, 3);
            path << motion.q, motion.v, 0.5 * motion.a;
            const auto sign = leaf.function->sign_over(path, 3, offset, coefficients);
            if (sign.sign == GapFunction::Sign::unknown) continue;
            ++polynomials;
            for (double tau = 0.0; tau <= 1.0; tau += 0.125) {
                const double gap = leaf.function->value(motion.now, motion.at(tau)) + offset;
                double polynomial = 1.0;
                if (sign.sign == GapFunction::Sign::polynomial) {
                    polynomial = 0.0;
                    for (std::size_t k = sign.count; k-- > 0;)
                        polynomial = polynomial * tau + coefficients[k];
                }
                if (std::abs(gap) <= 1e-9) continue;  // rounding
                ASSERT_EQ(gap > 0.0, polynomial > 0.0) << leaf.name;
            }
        }
    }
    EXPECT_EQ(polynomials, 3 * random_motions);
}

// Where time has gone on, rounding of the angle is more than that of the amplitude.
TEST(Gaps, a_stop_that_moves_is_known_to_the_rounding_of_its_angle)
{
    constexpr double eps = std::numeric_limits<double>::epsilon();
    const HarmonicMotion motion{.amplitude = 0.07, .frequency = 12.4, .phase = 6.2};
    const MovingStop stop(motion);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> times(0.0, 1000.0);
    double worst = 0.0;  // of the roundings of the amplitude alone [-]
    for (int i = 0; i < random_motions; ++i) {
        const double t = times(random);
        const long double angle = static_cast<long double>(motion.frequency) * t + motion.phase;
        const double off =
            std::abs(static_cast<double>(stop.value(t, {}) + motion.amplitude * std::cos(angle)));
        ASSERT_LE(off, eps * stop.lengths(t, {}));
        worst = std::max(worst, off / (eps * motion.amplitude));
    }
    EXPECT_GT(worst, 100.0);
}

}  // namespace
}  // namespace rebond::test
