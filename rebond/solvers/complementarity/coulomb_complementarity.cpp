#include "rebond/solvers/complementarity/coulomb_complementarity.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int most_sweeps = 2000;
constexpr Index most_for_all_cases = 4;  // contacts

}  // namespace

CoulombComplementarity::CoulombComplementarity(Index most)
    : cases_(static_cast<std::size_t>(most)),
      w_(Vector::Zero(2 * most)),
      settled_(w_),
      rows_(Matrix::Zero(2 * most, 2 * most)),
      sides_(w_)
{
    tried_.reserve(static_cast<std::size_t>(most));
}

CoulombOutcome CoulombComplementarity::solve(const Problem& problem, Eigen::Ref<Vector> p)
{
    CoulombOutcome outcome;
    p.setZero();
    const Index contacts = problem.contacts();
    if (contacts == 1) {
        solve_one(problem, 0, problem.b, p);
        outcome.residual = residual(problem, p);
        return outcome;
    }
    tried_.clear();
    auto settled = settled_.head(p.size());
    for (int count = 0; count < most_sweeps; ++count) {
        sweep(problem, p);
        if (!std::equal(tried_.begin(), tried_.end(), cases_.begin(), cases_.begin() + contacts)) {
            tried_.assign(cases_.begin(), cases_.begin() + contacts);
            solve_cases(problem, settled);
            outcome.residual = residual(problem, settled);
            if (outcome.solved()) {
                p = settled;
                return outcome;
            }
        }
        outcome.residual = residual(problem, p);
        if (outcome.residual <= coulomb_case_certain) break;
    }
    if (outcome.solved() || contacts > most_for_all_cases || !solve_any_case(problem, 0, settled))
        return outcome;
    p = settled;
    outcome.residual = residual(problem, p);
    return outcome;
}

// Sweeps may creep for ever towards an answer. Of few contacts all cases are tried, those of contacts before
// k being chosen.
bool CoulombComplementarity::solve_any_case(const Problem& problem, Index k, Eigen::Ref<Vector> p)
{
    if (k == problem.contacts()) {
        solve_cases(problem, p);
        return residual(problem, p) <= coulomb_tolerance;
    }
    for (const bool is_pressed : {true, false})
        for (const CoulombMotion motion :
             {CoulombMotion::sticks, CoulombMotion::slides_forth, CoulombMotion::slides_back}) {
            cases_[static_cast<std::size_t>(k)] = {is_pressed, motion};
            if (solve_any_case(problem, k + 1, p)) return true;
        }
    return false;
}

void CoulombComplementarity::solve_one(const Problem& problem, Index k, const Vector2& b,
                                       Eigen::Ref<Vector> p)
{
    const CoulombContact contact =
        solve_coulomb_contact(problem.G.block<2, 2>(2 * k, 2 * k), b, problem.friction(k), problem.least(k));
    p.segment<2>(2 * k) = contact.p;
    cases_[static_cast<std::size_t>(k)] = contact.chosen;
}

void CoulombComplementarity::sweep(const Problem& problem, Eigen::Ref<Vector> p)
{
    for (Index k = 0; k < problem.contacts(); ++k) {
        p.segment<2>(2 * k).setZero();
        const Vector2 b = problem.b.segment<2>(2 * k) + problem.G.middleRows<2>(2 * k) * p;
        solve_one(problem, k, b, p);
    }
}

// Whether T is a multiple of N, and that multiple; a contact without normal impulse or friction has T = 0.
bool CoulombComplementarity::slides(const Problem& problem, Index k) const
{
    const auto& [is_pressed, motion] = cases_[static_cast<std::size_t>(k)];
    return motion != CoulombMotion::sticks || problem.friction(k) == 0.0 ||
           (!is_pressed && problem.least(k) == 0.0);
}

double CoulombComplementarity::slope(const Problem& problem, Index k) const
{
    return coulomb_slope(cases_[static_cast<std::size_t>(k)].motion, problem.friction(k));
}

// One linear problem for all contacts in their cases, in the unknowns g p, g being of the size of G.
void CoulombComplementarity::solve_cases(const Problem& problem, Eigen::Ref<Vector> p)
{
    const Index size = p.size();
    const double g = problem.G.diagonal().maxCoeff();
    auto rows = rows_.topLeftCorner(size, size);
    auto sides = sides_.head(size);
    rows = problem.G / g;
    sides = -problem.b;
    for (Index k = 0; k < problem.contacts(); ++k) {
        const auto& [is_pressed, motion] = cases_[static_cast<std::size_t>(k)];
        const Index n = 2 * k, t = n + 1;
        if (!is_pressed) {
            rows.row(n).setZero();
            rows(n, n) = 1.0;
            sides(n) = g * problem.least(k);
        }
        if (slides(problem, k)) {
            rows.row(t).setZero();
            rows(t, t) = 1.0;
            rows(t, n) = -slope(problem, k);
            sides(t) = 0.0;
        }
    }
    p = rows.completeOrthogonalDecomposition().solve(sides) / g;
    // What a case says of an impulse holds to the last bit.
    for (Index k = 0; k < problem.contacts(); ++k) {
        const auto& [is_pressed, motion] = cases_[static_cast<std::size_t>(k)];
        if (!is_pressed) p(2 * k) = problem.least(k);
        if (slides(problem, k)) p(2 * k + 1) = slope(problem, k) * p(2 * k);
    }
}

double CoulombComplementarity::residual(const Problem& problem, const Eigen::Ref<const Vector>& p)
{
    auto w = w_.head(p.size());
    w = problem.b;
    w.noalias() += problem.G * p;
    if (!p.allFinite() || !w.allFinite()) return std::numeric_limits<double>::infinity();
    double error = 0.0, scale = 0.0;
    for (Index k = 0; k < problem.contacts(); ++k) {
        const Eigen::Matrix2d G = problem.G.block<2, 2>(2 * k, 2 * k);
        error = std::max(error, coulomb_error(G, w.segment<2>(2 * k), p.segment<2>(2 * k),
                                              problem.friction(k), problem.least(k)));
        scale = std::max(scale, coulomb_scale(G, problem.b.segment<2>(2 * k), problem.least(k)));
    }
    return scale > 0.0 ? error / scale : error;
}

}  // namespace rebond
