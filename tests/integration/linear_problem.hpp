// Linear systems from small dense matrices, what they touch, and a recorder that keeps their whole path.
#pragma once

#include "rebond/integration/integrate.hpp"
#include "rebond/mechanics/linear/linear.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {

inline SymmetricMatrix symmetric_of(const Matrix& A)
{
    std::vector<Entry> entries;
    for (Index i = 0; i < A.rows(); ++i)
        for (Index j = 0; j < A.cols(); ++j) entries.push_back({i, j, A(i, j)});
    return SymmetricMatrix::symmetric_part(A.rows(), entries);
}

inline LinearSystem linear_system(const Matrix& M, const Matrix& K, const Vector& force = {},
                                  const Matrix& C = {})
{
    const Index n = M.rows();
    return {.mass = symmetric_of(M),
            .damping = C.size() > 0 ? symmetric_of(C) : SymmetricMatrix::zero(n),
            .stiffness = symmetric_of(K),
            .force = force.size() > 0 ? force : Vector::Zero(n),
            .harmonics = {}};
}

// gap = normal·q + offset.
inline Contact contact_along(const Vector& normal, double offset, double e)
{
    Contact contact{.gap = {.terms = {}, .offset = offset}, .law = {.restitution = e}};
    for (Index i = 0; i < normal.size(); ++i)
        if (normal(i) != 0.0) contact.gap.terms.push_back({.coordinate = i, .weight = normal(i)});
    return contact;
}

inline Vector vector(std::initializer_list<double> numbers)
{
    return Eigen::Map<const Vector>(numbers.begin(), static_cast<Index>(numbers.size()));
}

inline Problem linear_problem(LinearSystem system, std::vector<Contact> contacts, const Vector& q,
                              const Vector& v, double duration)
{
    return {.model = std::make_shared<Linear>(std::move(system)),
            .contacts = std::move(contacts),
            .initial = {.t = 0.0, .q = q, .v = v},
            .duration = duration,
            .sample_every = duration};
}

// Those without errors but rounding and a tolerance near it.
inline const Scheme exact_schemes[] = {EventAccurate{}, EventModal{}};

// n unit masses, each on a unit spring to the one before, the first to a wall.
inline Matrix anchored_row(Index n)
{
    Matrix K = 2.0 * Matrix::Identity(n, n);
    K(n - 1, n - 1) = 1.0;
    for (Index i = 0; i + 1 < n; ++i) K(i, i + 1) = K(i + 1, i) = -1.0;
    return K;
}

// Every state of a run, its energy, impacts and phases.
struct Path final : Recorder {
    std::vector<State> states;
    std::vector<double> energies;
    std::vector<Impact> impacts;
    std::vector<SustainedContact> phases;

    void step(const Instant& now) override
    {
        states.push_back({now.t(), now.q(), now.v()});
        energies.push_back(now.energy().total());
    }
    void impact(const Impact& impact) override { impacts.push_back(impact); }
    void sustained(const SustainedContact& phase) override { phases.push_back(phase); }

    const State& last() const { return states.back(); }
};

inline Path path_of(const Problem& problem, const Scheme& scheme)
{
    Path path;
    const Outcome outcome = integrate(problem, scheme, path);
    EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
    return path;
}

// M q̈ + K q = f solved exactly in its modes, from (q, v) over t [s].
State exact_flight(const Matrix& M, const Matrix& K, const Vector& f, const State& from, double t);

inline double distance(const State& a, const State& b)
{
    return std::hypot((a.q - b.q).norm(), (a.v - b.v).norm());
}

}  // namespace rebond::test
