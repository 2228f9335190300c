#include "rebond/studies/rebound/rebound_fit.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/student_t.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

namespace rebond {
namespace {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

constexpr double confidence = 0.95;
constexpr double widest = 6.9077552789821;  // ln 1000: an interval beyond three decades either way says
                                            // nothing, and (1) does not hold over it
constexpr double singular = 1e-13;          // eigenvalue of JᵀJ, columns scaled to 1, that is zero

auto sort_key(const ReboundPoint& p)
{
    return std::tuple(p.contact.mass, p.contact.Z, p.contact.Z_first, p.contact.Z_rigid, p.contact.modes,
                      p.measured);
}

bool same_contact(const BeamContact& a, const BeamContact& b)
{
    return a.Z == b.Z && a.Z_first == b.Z_first && a.Z_rigid == b.Z_rigid && a.modes == b.modes;
}

// √(S/n) of the mean over each mass; the points are sorted by mass.
double rms_of_mass_alone(const std::vector<ReboundPoint>& points)
{
    double sum = 0.0;
    for (auto first = points.begin(); first != points.end();) {
        const auto last = std::find_if(first, points.end(),
                                       [&](const auto& p) { return p.contact.mass != first->contact.mass; });
        double mean = 0.0;
        for (auto p = first; p != last; ++p) mean += p->measured;
        mean /= static_cast<double>(last - first);
        for (auto p = first; p != last; ++p) sum += (p->measured - mean) * (p->measured - mean);
        first = last;
    }
    return std::sqrt(sum / static_cast<double>(points.size()));
}

std::optional<double> r_squared(const std::vector<ReboundPoint>& points, double S)
{
    double mean = 0.0, total = 0.0;
    for (const ReboundPoint& p : points) mean += p.measured;
    mean /= static_cast<double>(points.size());
    for (const ReboundPoint& p : points) total += (p.measured - mean) * (p.measured - mean);
    if (!(total > 0.0)) return std::nullopt;
    return 1.0 - S / total;
}

// JᵀJ of (1). A point on its crease counts with the branch of α₀ and α₁.
Matrix3 normal_matrix(const ReboundData& data, const Vector3& theta)
{
    constexpr double tie = 1e-9;  // of f: beyond what a descent leaves
    const BeamReboundLaw law = rebound_law_at(theta, data.restitution);
    Matrix3 sum = Matrix3::Zero();
    for (const ReboundPoint& point : data.points) {
        const ReboundBranches f = rebound_branches(law, point.contact);
        const Vector3& g = f.outward >= f.compliant - tie ? f.outward_slope : f.compliant_slope;
        sum += g * g.transpose();
    }
    return sum;
}

// The scatter about the fit and how far it reaches.
struct Scatter {
    long freedom = 0;  // n − p
    double s = 0.0;    // √(S/(n − p))
    double reach =
        0.0;  // t s; of the rounding of f if that is more, so that it, too, blurs what hardly matters
};

Scatter scatter_of(const ReboundData& data, double S, Index parameters)
{
    const double n = static_cast<double>(data.points.size());
    const double blur = 1e2 * residual_rounding * std::sqrt(n);
    Scatter scatter{.freedom = static_cast<long>(data.points.size()) - parameters, .reach = blur};
    if (scatter.freedom > 0) {
        scatter.s = std::sqrt(S / static_cast<double>(scatter.freedom));
        scatter.reach = student_bound(confidence, scatter.freedom) * std::max(scatter.s, blur);
    }
    return scatter;
}

// Whether θ_k could as well be where the parameter is 0 or ∞: S there, the others as they are, lies within
// the scatter.
bool reaches_a_limit(const ReboundData& data, const Vector3& theta, Index k, double S, double reach)
{
    for (const double far : {-300.0, 300.0}) {  // e^±300
        Vector3 limit = theta;
        limit(k) = far;
        if (rebound_squares(data, limit) - S < reach * reach) return true;
    }
    return false;
}

// (JᵀJ)⁻¹ of some parameters, and which of them it tells apart.
struct Inverse {
    Matrix matrix;
    std::vector<char> is_seen;
};

// With columns scaled to 1. An eigenvector of eigenvalue zero is a direction of θ that the data do not see:
// nothing it contains is told apart.
Inverse inverse_of(const Matrix& N)
{
    const Index p = N.rows();
    const Vector scale = N.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(scale.asDiagonal() * N * scale.asDiagonal());
    Inverse inverse{.matrix = Matrix::Zero(p, p),
                    .is_seen = std::vector<char>(static_cast<std::size_t>(p), 1)};
    for (Index i = 0; i < p; ++i) {
        const Vector u = eigen.eigenvectors().col(i);
        if (eigen.eigenvalues()(i) > singular) {
            const Vector v = scale.cwiseProduct(u) / std::sqrt(eigen.eigenvalues()(i));
            inverse.matrix += v * v.transpose();
        } else {
            for (Index k = 0; k < p; ++k)
                if (std::abs(u(k)) > 1e-6) inverse.is_seen[static_cast<std::size_t>(k)] = 0;
        }
    }
    return inverse;
}

// (1): covariance, intervals, and what is determined.
void add_uncertainty(const ReboundData& data, const Vector3& theta, double S, ReboundFit& fit)
{
    fit.covariance.setConstant(std::numeric_limits<double>::quiet_NaN());
    fit.correlation = fit.covariance;

    // A parameter that would move f too little even if the others were known drops out of J: it does not
    // blur them.
    const Matrix3 N = normal_matrix(data, theta);
    const double reach_of_all = scatter_of(data, S, 3).reach;
    std::vector<Index> kept;
    for (Index k = 0; k < 3; ++k)
        if (reach_of_all < widest * std::sqrt(N(k, k))) kept.push_back(k);
    if (kept.empty()) return;

    const Scatter scatter = scatter_of(data, S, static_cast<Index>(kept.size()));
    const Inverse inverse = inverse_of(N(kept, kept));
    std::vector<Index> determined;  // places in `kept`
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const Index place = static_cast<Index>(i);
        const double root = std::sqrt(inverse.matrix(place, place));
        if (!inverse.is_seen[i] || !(scatter.reach * root < widest)) continue;
        if (reaches_a_limit(data, theta, kept[i], S, scatter.reach)) continue;
        determined.push_back(place);
        ReboundParameter& parameter = fit.parameters[static_cast<std::size_t>(kept[i])];
        parameter.is_determined = true;
        if (scatter.freedom == 0) continue;
        const double half = student_bound(confidence, scatter.freedom) * scatter.s * root;
        parameter.interval = {.low = parameter.value * std::exp(-half),
                              .high = parameter.value * std::exp(half)};
    }
    for (const Index k : determined)
        for (const Index l : determined) {
            const Index row = kept[static_cast<std::size_t>(k)], column = kept[static_cast<std::size_t>(l)];
            const Matrix& C = inverse.matrix;
            if (scatter.freedom > 0) fit.covariance(row, column) = scatter.s * scatter.s * C(k, l);
            fit.correlation(row, column) = k == l ? 1.0 : C(k, l) / std::sqrt(C(k, k) * C(l, l));
        }
}

std::optional<ReboundFitStatus> validity_warning(std::span<const ReboundPoint> points)
{
    for (const auto& [c, y] : points) {
        for (const double value : {c.mass, c.Z, c.Z_first, c.Z_rigid, y})
            if (!std::isfinite(value)) return ReboundFitStatus::not_finite;
        require(c.Z >= 0.0 && c.Z_first >= 0.0 && c.Z_rigid >= 0.0 && (c.modes > 0 || c.Z == 0.0),
                "Z is a sum of squares over the modes");
    }
    if (points.size() < 3) return ReboundFitStatus::too_few_points;
    if (std::all_of(points.begin(), points.end(),
                    [&](const auto& p) { return same_contact(p.contact, points.front().contact); }))
        return ReboundFitStatus::all_alike;
    return std::nullopt;
}

}  // namespace

