// Discs that fall onto each other and a floor, and random bodies: problems for solvers of many contacts.
#pragma once

#include "rebond/solvers/complementarity/block_contacts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace rebond::test {

inline constexpr double fall = 9.81e-3;  // what gravity gives in a step [m/s]

struct Bodies {
    std::vector<BlockContact> contacts;
    Vector inverse_masses, v;

    Index size() const { return 2 * static_cast<Index>(contacts.size()); }
    double energy(const Vector& velocities) const
    {
        double twice = 0.0;
        for (Index i = 0; i < velocities.size(); ++i)
            if (inverse_masses(i) > 0.0) twice += velocities(i) * velocities(i) / inverse_masses(i);
        return 0.5 * twice;
    }
    // W and G as matrices.
    Matrix rows() const
    {
        Matrix W = Matrix::Zero(size(), v.size());
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            const BlockContact& c = contacts[k];
            W.block<2, 3>(2 * static_cast<Index>(k), 3 * c.first) = c.first_rows;
            if (c.second >= 0) W.block<2, 3>(2 * static_cast<Index>(k), 3 * c.second) = c.second_rows;
        }
        return W;
    }
};

// Discs of mass 1 and radius 0.1 m on the floor y = 0, between walls if `width` is above zero, that fall.
inline Bodies falling_discs(const std::vector<Vector2>& centres, double friction, double width = 0.0)
{
    const double r = 0.1, near = 1e-6;
    const auto count = static_cast<Index>(centres.size());
    Bodies bodies{{}, Vector(3 * count), Vector(3 * count)};
    const auto rows_of = [r](const Vector2& n, double sign) {
        Eigen::Matrix<double, 2, 3> rows;
        rows << sign * n(0), sign * n(1), 0.0, sign * n(1), -sign * n(0), r;
        return rows;
    };
    const auto touch = [&](Index first, Index second, const Vector2& n) {
        bodies.contacts.push_back({.first = first,
                                   .second = second,
                                   .first_rows = rows_of(n, 1.0),
                                   .second_rows = rows_of(n, -1.0),
                                   .friction = friction});
    };
    for (Index i = 0; i < count; ++i) {
        bodies.inverse_masses.segment<3>(3 * i) << 1.0, 1.0, 2.0 / (r * r);
        bodies.v.segment<3>(3 * i) << 0.0, -fall, 0.0;
        const Vector2& x = centres[static_cast<std::size_t>(i)];
        if (x(1) < r + near) touch(i, -1, {0.0, 1.0});
        if (width > 0.0 && x(0) < r + near) touch(i, -1, {1.0, 0.0});
        if (width > 0.0 && x(0) > width - r - near) touch(i, -1, {-1.0, 0.0});
        for (Index j = i + 1; j < count; ++j) {
            const Vector2 apart = x - centres[static_cast<std::size_t>(j)];
            if (apart.norm() < 2.0 * r + near) touch(i, j, apart.normalized());
        }
    }
    return bodies;
}

inline Bodies column(int discs)
{
    std::vector<Vector2> centres;
    for (int i = 0; i < discs; ++i) centres.emplace_back(0.0, 0.1 + 0.2 * i);
    return falling_discs(centres, 0.5);
}

inline Bodies full_box(int rows, int discs_in_row, double friction)
{
    std::vector<Vector2> centres;
    for (int k = 0; k < rows; ++k)
        for (int i = 0; i < discs_in_row - k % 2; ++i)
            centres.emplace_back(0.1 + 0.1 * (k % 2) + 0.2 * i, 0.1 + 0.1 * std::sqrt(3.0) * k);
    return falling_discs(centres, friction, 0.2 * discs_in_row);
}

// Discs thrown about in a box with ten times what they fall in a step.
inline Bodies flowing_box(int rows, double friction, unsigned seed)
{
    Bodies bodies = full_box(rows, rows, friction);
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    for (double& x : bodies.v) x += 10.0 * fall * normal(random);
    return bodies;
}

struct Answer {
    BlockOutcome outcome;
    Vector v, p;
};

// From no impulses on.
template <typename Solver>
Answer answer_by(const Bodies& bodies, double tolerance = 1e-8, double scale = fall)
{
    Answer answer{{}, bodies.v, Vector::Zero(bodies.size())};
    Solver solver({.tolerance = tolerance});
    answer.outcome = solver.solve(bodies.contacts, bodies.inverse_masses, scale, answer.v, answer.p);
    return answer;
}

// (1), (2) and the friction cone, by matrices.
inline void expect_fulfilled(const Bodies& bodies, const Answer& answer, double tolerance)
{
    const Matrix W = bodies.rows();
    const Vector v = bodies.v + bodies.inverse_masses.asDiagonal() * W.transpose() * answer.p;
    EXPECT_LE((v - answer.v).cwiseAbs().maxCoeff(), 1e-12 * (1.0 + v.cwiseAbs().maxCoeff()));
    Vector w = W * answer.v;
    for (std::size_t k = 0; k < bodies.contacts.size(); ++k) {
        const auto n = 2 * static_cast<Index>(k);
        const double N = answer.p(n), T = answer.p(n + 1), bound = bodies.contacts[k].friction * N;
        w.segment<2>(n) += bodies.contacts[k].bias;
        ASSERT_GE(N, 0.0);
        ASSERT_LE(std::abs(T), bound * (1.0 + 1e-12));
        ASSERT_GE(w(n), -tolerance);
        if (N > tolerance) {
            ASSERT_LE(w(n), tolerance);
        }
        if (std::abs(w(n + 1)) > tolerance && bound > tolerance) {
            ASSERT_LE(T * w(n + 1), 0.0);
        }
    }
}

struct RandomBodies {
    std::mt19937 random{19};
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;

    Bodies next()
    {
        const auto bodies = static_cast<Index>(3 + random() % 3);
        return next(bodies, 2 + random() % 3);
    }

    Bodies next(Index bodies, std::size_t count)
    {
        Bodies made{{}, Vector(3 * bodies), Vector(3 * bodies)};
        for (double& d : made.inverse_masses) d = 0.5 + uniform(random);
        for (double& x : made.v) x = normal(random);
        for (std::size_t k = 0; k < count; ++k) {
            BlockContact contact;
            contact.first = static_cast<Index>(random() % static_cast<unsigned long>(bodies));
            contact.second = static_cast<Index>(random() % static_cast<unsigned long>(bodies));
            if (contact.second == contact.first) contact.second = -1;
            for (double& x : contact.first_rows.reshaped()) x = normal(random);
            for (double& x : contact.second_rows.reshaped()) x = normal(random);
            contact.friction = k == 0 ? 0.0 : 0.3 * uniform(random);
            contact.bias = {0.3 * normal(random), 0.0};
            made.contacts.push_back(contact);
        }
        return made;
    }
};

}  // namespace rebond::test
