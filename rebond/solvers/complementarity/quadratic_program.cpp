#include "rebond/solvers/complementarity/quadratic_program.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// ρ, in units of H's diagonal [-]: first about the rounding of a factorisation, per unknown, then more.
constexpr double softness_per_unknown = 8.0 * std::numeric_limits<double>::epsilon();
constexpr double softnesses[] = {0.0, 1e-11, 1e-9, 1e-7};
// Of a unit row, what the active ones do not span is rounding below this, squared [-].
constexpr double dependent = 1e-13;
// Refinements end once one moves x by less than this part of it, measured by H [-]. Where ρ is not small
// beside a curvature that matters they do not get there.
constexpr double settled = 1e-12;
// or no longer falls but is below this: rounding [-].
constexpr double stagnant = 1e-8;
constexpr int most_refinements = 40;
// Part of the tolerance that a constraint may be violated by in the search [-].
constexpr double share_of_search = 0.1;

}  // namespace

QuadraticProgram::QuadraticProgram(Index n, Index m)
    : width_(n),
      length_(m),
      H_(n, n),
      rows_(n, m),
      g_(n),
      d_(m),
      x_(n),
      y_(m),
      L_(n, n),
      J_(n, n),
      R_(n, n),
      is_active_(static_cast<std::size_t>(m)),
      u_(n + 1),
      along_(n),
      step_(n),
      change_(n),
      slack_(m),
      work_(n)
{
    active_.reserve(static_cast<std::size_t>(n) + 1);
}

// Unknowns x_i √H_ii, rows of unit length. False if there is no such scale.
bool QuadraticProgram::scale(const Eigen::Ref<const Matrix>& H, const Eigen::Ref<const Vector>& g,
                             const Eigen::Ref<const Matrix>& C, const Eigen::Ref<const Vector>& d)
{
    if (!H.allFinite() || !g.allFinite() || !C.allFinite() || !d.allFinite()) return false;
    if (!(H.diagonal().minCoeff() > 0.0)) return false;
    width_.head(n_) = H.diagonal().cwiseSqrt();
    for (Index j = 0; j < n_; ++j)
        for (Index i = 0; i < n_; ++i) H_(i, j) = H(i, j) / (width_(i) * width_(j));
    g_.head(n_) = g.cwiseQuotient(width_.head(n_));
    for (Index k = 0; k < m_; ++k) {
        auto row = rows_.col(k).head(n_);
        row = C.row(k).transpose().cwiseQuotient(width_.head(n_));
        length_(k) = row.norm();
        if (!(length_(k) > 0.0)) return false;
        row /= length_(k);
        d_(k) = d(k) / length_(k);
    }
    size_ = std::max(g_.head(n_).cwiseAbs().maxCoeff(), d_.head(m_).cwiseAbs().maxCoeff());
    return std::isfinite(size_) && H_.topLeftCorner(n_, n_).allFinite() &&
           rows_.topLeftCorner(n_, m_).allFinite();
}

// J = L⁻ᵀ of H + ρI = L Lᵀ, and the free minimum.
bool QuadraticProgram::factor(double softness)
{
    for (Index j = 0; j < n_; ++j) {
        double pivot = H_(j, j) + softness;
        for (Index k = 0; k < j; ++k) pivot -= L_(j, k) * L_(j, k);
        if (!(pivot > 0.0)) return false;
        L_(j, j) = std::sqrt(pivot);
        for (Index i = j + 1; i < n_; ++i) {
            double sum = H_(i, j);
            for (Index k = 0; k < j; ++k) sum -= L_(i, k) * L_(j, k);
            L_(i, j) = sum / L_(j, j);
        }
    }
    J_.topLeftCorner(n_, n_).setIdentity();
    L_.topLeftCorner(n_, n_).triangularView<Eigen::Lower>().transpose().solveInPlace(
        J_.topLeftCorner(n_, n_));
    const auto J = J_.topLeftCorner(n_, n_);
    work_.head(n_).noalias() = J.transpose().lazyProduct(g_.head(n_));
    x_.head(n_).noalias() = -J.lazyProduct(work_.head(n_));
    active_.clear();
    std::fill(is_active_.begin(), is_active_.end(), 0);
    return true;
}

Index QuadraticProgram::most_violated(double tolerance)
{
    slack_.head(m_).noalias() = rows_.topLeftCorner(n_, m_).transpose().lazyProduct(x_.head(n_));
    slack_.head(m_) -= d_.head(m_);
    Index worst = -1;
    double least = -tolerance;
    for (Index k = 0; k < m_; ++k)
        if (!is_active_[k] && slack_(k) < least) {
            least = slack_(k);
            worst = k;
        }
    return worst;
}

