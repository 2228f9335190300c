#include "rebond/solvers/complementarity/linear_complementarity.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
// κ below this part of G_ii, for each product it is the sum of, is a curvature of zero: their rounding, and a
// margin.
constexpr double flat = 128.0 * epsilon;
// What the rounding of products may leave unknown of an answer, of the right side [-].
constexpr double most_unknown = 0.05;
constexpr double infinity = std::numeric_limits<double>::infinity();

double residual_of(double g, double z, double w)
{
    return std::abs(std::min(g * z, w));
}

ComplementarityOutcome solve_scalar(double g, double b, double& z)
{
    z = 0.0;
    if (b >= 0.0 && g >= 0.0) return {.status = ComplementarityStatus::solved};
    if (g == 0.0 && b < 0.0) return {.status = ComplementarityStatus::infeasible, .residual = 1.0};
    const double root = -b / g;
    const double residual = residual_of(g, root, g * root + b) / -b;
    if (!(g > 0.0 && std::isfinite(root) && residual <= complementarity_tolerance))
        return {.status = ComplementarityStatus::unsettled, .residual = 1.0};
    z = root;
    return {.status = ComplementarityStatus::solved, .residual = residual, .pivots = 1};
}

}  // namespace

LinearComplementarity::LinearComplementarity(Index largest)
    : L_(largest, largest),
      in_(static_cast<std::size_t>(largest)),
      z_(largest),
      w_(largest),
      rounding_(largest),
      row_(largest),
      dz_(largest),
      ray_(largest)
{
    P_.reserve(static_cast<std::size_t>(largest));
}

// ---------------------------------------------------------------- the factor of G_PP

// i joins at the end: its row of L is (L⁻¹G_Pi, √κ), the first part being in row_.
void LinearComplementarity::join(Index i, double kappa)
{
    const auto n = static_cast<Index>(P_.size());
    L_.row(n).head(n) = row_.head(n);
    L_(n, n) = std::sqrt(kappa);
    P_.push_back(i);
    in_[i] = 1;
    ++pivots_;
}

// Row p goes; the rows below move up and lose, by rotations of neighbouring columns, what is above the
// diagonal.
void LinearComplementarity::leave(Index p)
{
    const auto n = static_cast<Index>(P_.size());
    in_[P_[p]] = 0;
    z_(P_[p]) = 0.0;
    P_.erase(P_.begin() + p);
    ++pivots_;
    for (Index r = p; r + 1 < n; ++r)
        for (Index c = 0; c <= r + 1; ++c) L_(r, c) = L_(r + 1, c);
    for (Index r = p; r + 1 < n; ++r) {
        const double length = std::hypot(L_(r, r), L_(r, r + 1));
        const double cosine = L_(r, r) / length;
        const double sine = L_(r, r + 1) / length;
        for (Index k = r; k + 1 < n; ++k) {
            const double x = L_(k, r);
            const double y = L_(k, r + 1);
            L_(k, r) = cosine * x + sine * y;
            L_(k, r + 1) = cosine * y - sine * x;
        }
    }
}

// ---------------------------------------------------------------- driving

// dz_P of (2) into dz_, L⁻¹G_Pi into row_; returns κ.
double LinearComplementarity::direction(const Eigen::Ref<const Matrix>& G, Index i)
{
    const auto n = static_cast<Index>(P_.size());
    for (Index p = 0; p < n; ++p) {
        double sum = G(P_[p], i);
        for (Index q = 0; q < p; ++q) sum -= L_(p, q) * row_(q);
        row_(p) = sum / L_(p, p);
    }
    for (Index p = n - 1; p >= 0; --p) {
        double sum = -row_(p);
        for (Index q = p + 1; q < n; ++q) sum -= L_(q, p) * dz_(q);
        dz_(p) = sum / L_(p, p);
    }
    return G(i, i) - row_.head(n).squaredNorm();
}

LinearComplementarity::Drive LinearComplementarity::drive(const Eigen::Ref<const Matrix>& G, Index i)
{
    while (true) {
        const double kappa = direction(G, i);
        const double zero = flat * static_cast<double>(P_.size() + 1) * G(i, i);
        const bool is_flat = kappa <= zero;
        if (kappa < -1e3 * zero) return Drive::broke_down;
        const double to_join = is_flat ? infinity : -w_(i) / kappa;
        double to_leave = infinity;
        Index leaving = -1;
        for (Index p = 0; p < static_cast<Index>(P_.size()); ++p) {
            if (!(dz_(p) < 0.0)) continue;
            const double step = std::max(z_(P_[p]), 0.0) / -dz_(p);
            if (step < to_leave) {
                to_leave = step;
                leaving = p;
            }
        }
        const double step = std::min(to_join, to_leave);
        if (!(step < infinity)) return Drive::ran_away;
        for (Index p = 0; p < static_cast<Index>(P_.size()); ++p) z_(P_[p]) += step * dz_(p);
        z_(i) += step;
        if (to_join <= to_leave) {
            join(i, kappa);
            return Drive::joined;
        }
        if (!is_flat) w_(i) += step * kappa;
        leave(leaving);
    }
}

