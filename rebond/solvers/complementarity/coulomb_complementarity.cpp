#include "rebond/solvers/complementarity/coulomb_complementarity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int most_sweeps = 200;
constexpr Index few_contacts = 4;  // whose linear problem costs no more than a sweep

}  // namespace

CoulombComplementarity::CoulombComplementarity(Index most)
    : cases_(static_cast<std::size_t>(most)), w_(Vector::Zero(2 * most)), settled_(w_)
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
        outcome.residual = residual(problem, p);
        return outcome;
    }
    tried_.clear();
    proposed_.clear();
    auto settled = settled_.head(p.size());
    const auto are = [&](const std::vector<CoulombCase>& cases) {
        return std::equal(cases.begin(), cases.end(), cases_.begin(), cases_.begin() + contacts);
    };
    for (int count = 0; count < most_sweeps; ++count) {
        sweep(problem, p);
        // Cases that two sweeps propose are worth a linear problem, which costs more than the sweeps.
        const bool are_settled = contacts <= few_contacts || are(proposed_);
        proposed_.assign(cases_.begin(), cases_.begin() + contacts);
        if (are_settled && !are(tried_)) {
            tried_ = proposed_;
            settled = p;
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
    for (Index k = 0; k < contacts; ++k) cases_[static_cast<std::size_t>(k)] = pivoting_.chosen(k);
    solve_cases(problem, p);
    return residual(problem, p);
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

// One linear problem for all contacts in their cases: the correction of p with which they hold. Where it is
// not unique p stays near what it was.
void CoulombComplementarity::solve_cases(const Problem& problem, Eigen::Ref<Vector> p)
{
    const Index contacts = problem.contacts();
    const auto is_pressed = [&](Index k) { return cases_[static_cast<std::size_t>(k)].is_pressed; };
    // Row and column of each unknown: those of N where it is pressed, and of T where that is not bound to N.
    const auto for_each_unknown = [&](auto visit) {
        Index at = 0;
        for (Index k = 0; k < contacts; ++k) {
            if (is_pressed(k)) visit(at++, k, 0);
            if (!slides(problem, k)) visit(at++, k, 1);
        }
        return at;
    };
    const auto bind = [&](Index k) {  // what a case says of an impulse holds to the last bit
        if (!is_pressed(k)) p(2 * k) = problem.least(k);
        if (slides(problem, k)) p(2 * k + 1) = slope(problem, k) * p(2 * k);
    };
    for (Index k = 0; k < contacts; ++k) bind(k);
    auto w = w_.head(p.size());
    w = problem.b;
    w.noalias() += problem.G * p;
    system_.resize(for_each_unknown([](Index, Index, Index) {}));
    for_each_unknown([&](Index row, Index i, Index part) {
        system_.side(row) = -w(2 * i + part);
        for_each_unknown([&](Index column, Index j, Index other) {
            double entry = problem.G(2 * i + part, 2 * j + other);
            if (other == 0 && slides(problem, j))
                entry += slope(problem, j) * problem.G(2 * i + part, 2 * j + 1);
            system_.entry(row, column) = entry;
        });
    });
    system_.solve();
    for_each_unknown([&](Index at, Index k, Index part) { p(2 * k + part) += system_.side(at); });
    for (Index k = 0; k < contacts; ++k) bind(k);
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