// Raising the multiplier of k by t changes x by t·step_, the multipliers of the active ones by −t·change_.
void QuadraticProgram::directions(Index k)
{
    const auto q = static_cast<Index>(active_.size());
    const auto J = J_.topLeftCorner(n_, n_);
    along_.head(n_).noalias() = J.transpose().lazyProduct(rows_.col(k).head(n_));
    step_.head(n_).noalias() = J.rightCols(n_ - q).lazyProduct(along_.segment(q, n_ - q));
    change_.head(q) = along_.head(q);
    R_.topLeftCorner(q, q).triangularView<Eigen::Upper>().solveInPlace(change_.head(q));
}

// Makes constraint k hold. False if it contradicts the active ones.
bool QuadraticProgram::take_in(Index k)
{
    double multiplier = 0.0;
    double slack = slack_(k);
    while (true) {
        directions(k);
        const auto q = static_cast<Index>(active_.size());
        const double curvature = along_.segment(q, n_ - q).squaredNorm();
        const double to_hold = curvature > dependent ? -slack / curvature : infinity;
        double to_leave = infinity;
        Index leaving = -1;
        for (Index p = 0; p < q; ++p) {
            if (!(change_(p) > 0.0)) continue;
            const double t = std::max(u_(p), 0.0) / change_(p);
            if (t < to_leave) {
                to_leave = t;
                leaving = p;
            }
        }
        const double t = std::min(to_hold, to_leave);
        if (!(t < infinity)) return false;
        u_.head(q) -= t * change_.head(q);
        multiplier += t;
        if (to_hold < infinity) {
            x_.head(n_) += t * step_.head(n_);
            slack += t * curvature;
        }
        if (to_hold <= to_leave) {
            join(k);
            u_(q) = multiplier;
            return true;
        }
        leave(leaving);
    }
}

// Rotations of the last columns of J make (Jᵀc)_i = 0 beyond the new column of R.
void QuadraticProgram::join(Index k)
{
    const auto q = static_cast<Index>(active_.size());
    for (Index j = n_ - 1; j > q; --j) {
        const double x = along_(j - 1), y = along_(j);
        if (y == 0.0) continue;
        const double length = std::hypot(x, y);
        const double cosine = x / length, sine = y / length;
        along_(j - 1) = length;
        along_(j) = 0.0;
        for (Index i = 0; i < n_; ++i) {
            const double a = J_(i, j - 1), b = J_(i, j);
            J_(i, j - 1) = cosine * a + sine * b;
            J_(i, j) = cosine * b - sine * a;
        }
    }
    R_.col(q).head(q + 1) = along_.head(q + 1);
    active_.push_back(k);
    is_active_[k] = 1;
    ++changes_;
}

// Column p of R goes; rotations of neighbouring rows make what is left triangular.
void QuadraticProgram::leave(Index p)
{
    const auto q = static_cast<Index>(active_.size());
    is_active_[active_[p]] = 0;
    active_.erase(active_.begin() + p);
    ++changes_;
    for (Index c = p; c + 1 < q; ++c) {
        R_.col(c).head(c + 2) = R_.col(c + 1).head(c + 2);
        u_(c) = u_(c + 1);
    }
    for (Index j = p; j + 1 < q; ++j) {
        const double length = std::hypot(R_(j, j), R_(j + 1, j));
        if (length == 0.0) continue;
        const double cosine = R_(j, j) / length, sine = R_(j + 1, j) / length;
        for (Index c = j; c + 1 < q; ++c) {
            const double a = R_(j, c), b = R_(j + 1, c);
            R_(j, c) = cosine * a + sine * b;
            R_(j + 1, c) = cosine * b - sine * a;
        }
        for (Index i = 0; i < n_; ++i) {
            const double a = J_(i, j), b = J_(i, j + 1);
            J_(i, j) = cosine * a + sine * b;
            J_(i, j + 1) = cosine * b - sine * a;
        }
    }
}

QuadraticProgram::Search QuadraticProgram::search(double tolerance)
{
    // Exact arithmetic takes a few times m changes; rounding could make them circle.
    const auto most = static_cast<int>(changes_ + 20 * (n_ + m_));
    while (true) {
        const Index worst = most_violated(tolerance);
        if (worst < 0) return Search::found;
        if (changes_ > most) return Search::lost;
        if (!take_in(worst)) return Search::infeasible;
    }
}

