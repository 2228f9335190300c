#include "rebond/contact/contact_rows.hpp"

#include "rebond/contact/gaps/distance.hpp"
#include "rebond/contact/gaps/motion.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

// A floor, a belt below it, and a pair of discs that roll on each other.
std::vector<Contact> three_contacts()
{
    const Centres pair{.first = 0, .second = 2};
    return {{.gap = {.terms = {{1, 1.0}}}, .slide = {.terms = {{0, 1.0}, {4, 0.1}}}},
            {.gap = {.terms = {{3, 1.0}}},
             .slide = {.terms = {{2, 1.0}}, .function = std::make_shared<Belt>(0.5)}},
            {.gap = {.terms = {}, .offset = -0.2, .function = std::make_shared<Distance>(pair)},
             .slide = {.terms = {{4, 0.1}, {5, 0.1}}, .function = std::make_shared<SlideAround>(pair)}}};
}

double weight_along(const Row& row, Index coordinate)
{
    double sum = 0.0;
    for (const auto& [i, w] : row)
        if (i == coordinate) sum += w;
    return sum;
}

TEST(ContactRows, those_that_bend_or_move_vary)
{
    const std::vector<Contact> contacts = three_contacts();
    const ContactRows rows(contacts);
    EXPECT_FALSE(rows.varies(0));
    EXPECT_TRUE(rows.varies(1));
    EXPECT_TRUE(rows.varies(2));
    EXPECT_EQ(rows.varying(), (std::vector<Index>{1, 2}));
}

TEST(ContactRows, are_the_gradients_where_the_body_is)
{
    const std::vector<Contact> contacts = three_contacts();
    ContactRows rows(contacts);
    Vector q(6);
    q << 0.3, 0.4, 0.0, 0.0, 1.0, 2.0;
    for (int placed = 0; placed < 3; ++placed) {  // again and again the same
        rows.place(1.0, q);
        EXPECT_EQ(rows.normal(0).size(), 1u);
        EXPECT_EQ(weight_along(rows.normal(0), 1), 1.0);
        EXPECT_EQ(weight_along(rows.slide(0), 4), 0.1);
        EXPECT_EQ(weight_along(rows.slide(1), 2), 1.0);
        // n = (0.6, 0.8) from the second to the first, t = n turned clockwise.
        const double normal[] = {0.6, 0.8, -0.6, -0.8, 0.0, 0.0}, slide[] = {0.8, -0.6, -0.8, 0.6, 0.1, 0.1};
        for (Index i = 0; i < 6; ++i) {
            EXPECT_NEAR(weight_along(rows.normal(2), i), normal[i], 1e-15) << i;
            EXPECT_NEAR(weight_along(rows.slide(2), i), slide[i], 1e-15) << i;
        }
        EXPECT_EQ(rows.normal(2).size(), 4u);
        EXPECT_EQ(rows.slide(2).size(), 6u);
    }
    q(0) = -0.3;
    rows.place(1.0, q);
    EXPECT_NEAR(weight_along(rows.normal(2), 0), -0.6, 1e-15);
}

}  // namespace
}  // namespace rebond::test
