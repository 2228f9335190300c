#include "rebond/solvers/complementarity/coulomb_complementarity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int most_sweeps = 200;
constexpr Index few_contacts = 4;  // whose linear problem costs no more than a sweep

}  // namespace

CoulombComplementarity::CoulombComplementarity(Index most) : cases_(most), settled_(Vector::Zero(2 * most))
{
    tried_.reserve(static_cast<std::size_t>(most));
    proposed_.reserve(static_cast<std::size_t>(most));
    pivoted_.reserve(static_cast<std::size_t>(most));
}

CoulombOutcome CoulombComplementarity::solve(const Problem& problem, Eigen::Ref<Vector> p)
{
    CoulombOutcome outcome;
    const Index contacts = problem.contacts();
    if (contacts == 1) {
        solve_one(problem, 0, problem.b, p);
        outcome.residual = cases_.residual(problem, p);
        return outcome;
    }
    tried_.clear();
    proposed_.clear();
    auto settled = settled_.head(p.size());
    const auto are = [&](const std::vector<CoulombCase>& cases) {
        for (Index k = 0; k < std::ssize(cases); ++k)
            if (!(cases[static_cast<std::size_t>(k)] == cases_.of(k))) return false;
        return !cases.empty();
    };
    for (int count = 0; count < most_sweeps; ++count) {
        sweep(problem, p);
        // Cases that two sweeps propose are worth a linear problem, which costs more than the sweeps.
        const bool are_settled = contacts <= few_contacts || are(proposed_);
        proposed_.clear();
        for (Index k = 0; k < contacts; ++k) proposed_.push_back(cases_.of(k));
        if (are_settled && !are(tried_)) {
            tried_ = proposed_;
            settled = p;
            cases_.solve(problem, settled);
            outcome.residual = cases_.residual(problem, settled);
            if (outcome.solved()) {
                p = settled;
                return outcome;
            }
        }
        outcome.residual = cases_.residual(problem, p);
        if (outcome.residual <= coulomb_case_certain) break;
    }
    if (outcome.solved()) return outcome;
    const double missed = pivot(problem, settled);
    if (!(missed < outcome.residual)) return outcome;
    p = settled;
    outcome.residual = missed;
    return outcome;
}

// Sweeps may creep for ever towards an answer. The residual of what pivoting finds.
double CoulombComplementarity::pivot(const Problem& problem, Eigen::Ref<Vector> p)
{
    const Index contacts = problem.contacts();
    pivoted_.clear();
    for (Index k = 0; k < contacts; ++k)
        pivoted_.push_back({.friction = problem.friction(k), .least = problem.least(k)});
    if (!pivoting_.solve(problem.G, problem.b, pivoted_, p)) return std::numeric_limits<double>::infinity();
    for (Index k = 0; k < contacts; ++k) cases_.of(k) = pivoting_.chosen(k);
    cases_.solve(problem, p);
    return cases_.residual(problem, p);
}

void CoulombComplementarity::solve_one(const Problem& problem, Index k, const Vector2& b,
                                       Eigen::Ref<Vector> p)
{
    const CoulombContact contact =
        solve_coulomb_contact(problem.G.block<2, 2>(2 * k, 2 * k), b, problem.friction(k), problem.least(k));
    p.segment<2>(2 * k) = contact.p;
    cases_.of(k) = contact.chosen;
}

void CoulombComplementarity::sweep(const Problem& problem, Eigen::Ref<Vector> p)
{
    for (Index k = 0; k < problem.contacts(); ++k) {
        p.segment<2>(2 * k).setZero();
        const Vector2 b = problem.b.segment<2>(2 * k) + problem.G.middleRows<2>(2 * k) * p;
        solve_one(problem, k, b, p);
    }
}

}  // namespace rebond
