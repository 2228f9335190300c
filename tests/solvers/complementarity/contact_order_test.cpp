#include "rebond/solvers/complementarity/contact_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace rebond {
namespace {

struct NamedContacts {
    Matrix G, own;
    Vector b, slides;

    Index size() const { return slides.size(); }

    // In this order, with tangents turned where a sense is −1.
    NamedContacts told(const std::vector<Index>& order, const std::vector<double>& senses) const
    {
        NamedContacts other{.G = G, .own = own, .b = b, .slides = slides};
        const auto turned = [&](Index i) { return Eigen::DiagonalMatrix<double, 2>(1.0, senses[i]); };
        for (Index i = 0; i < size(); ++i) {
            other.b.segment<2>(2 * i) = turned(i) * b.segment<2>(2 * order[i]);
            other.own.row(i) = own.row(order[i]);
            other.slides(i) = senses[i] * slides(order[i]);
            for (Index j = 0; j < size(); ++j)
                other.G.block<2, 2>(2 * i, 2 * j) =
                    turned(i) * G.block<2, 2>(2 * order[i], 2 * order[j]) * turned(j);
        }
        return other;
    }
};

// Balls of unit mass and radius that touch each other, all with the same friction, pushed alike.
NamedContacts clump(const std::vector<Vector2>& centres, const Vector2& push)
{
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < centres.size(); ++i)
        for (std::size_t j = i + 1; j < centres.size(); ++j)
            if ((centres[i] - centres[j]).norm() < 2.001) pairs.emplace_back(i, j);
    const auto n = static_cast<Index>(pairs.size()), balls = static_cast<Index>(centres.size());
    Matrix W = Matrix::Zero(2 * n, 3 * balls);
    for (Index k = 0; k < n; ++k) {
        const auto [i, j] = pairs[static_cast<std::size_t>(k)];
        const Vector2 normal = (centres[i] - centres[j]).normalized(), tangent(normal(1), -normal(0));
        const auto first = static_cast<Index>(3 * i), second = static_cast<Index>(3 * j);
        W.row(2 * k).segment<2>(first) = normal.transpose();
        W.row(2 * k).segment<2>(second) = -normal.transpose();
        W.row(2 * k + 1).segment<2>(first) = tangent.transpose();
        W.row(2 * k + 1).segment<2>(second) = -tangent.transpose();
        W(2 * k + 1, first + 2) = W(2 * k + 1, second + 2) = std::sqrt(2.0);
    }
    Vector v = Vector::Zero(3 * balls);
    v.head<2>() = push;
    return {
        .G = W * W.transpose(), .own = Matrix::Constant(n, 1, 0.3), .b = W * v, .slides = Vector::Zero(n)};
}

// Whatever the order in which contacts are named, what is taken in their own order is the same.
void expect_one_order(const NamedContacts& contacts)
{
    const Index n = contacts.size();
    const auto taken = [&](const NamedContacts& told) {
        ContactOrder order;
        order.find(told.G, told.b, told.own, told.slides, told.b.cwiseAbs().maxCoeff());
        Matrix G(2 * n, 2 * n);
        Vector b(2 * n);
        order.take(told.G, told.b, G, b);
        return std::pair(G, b);
    };
    const auto [G, b] = taken(contacts);
    std::mt19937 random(3);
    std::vector<Index> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), Index{0});
    std::vector<double> senses(static_cast<std::size_t>(n));
    for (int trial = 0; trial < 30; ++trial) {
        std::shuffle(order.begin(), order.end(), random);
        for (double& sense : senses) sense = random() % 2 == 0 ? -1.0 : 1.0;
        const auto [other_G, other_b] = taken(contacts.told(order, senses));
        ASSERT_LE((other_b - b).norm(), 1e-12);
        ASSERT_LE((other_G - G).norm(), 1e-12);
    }
}

const double lift = std::sqrt(3.0);

// Only the first ball moves: all contacts that it has not are alike but for what they are coupled with.
TEST(ContactOrder, equal_balls_are_told_apart_by_those_that_they_touch)
{
    expect_one_order(
        clump({{0.0, 0.0}, {2.0, 0.0}, {4.0, 0.0}, {6.0, 0.0}, {8.0, 0.0}, {10.0, 0.0}}, {1.0, 0.2}));
    expect_one_order(
        clump({{0.0, 0.0}, {2.0, 0.0}, {1.0, lift}, {3.0, lift}, {2.0, 2.0 * lift}, {4.0, 2.0 * lift}},
              {0.3, 1.0}));
}

TEST(ContactOrder, rounding_changes_no_order)
{
    NamedContacts contacts = clump({{0.0, 0.0}, {2.0, 0.0}, {1.0, lift}, {3.0, lift}}, {0.3, 1.0});
    ContactOrder first, second;
    first.find(contacts.G, contacts.b, contacts.own, contacts.slides, 1.0);
    for (double& entry : contacts.G.reshaped()) entry *= 1.0 + 1e-14 * std::sin(1e5 * entry + 1.0);
    second.find(contacts.G, contacts.b, contacts.own, contacts.slides, 1.0);
    for (Index i = 0; i < first.size(); ++i) EXPECT_EQ(first.at(i), second.at(i));
}

}  // namespace
}  // namespace rebond
