#include "rebond/solvers/complementarity/coulomb_cases.hpp"

#include <algorithm>
#include <limits>

namespace rebond {

CoulombCases::CoulombCases(Index most) : cases_(static_cast<std::size_t>(most)), w_(Vector::Zero(2 * most)) {}

// Whether T is a multiple of N, and that multiple; a contact without normal impulse or friction has T = 0.
bool CoulombCases::slides(const CoulombProblem& problem, Index k) const
{
    const auto& [is_pressed, motion] = of(k);
    return motion != CoulombMotion::sticks || problem.friction(k) == 0.0 ||
           (!is_pressed && problem.least(k) == 0.0);
}

double CoulombCases::slope(const CoulombProblem& problem, Index k) const
{
    return coulomb_slope(of(k).motion, problem.friction(k));
}

// Row and column of each unknown: those of N where it is pressed, and of T where that is not bound to N.
template <typename Visitor>
Index CoulombCases::for_each_unknown(const CoulombProblem& problem, Visitor visit) const
{
    Index at = 0;
    for (Index k = 0; k < problem.contacts(); ++k) {
        if (of(k).is_pressed) visit(at++, k, 0);
        if (!slides(problem, k)) visit(at++, k, 1);
    }
    return at;
}

bool CoulombCases::solve(const CoulombProblem& problem, Eigen::Ref<Vector> p)
{
    const Index contacts = problem.contacts();
    const auto bind = [&](Index k) {  // what a case says of an impulse holds to the last bit
        if (!of(k).is_pressed) p(2 * k) = problem.least(k);
        if (slides(problem, k)) p(2 * k + 1) = slope(problem, k) * p(2 * k);
    };
    for (Index k = 0; k < contacts; ++k) bind(k);
    auto w = w_.head(p.size());
    w = problem.b;
    w.noalias() += problem.G * p;
    const Index unknowns = for_each_unknown(problem, [](Index, Index, Index) {});
    system_.resize(unknowns);
    for_each_unknown(problem, [&](Index row, Index i, Index part) {
        system_.side(row) = -w(2 * i + part);
        for_each_unknown(problem, [&](Index column, Index j, Index other) {
            double entry = problem.G(2 * i + part, 2 * j + other);
            if (other == 0 && slides(problem, j))
                entry += slope(problem, j) * problem.G(2 * i + part, 2 * j + 1);
            system_.entry(row, column) = entry;
        });
    });
    const bool is_unique = system_.solve() == unknowns;
    for_each_unknown(problem, [&](Index at, Index k, Index part) { p(2 * k + part) += system_.side(at); });
    for (Index k = 0; k < contacts; ++k) bind(k);
    return is_unique;
}

void CoulombCases::directions(const CoulombProblem& problem, Matrix& D) const
{
    const auto open = system_.open();
    D.setZero(2 * problem.contacts(), open.cols());
    for_each_unknown(problem, [&](Index at, Index k, Index part) {
        D.row(2 * k + part) = open.row(at);
        if (part == 0 && slides(problem, k)) D.row(2 * k + 1) = slope(problem, k) * open.row(at);
    });
}

double CoulombCases::residual(const CoulombProblem& problem, const Eigen::Ref<const Vector>& p)
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
