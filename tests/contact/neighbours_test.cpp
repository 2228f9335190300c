#include "rebond/contact/neighbours.hpp"

#include "allocation_count.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace rebond {
namespace {

using Pairs = std::vector<std::pair<Index, Index>>;

Pairs all_near(const Vector& q, const std::vector<double>& radii, double skin)
{
    Pairs pairs;
    for (std::size_t i = 0; i < radii.size(); ++i)
        for (std::size_t j = i + 1; j < radii.size(); ++j) {
            const Vector2 apart =
                q.segment<2>(2 * static_cast<Index>(j)) - q.segment<2>(2 * static_cast<Index>(i));
            const double reach = radii[i] + radii[j] + skin;
            if (apart.squaredNorm() <= reach * reach) pairs.emplace_back(i, j);
        }
    return pairs;
}

struct Cloud {
    std::mt19937 random{7};
    std::uniform_real_distribution<double> uniform{-1.0, 1.0};

    Vector in_box(Index discs, double width, double height, const Vector2& centre = {0.0, 0.0})
    {
        Vector q(2 * discs);
        for (Index i = 0; i < discs; ++i)
            q.segment<2>(2 * i) =
                centre + Vector2(0.5 * width * uniform(random), 0.5 * height * uniform(random));
        return q;
    }
    std::vector<double> radii(std::size_t discs, double least, double most)
    {
        std::vector<double> radii(discs);
        for (double& r : radii) r = least + 0.5 * (most - least) * (1.0 + uniform(random));
        return radii;
    }
};

void expect_all_near(const Vector& q, const std::vector<double>& radii, double skin)
{
    Neighbours neighbours(radii, skin);
    EXPECT_TRUE(neighbours.renew(q));
    EXPECT_EQ(neighbours.pairs(), all_near(q, radii, skin));
}

TEST(Neighbours, are_all_near_pairs_of_random_clouds)
{
    Cloud cloud;
    for (const Index discs : {0, 1, 2, 10, 300})
        for (const double width : {0.1, 1.0, 5.0, 1000.0})
            for (const double skin : {0.0, 0.02, 0.3}) {
                const auto radii = cloud.radii(static_cast<std::size_t>(discs), 0.05, 0.1);
                expect_all_near(cloud.in_box(discs, width, width), radii, skin);
            }
}

TEST(Neighbours, are_all_near_pairs_on_lines)
{
    Cloud cloud;
    const auto radii = cloud.radii(200, 0.09, 0.1);
    expect_all_near(cloud.in_box(200, 0.0, 20.0), radii, 0.05);
    expect_all_near(cloud.in_box(200, 20.0, 0.0), radii, 0.05);
    // Discs that just touch, on the edges of cells.
    Vector q(400);
    for (Index i = 0; i < 200; ++i) q.segment<2>(2 * i) = Vector2(0.2 * static_cast<double>(i) - 20.0, 0.0);
    expect_all_near(q, std::vector<double>(200, 0.1), 0.0);
    expect_all_near(q, std::vector<double>(200, 0.1), 1e-9);
}

TEST(Neighbours, are_all_near_pairs_far_from_the_origin_and_over_any_extent)
{
    Cloud cloud;
    const auto radii = cloud.radii(200, 0.05, 0.1);
    for (const double away : {1e3, -1e6, 1e9, -1e13, 1e15, 1e17})
        expect_all_near(cloud.in_box(200, 2.0, 2.0, {away, -0.3 * away}), radii, 0.02);
    // Two clusters and nothing between them.
    Vector q = cloud.in_box(200, 2.0, 2.0);
    for (Index i = 0; i < 100; ++i) q.segment<2>(2 * i) += Vector2(1e12, 1e12);
    expect_all_near(q, radii, 0.02);
    q.head<2>() = Vector2(std::numeric_limits<double>::max(), 0.0);
    Neighbours neighbours(radii, 0.02);
    neighbours.renew(q);
    EXPECT_EQ(neighbours.pairs(), all_near(q, radii, 0.02));
}

TEST(Neighbours, are_all_near_pairs_of_very_different_radii)
{
    Cloud cloud;
    auto radii = cloud.radii(300, 0.001, 0.01);
    radii[17] = 0.8;
    radii[250] = 0.3;
    expect_all_near(cloud.in_box(300, 3.0, 3.0), radii, 0.005);
    expect_all_near(cloud.in_box(300, 3.0, 3.0), std::vector<double>(300, 0.0), 0.1);
    expect_all_near(cloud.in_box(300, 3.0, 3.0), std::vector<double>(300, 0.0), 0.0);
}

// While the discs move, no pair that touches is missing, and lists are made now and then only.
TEST(Neighbours, miss_no_touching_pair_while_the_discs_move)
{
    Cloud cloud;
    const double skin = 0.05;
    const auto radii = cloud.radii(300, 0.05, 0.1);
    Vector q = cloud.in_box(300, 4.0, 4.0);
    const Vector v = cloud.in_box(300, 2.0, 2.0);
    Neighbours neighbours(radii, skin);
    int made = 0;
    for (int step = 0; step < 400; ++step) {
        made += neighbours.renew(q);
        const Pairs& listed = neighbours.pairs();
        ASSERT_TRUE(std::is_sorted(listed.begin(), listed.end()));
        for (const auto& pair : all_near(q, radii, 0.0))
            ASSERT_TRUE(std::binary_search(listed.begin(), listed.end(), pair)) << step;
        q += 0.002 * v;
    }
    EXPECT_GT(made, 20);
    EXPECT_LT(made, 60);
}

TEST(Neighbours, are_made_anew_only_when_a_disc_has_moved_by_half_the_skin)
{
    Vector q(4);
    q << 0.0, 0.0, 0.25, 0.0;
    Neighbours neighbours({0.1, 0.1}, 0.02);
    EXPECT_TRUE(neighbours.renew(q));
    EXPECT_TRUE(neighbours.pairs().empty());
    EXPECT_FALSE(neighbours.renew(q));
    q(2) = 0.2401;
    EXPECT_FALSE(neighbours.renew(q));
    q(2) = 0.2399;
    EXPECT_TRUE(neighbours.renew(q));
    q(2) = 0.2200;
    EXPECT_TRUE(neighbours.renew(q));
    EXPECT_EQ(neighbours.pairs(), (Pairs{{0, 1}}));
    // Further coordinates are angles.
    Vector with_angles(6);
    with_angles << q, 3.0, -7.0;
    EXPECT_FALSE(neighbours.renew(with_angles));
}

TEST(Neighbours, of_a_disc_without_a_finite_position_are_none)
{
    Vector q(6);
    q << 0.0, 0.0, 0.1, 0.0, 0.2, 0.0;
    Neighbours neighbours({0.1, 0.1, 0.1}, 0.02);
    EXPECT_TRUE(neighbours.renew(q));
    EXPECT_EQ(neighbours.pairs().size(), 3U);
    for (const double nowhere :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        q(3) = nowhere;
        EXPECT_TRUE(neighbours.renew(q));
        EXPECT_EQ(neighbours.pairs(), (Pairs{{0, 2}}));
    }
    EXPECT_THROW(Neighbours({0.1, -0.1}, 0.0), std::logic_error);
    EXPECT_THROW(Neighbours({0.1}, std::numeric_limits<double>::quiet_NaN()), std::logic_error);
    EXPECT_THROW(static_cast<void>(neighbours.renew(Vector::Zero(5))), std::logic_error);
}

TEST(Neighbours, are_made_anew_without_allocations)
{
    Cloud cloud;
    Neighbours neighbours(cloud.radii(500, 0.05, 0.1), 0.05);
    const Vector q = cloud.in_box(500, 4.0, 4.0);
    Vector moved = q;
    for (Index i = 0; i < 1000; i += 2) moved(i) += 100.0;  // all of them
    neighbours.renew(q);
    const long before = allocations();
    for (int k = 0; k < 10; ++k) EXPECT_TRUE(neighbours.renew(k % 2 == 0 ? moved : q));
    EXPECT_EQ(allocations() - before, 0);
}

}  // namespace
}  // namespace rebond
