#include "rebond/contact/gap.hpp"

#include "rebond/contact/gaps/distance.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace rebond::test {
namespace {

const Gap straight{.terms = {{.coordinate = 0, .weight = 2.0}, {.coordinate = 3, .weight = -0.5}},
                   .offset = 0.25};
const Gap discs{
    .terms = {}, .offset = -0.7, .function = std::make_shared<Distance>(Centres{.first = 0, .second = 2})};

Vector somewhere()
{
    return Eigen::Vector4d(0.3, -0.8, 1.1, 0.6);
}

TEST(Gap, of_a_straight_line_is_its_terms_and_its_offset)
{
    EXPECT_DOUBLE_EQ(gap_at(straight, 0.0, somewhere()), 2.0 * 0.3 - 0.5 * 0.6 + 0.25);
}

TEST(Gap, of_two_discs_is_the_distance_of_their_centres_less_their_radii)
{
    EXPECT_DOUBLE_EQ(gap_at(discs, 0.0, somewhere()), std::hypot(0.3 - 1.1, -0.8 - 0.6) - 0.7);
    EXPECT_DOUBLE_EQ(gap_at(discs, 0.0, Eigen::Vector4d(0.0, 0.0, 3.0, 4.0)), 4.3);
}

// Central differences, an error of h² times the third derivative.
TEST(Gap, its_rate_is_its_derivative_along_the_velocity)
{
    const Vector q = somewhere(), v = Eigen::Vector4d(0.9, 0.4, -0.2, 1.3);
    const double h = 1e-5;
    for (const Gap& gap : {straight, discs}) {
        const double difference = (gap_at(gap, 0.0, q + h * v) - gap_at(gap, 0.0, q - h * v)) / (2.0 * h);
        EXPECT_NEAR(rate_at(gap, 0.0, q, v), difference, 1e-9);
    }
}

TEST(Gap, a_reaction_enters_the_forces_along_the_gradient)
{
    Vector f = Vector::Ones(4);
    add_reaction(straight.terms, 3.0, f);
    EXPECT_EQ(f, Vector(Eigen::Vector4d(7.0, 1.0, 1.0, -0.5)));
    // The power of a force along the gradient is the force times the rate of the gap.
    const Vector v = Eigen::Vector4d(0.9, 0.4, -0.2, 1.3);
    Vector reaction = Vector::Zero(4);
    add_reaction(straight.terms, 3.0, reaction);
    EXPECT_DOUBLE_EQ(reaction.dot(v), 3.0 * along(straight.terms, v));
}

TEST(Gap, is_the_difference_of_lengths_that_are_no_smaller)
{
    for (const Gap& gap : {straight, discs}) {
        EXPECT_GE(lengths_in(gap, 0.0, somewhere()), std::abs(gap_at(gap, 0.0, somewhere())));
        const double rate = std::abs(rate_at(gap, 0.0, somewhere(), somewhere()));
        EXPECT_GE(speeds_in(gap, 0.0, somewhere(), somewhere()), rate);
        EXPECT_GE(fastest_of(gap, 0.0, somewhere()), rate);
    }
    // A gap of zero between bodies a kilometre away has the rounding of a kilometre.
    const Gap far{.terms = {{0, 1.0}, {1, -1.0}}, .offset = 0.0};
    EXPECT_DOUBLE_EQ(lengths_in(far, 0.0, Eigen::Vector2d(1e3, 1e3)), 2e3);
}

TEST(Gap, bodies_that_accelerate_alike_have_no_acceleration_between_them)
{
    const Gap between{.terms = {{0, 1.0}, {1, -1.0}}, .offset = 0.0};
    const double g = 9.81, rounded = g * (1.0 + std::numeric_limits<double>::epsilon());
    EXPECT_EQ(acceleration_along(between.terms, Eigen::Vector2d(g, rounded)), 0.0);
    EXPECT_DOUBLE_EQ(acceleration_along(between.terms, Eigen::Vector2d(g, 9.0)), g - 9.0);
}

}  // namespace
}  // namespace rebond::test