ReboundFit fit_rebounds(std::span<const ReboundPoint> points, double restitution)
{
    require(restitution > 0.0 && restitution <= 1.0, "a fit needs a restitution in (0, 1]");
    ReboundFit fit;
    fit.points = static_cast<Index>(points.size());
    if (const auto refused = validity_warning(points)) {
        fit.status = *refused;
        return fit;
    }

    // Sums run in an order that does not depend on that of the input.
    ReboundData data{.points = {points.begin(), points.end()}, .restitution = restitution};
    std::sort(data.points.begin(), data.points.end(),
              [](const auto& a, const auto& b) { return sort_key(a) < sort_key(b); });

    const ReboundMinimum minimum = least_rebound_squares(data);
    if (!minimum.is_converged) fit.status = ReboundFitStatus::not_converged;
    fit.iterations = minimum.iterations;

    fit.law = rebound_law_at(minimum.theta, restitution);
    fit.parameters[0].value = fit.law.mu_0;
    fit.parameters[1].value = fit.law.alpha_0;
    fit.parameters[2].value = fit.law.alpha_1;
    fit.residuals.resize(fit.points);
    for (std::size_t j = 0; j < points.size(); ++j)
        fit.residuals(static_cast<Index>(j)) = rebound_ratio(fit.law, points[j].contact) - points[j].measured;
    fit.rms = std::sqrt(minimum.squares / static_cast<double>(fit.points));
    fit.rms_of_mass_alone = rms_of_mass_alone(data.points);
    fit.r_squared = r_squared(data.points, minimum.squares);
    add_uncertainty(data, minimum.theta, minimum.squares, fit);
    return fit;
}

}  // namespace rebond