// One Newton step on (2) without ρ, the active constraints being equations:
//     H Δx − N Δu = −r₁,   NᵀΔx = −r₂,      r₁ = Hx + g − Nu,   r₂ = Nᵀx − d
// Returns √(ΔxᵀHΔx).
double QuadraticProgram::refine()
{
    const auto q = static_cast<Index>(active_.size());
    const auto J = J_.topLeftCorner(n_, n_);
    const auto R = R_.topLeftCorner(q, q).triangularView<Eigen::Upper>();
    auto r1 = work_.head(n_);
    r1.noalias() = H_.topLeftCorner(n_, n_).lazyProduct(x_.head(n_));
    r1 += g_.head(n_);
    auto r2 = change_.head(q);
    for (Index p = 0; p < q; ++p) {
        const auto row = rows_.col(active_[p]).head(n_);
        r1 -= u_(p) * row;
        r2(p) = row.dot(x_.head(n_)) - d_(active_[p]);
    }
    R.transpose().solveInPlace(r2);
    along_.head(n_).noalias() = J.transpose().lazyProduct(r1);
    step_.head(n_).noalias() = J.leftCols(q).lazyProduct(r2);
    step_.head(n_) += J.rightCols(n_ - q).lazyProduct(along_.segment(q, n_ - q));
    x_.head(n_) -= step_.head(n_);
    r2 = along_.head(q) - r2;
    R.solveInPlace(r2);
    u_.head(q) += r2;
    const auto moved = step_.head(n_);
    return std::sqrt(std::max(0.0, moved.dot(H_.topLeftCorner(n_, n_).lazyProduct(moved))));
}

// Refines until x stands still, measured by H: what H does not see is free.
bool QuadraticProgram::settles()
{
    const auto x = x_.head(n_);
    double last = infinity;
    for (int i = 0; i < most_refinements; ++i) {
        const double moved = refine();
        const double size = std::sqrt(std::max(0.0, x.dot(H_.topLeftCorner(n_, n_).lazyProduct(x)))) + size_;
        if (moved <= settled * size || (moved > 0.5 * last && moved <= stagnant * size)) return true;
        last = moved;
    }
    return false;
}

// Of (2), with multipliers that are not negative.
double QuadraticProgram::residual()
{
    y_.head(m_).setZero();
    for (std::size_t p = 0; p < active_.size(); ++p)
        y_(active_[p]) = std::max(u_(static_cast<Index>(p)), 0.0);
    work_.head(n_).noalias() = H_.topLeftCorner(n_, n_).lazyProduct(x_.head(n_));
    work_.head(n_) += g_.head(n_);
    work_.head(n_) -= rows_.topLeftCorner(n_, m_).lazyProduct(y_.head(m_));
    slack_.head(m_).noalias() = rows_.topLeftCorner(n_, m_).transpose().lazyProduct(x_.head(n_));
    slack_.head(m_) -= d_.head(m_);
    double worst = work_.head(n_).cwiseAbs().maxCoeff();
    for (Index k = 0; k < m_; ++k) worst = std::max(worst, std::abs(std::min(slack_(k), y_(k))));
    return worst / size_;
}

ProgramOutcome QuadraticProgram::solve(const Eigen::Ref<const Matrix>& H, const Eigen::Ref<const Vector>& g,
                                       const Eigen::Ref<const Matrix>& C, const Eigen::Ref<const Vector>& d,
                                       Eigen::Ref<Vector> x, Eigen::Ref<Vector> y)
{
    n_ = g.size();
    m_ = d.size();
    require(n_ >= 1 && m_ >= 1 && n_ <= x_.size() && m_ <= y_.size() && H.rows() == n_ && H.cols() == n_ &&
                C.rows() == m_ && C.cols() == n_ && x.size() == n_ && y.size() == m_,
            "QuadraticProgram: sizes do not match");
    x.setZero();
    y.setZero();
    ProgramOutcome outcome{.residual = infinity};
    if (!scale(H, g, C, d)) return outcome;
    if (size_ == 0.0) return {.status = ProgramStatus::solved};
    changes_ = 0;
    bool is_infeasible = true;
    for (const double softness : softnesses) {
        if (!factor(std::max(softness, softness_per_unknown * static_cast<double>(n_)))) continue;
        const Search end = search(share_of_search * program_tolerance * size_);
        outcome.changes = changes_;
        if (end == Search::infeasible) continue;
        is_infeasible = false;
        if (end == Search::lost) continue;
        if (!settles()) continue;
        const double reached = residual();
        outcome.residual = std::min(outcome.residual, reached);
        if (!(reached <= program_tolerance)) continue;
        outcome.status = ProgramStatus::solved;
        outcome.residual = reached;
        x = x_.head(n_).cwiseQuotient(width_.head(n_));
        y = y_.head(m_).cwiseQuotient(length_.head(m_));
        return outcome;
    }
    if (is_infeasible && outcome.changes > 0) outcome.status = ProgramStatus::infeasible;
    return outcome;
}

}  // namespace rebond
