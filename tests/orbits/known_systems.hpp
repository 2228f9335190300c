// Systems whose periodic orbits were computed by independent means, or follow from formulas.
#pragma once

#include "integration/linear_problem.hpp"
#include "rebond/orbits/find_orbits.hpp"

namespace rebond::test {

// x″ + 2ζx′ + x = F cos ωt, F = 1 if nothing else is said, with a stop x ≤ σ of restitution r.
struct ForcedStop {
    double zeta = 0.0, omega = 1.0, sigma = 0.0, r = 0.8, F = 1.0;
    bool two_sided = false;  // another stop at x ≥ −σ
};

inline Problem forced_stop(const ForcedStop& given)
{
    const Matrix one = Matrix::Identity(1, 1);
    LinearSystem system = linear_system(one, one, {}, 2.0 * given.zeta * one);
    system.harmonics.push_back({.amplitude = Vector::Constant(1, given.F), .frequency = given.omega});
    std::vector<Contact> contacts{contact_along(Vector::Constant(1, -1.0), given.sigma, given.r)};
    if (given.two_sided) contacts.push_back(contact_along(Vector::Constant(1, 1.0), given.sigma, given.r));
    return linear_problem(std::move(system), std::move(contacts), Vector::Zero(1), Vector::Zero(1), 1.0);
}

// Two unit masses on unit springs, the second at distance 1 from an elastic stop [YoongAcaryLegrand2017].
inline Problem elastic_two_masses()
{
    return linear_problem(linear_system(Matrix::Identity(2, 2), anchored_row(2)),
                          {contact_along(vector({0.0, -1.0}), 1.0, 1.0)}, Vector::Zero(2), Vector::Zero(2),
                          1.0);
}

// n of them, the last one before the stop.
inline Problem elastic_row(Index n)
{
    return linear_problem(linear_system(Matrix::Identity(n, n), anchored_row(n)),
                          {contact_along(-Vector::Unit(n, n - 1), 1.0, 1.0)}, Vector::Zero(n),
                          Vector::Zero(n), 1.0);
}

// M = 1, K = (1 + k₂, −k₂; −k₂, k₂) with k₂ = 1, C = βK, a unit cosine force on one mass, a stop at distance
// d of the second.
struct ForcedPair {
    double beta = 0.02, e = 0.8, d = 0.0, omega = 1.0;
    Index forced = 1;
};

inline Problem forced_pair(const ForcedPair& given)
{
    const Matrix K = anchored_row(2);
    LinearSystem system = linear_system(Matrix::Identity(2, 2), K, {}, given.beta * K);
    system.harmonics.push_back({.amplitude = Vector::Unit(2, given.forced), .frequency = given.omega});
    return linear_problem(std::move(system), {contact_along(vector({0.0, -1.0}), given.d, given.e)},
                          Vector::Zero(2), Vector::Zero(2), 1.0);
}

inline std::vector<Orbit> orbits_of(const Problem& problem, const OrbitRequest& request)
{
    const OrbitSystem system(problem);
    return find_orbits(system, request);
}

}  // namespace rebond::test
