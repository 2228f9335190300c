#include "rebond/contact/friction/coupled_groups.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

// Two rows for each contact; `pairs` move each other along their normals.
Matrix mobility(Index contacts, const std::vector<std::pair<Index, Index>>& pairs, double by = 0.25)
{
    Matrix G = Matrix::Identity(2 * contacts, 2 * contacts);
    for (const auto& [i, j] : pairs) G(2 * i, 2 * j) = G(2 * j, 2 * i) = by;
    return G;
}

TEST(CoupledGroups, contacts_that_move_nothing_of_each_other_are_alone)
{
    std::vector<Index> groups;
    EXPECT_EQ(find_groups(mobility(3, {}), 3, groups), 3);
    EXPECT_EQ(groups, (std::vector<Index>{0, 1, 2}));
}

TEST(CoupledGroups, a_row_of_bodies_is_one_group_though_its_ends_do_not_meet)
{
    std::vector<Index> groups;
    EXPECT_EQ(find_groups(mobility(4, {{0, 1}, {1, 2}, {2, 3}}), 4, groups), 1);
    EXPECT_EQ(groups, (std::vector<Index>{0, 0, 0, 0}));
}

TEST(CoupledGroups, are_counted_in_the_order_of_their_first_contacts)
{
    std::vector<Index> groups;
    EXPECT_EQ(find_groups(mobility(5, {{0, 3}, {2, 4}}), 5, groups), 3);
    EXPECT_EQ(groups, (std::vector<Index>{0, 1, 2, 0, 2}));
}

TEST(CoupledGroups, slides_couple_too)
{
    Matrix G = mobility(2, {});
    G(1, 3) = G(3, 1) = -0.25;
    std::vector<Index> groups;
    EXPECT_EQ(find_groups(G, 2, groups), 1);
}

TEST(CoupledGroups, rounding_couples_nothing)
{
    std::vector<Index> groups;
    EXPECT_EQ(find_groups(mobility(2, {{0, 1}}, 1e-17), 2, groups), 2);
}

}  // namespace
}  // namespace rebond::test