// After a drive: z_P = −G_PP⁻¹ b_P anew, so that rounding does not add up, and w of all with its rounding.
void LinearComplementarity::settle(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& b)
{
    const auto n = static_cast<Index>(P_.size());
    for (Index p = 0; p < n; ++p) {
        double sum = -b(P_[p]);
        for (Index q = 0; q < p; ++q) sum -= L_(p, q) * row_(q);
        row_(p) = sum / L_(p, p);
    }
    for (Index p = n - 1; p >= 0; --p) {
        double sum = row_(p);
        for (Index q = p + 1; q < n; ++q) sum -= L_(q, p) * dz_(q);
        dz_(p) = sum / L_(p, p);
    }
    for (Index p = 0; p < n; ++p) z_(P_[p]) = std::max(dz_(p), 0.0);
    w_.head(b.size()) = b;
    rounding_.head(b.size()) = b.cwiseAbs();
    for (const Index k : P_) {
        w_.head(b.size()) += z_(k) * G.col(k);
        rounding_.head(b.size()) += z_(k) * G.col(k).cwiseAbs();
    }
    rounding_.head(b.size()) *= 8.0 * epsilon;
}

// Whether dz of (2), left in dz_, is a proof to rounding: dz ≥ 0 has been seen.
bool LinearComplementarity::proves_infeasible(const Eigen::Ref<const Matrix>& G,
                                              const Eigen::Ref<const Vector>& b, Index i)
{
    const Index n = b.size();
    ray_.head(n).setZero();
    ray_(i) = 1.0;
    for (Index p = 0; p < static_cast<Index>(P_.size()); ++p) ray_(P_[p]) = dz_(p);
    const auto ray = ray_.head(n);
    w_.head(n).noalias() = G.lazyProduct(ray);
    const double largest_change = w_.head(n).cwiseAbs().maxCoeff();
    const double descent = -b.dot(ray) / (b.cwiseAbs().maxCoeff() * ray.sum());
    return largest_change <= 1e-9 * G.diagonal().maxCoeff() * ray.maxCoeff() &&
           descent > complementarity_tolerance;
}

ComplementarityOutcome LinearComplementarity::solve(const Eigen::Ref<const Matrix>& G,
                                                    const Eigen::Ref<const Vector>& b, Eigen::Ref<Vector> z)
{
    const Index n = b.size();
    require(n >= 1 && n <= z_.size() && G.rows() == n && G.cols() == n && z.size() == n,
            "LinearComplementarity: sizes do not match");
    if (n == 1) return solve_scalar(G(0, 0), b(0), z(0));

    z.setZero();
    ComplementarityOutcome outcome{.residual = infinity};
    if (!G.allFinite() || !b.allFinite() || G.diagonal().minCoeff() < 0.0) return outcome;
    const double size = b.cwiseAbs().maxCoeff();
    if (size == 0.0) return {.status = ComplementarityStatus::solved};
    P_.clear();
    std::fill(in_.begin(), in_.end(), 0);
    z_.setZero();
    pivots_ = 0;
    settle(G, b);

    // Drives in exact arithmetic number 2n or so; rounding could make them circle.
    const Index most = 50 * n + 100;
    for (Index count = 0;; ++count) {
        Index worst = -1;
        double least = -0.01 * complementarity_tolerance * size;
        for (Index k = 0; k < n; ++k)
            if (!in_[k] && w_(k) < std::min(least, -rounding_(k))) {
                least = w_(k);
                worst = k;
            }
        if (worst < 0) break;
        if (count == most) return outcome;
        const Drive end = drive(G, worst);
        outcome.pivots = pivots_;
        if (end == Drive::broke_down) return outcome;
        if (end == Drive::ran_away) {
            if (proves_infeasible(G, b, worst)) outcome.status = ComplementarityStatus::infeasible;
            return outcome;
        }
        settle(G, b);
    }

    double residual = 0.0;
    for (Index k = 0; k < n; ++k)
        residual = std::max(residual, residual_of(G(k, k), z_(k), w_(k)) - rounding_(k));
    outcome.residual = residual / size;
    const bool is_known = rounding_.head(n).maxCoeff() <= most_unknown * size;
    if (!(outcome.residual <= complementarity_tolerance) || !is_known) return outcome;
    outcome.status = ComplementarityStatus::solved;
    z = z_.head(n);
    return outcome;
}

}  // namespace rebond
