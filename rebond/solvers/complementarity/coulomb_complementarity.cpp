#include "rebond/solvers/complementarity/coulomb_complementarity.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int most_sweeps = 2000;
constexpr double proved = 1e-12;  // residual at which the case of one contact is certain [-]

// Errors of (1) and (2) at one contact, as velocities: the natural map of the two complementarities.
double error_at(const Eigen::Matrix2d& G, const Vector2& w, const Vector2& p, double friction, double least)
{
    const double normal = std::abs(std::min(std::abs(G(0, 0)) * (p(0) - least), w(0)));
    const double bound = friction * std::max(p(0), 0.0);
    if (!(G(1, 1) > 0.0)) return std::max(normal, G(0, 0) * std::max(std::abs(p(1)) - bound, 0.0));
    const double nearest = std::clamp(p(1) - w(1) / G(1, 1), -bound, bound);
    return std::max(normal, G(1, 1) * std::abs(p(1) - nearest));
}

double scale_of(const Eigen::Matrix2d& G, const Vector2& b, double least)
{
    return std::max({std::abs(b(0)), std::abs(b(1)), G(0, 0) * least});
}

// Against the sliding.
double sign_of_friction(bool slides_forth)
{
    return slides_forth ? -1.0 : 1.0;
}

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
        if (outcome.residual <= proved) break;
    }
    return outcome;
}

void CoulombComplementarity::solve_one(const Problem& problem, Index k, const Vector2& b,
                                       Eigen::Ref<Vector> p)
{
    const Eigen::Matrix2d G = problem.G.block<2, 2>(2 * k, 2 * k);
    const double friction = problem.friction(k), least = problem.least(k);
    const double scale = scale_of(G, b, least);
    double best = std::numeric_limits<double>::infinity();
    for (const bool is_pressed : {false, true}) {
        // Friction too weak to hold the contact still acts as it would have to.
        const bool would_push_forth = answer({is_pressed, Motion::sticks}, G, b, friction, least)(1) > 0.0;
        const Motion likelier = would_push_forth ? Motion::slides_back : Motion::slides_forth;
        const Motion other = would_push_forth ? Motion::slides_forth : Motion::slides_back;
        for (const Motion motion : {Motion::sticks, likelier, other}) {
            const Vector2 tried = answer({is_pressed, motion}, G, b, friction, least);
            if (!tried.allFinite()) continue;
            const double error = error_at(G, b + G * tried, tried, friction, least);
            if (error >= best) continue;
            best = error;
            p.segment<2>(2 * k) = tried;
            cases_[static_cast<std::size_t>(k)] = {is_pressed, motion};
            if (best <= proved * scale) return;
        }
    }
}

Vector2 CoulombComplementarity::answer(const Case& chosen, const Eigen::Matrix2d& G, const Vector2& b,
                                       double friction, double least)
{
    if (friction == 0.0) return {chosen.is_pressed ? -b(0) / G(0, 0) : least, 0.0};
    if (!chosen.is_pressed) {
        if (least == 0.0) return {0.0, 0.0};
        if (chosen.motion == Motion::sticks) return {least, -(b(1) + G(1, 0) * least) / G(1, 1)};
        return {least, sign_of_friction(chosen.motion == Motion::slides_forth) * friction * least};
    }
    if (chosen.motion == Motion::sticks) {
        const double trace = G.trace(), determinant = G.determinant();
        if (determinant <= std::numeric_limits<double>::epsilon() * trace * trace)
            return -G * b / (trace * trace);  // G has rank one
        return {-(G(1, 1) * b(0) - G(0, 1) * b(1)) / determinant,
                -(G(0, 0) * b(1) - G(1, 0) * b(0)) / determinant};
    }
    const double ratio = sign_of_friction(chosen.motion == Motion::slides_forth) * friction;
    const double N = -b(0) / (G(0, 0) + ratio * G(0, 1));
    return {N, ratio * N};
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
    return motion != Motion::sticks || problem.friction(k) == 0.0 || (!is_pressed && problem.least(k) == 0.0);
}

double CoulombComplementarity::slope(const Problem& problem, Index k) const
{
    return sign_of_friction(cases_[static_cast<std::size_t>(k)].motion == Motion::slides_forth) *
           problem.friction(k);
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
        error = std::max(error, error_at(G, w.segment<2>(2 * k), p.segment<2>(2 * k), problem.friction(k),
                                         problem.least(k)));
        scale = std::max(scale, scale_of(G, problem.b.segment<2>(2 * k), problem.least(k)));
    }
    return scale > 0.0 ? error / scale : error;
}

}  // namespace rebond
