// Discs in the plane that touch each other or a floor, as impacts see them.
#pragma once

#include "rebond/core/types.hpp"

#include <cmath>
#include <vector>

namespace rebond::test {

struct Disc {
    Vector2 position = {0.0, 0.0};
    Vector2 velocity = {0.0, 0.0};
    double mass = 1.0;
    double radius = 0.5;
};

struct TouchingDiscs {
    std::vector<Disc> discs = {};
    bool has_floor = false;  // at y = 0

    Matrix W = {};       // gradients of the closed gaps, one column each
    Vector masses = {};  // by coordinate
    Vector v = {};

    // Every pair and every disc on the floor whose gap is zero within 1e-9.
    void find_contacts()
    {
        const auto n = static_cast<Index>(discs.size());
        masses.resize(2 * n);
        v.resize(2 * n);
        std::vector<Vector> gradients;
        for (Index i = 0; i < n; ++i) {
            masses.segment<2>(2 * i).setConstant(discs[i].mass);
            v.segment<2>(2 * i) = discs[i].velocity;
            for (Index j = i + 1; j < n; ++j) {
                const Vector2 d = discs[i].position - discs[j].position;
                if (std::abs(d.norm() - discs[i].radius - discs[j].radius) > 1e-9) continue;
                Vector& w = gradients.emplace_back(Vector::Zero(2 * n));
                w.segment<2>(2 * i) = d.normalized();
                w.segment<2>(2 * j) = -d.normalized();
            }
            if (has_floor && std::abs(discs[i].position.y() - discs[i].radius) < 1e-9)
                gradients.emplace_back(Vector::Zero(2 * n))(2 * i + 1) = 1.0;
        }
        W.resize(2 * n, static_cast<Index>(gradients.size()));
        for (std::size_t k = 0; k < gradients.size(); ++k) W.col(static_cast<Index>(k)) = gradients[k];
    }

    Index contacts() const { return W.cols(); }
    Matrix mobility() const { return W.transpose() * masses.cwiseInverse().asDiagonal() * W; }
    Vector approach() const { return W.transpose() * v; }
    Vector after(const Vector& impulses) const
    {
        return v + masses.cwiseInverse().asDiagonal() * (W * impulses);
    }
    double energy(const Vector& velocity) const { return 0.5 * velocity.dot(masses.cwiseProduct(velocity)); }
};

// Equal balls in a row, the first of which comes in at unit speed.
inline TouchingDiscs cradle(int balls)
{
    TouchingDiscs row;
    for (int i = 0; i < balls; ++i) row.discs.push_back({.position = {static_cast<double>(i), 0.0}});
    row.discs.front().velocity = {1.0, 0.0};
    row.find_contacts();
    return row;
}

// A cue ball that comes in upwards at unit speed, and a triangle of `rows` rows.
inline TouchingDiscs pool_break(int rows)
{
    TouchingDiscs table;
    table.discs.push_back({.position = {0.0, -1.0}, .velocity = {0.0, 1.0}});
    for (int row = 0; row < rows; ++row)
        for (int k = 0; k <= row; ++k)
            table.discs.push_back({.position = {k - 0.5 * row, row * std::sqrt(0.75)}});
    table.find_contacts();
    return table;
}

}  // namespace rebond::test
