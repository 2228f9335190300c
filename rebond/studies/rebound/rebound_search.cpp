#include "rebond/studies/rebound/rebound_search.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/complementarity/linear_complementarity.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace rebond {
namespace {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

// Grid of starts. The law is within 1/1000 of its limits outside of the values spanned; points whose Z is
// below 1e-6 of the largest do not stretch it.
constexpr Index nodes = 25;
constexpr double saturation = 1e3;
constexpr double least_ratio = 1e-6;
constexpr std::size_t most_descents = 20;

// θ stays within e^margin of the grid: there the law has reached its limits to rounding.
constexpr double margin = 37.0;

constexpr double least_stiffness = 1e-30;  // of the largest ∂f/∂θ, squared: it moves f by less than rounding
constexpr double longest_step = 2.0;       // of θ_k: a factor of 7 in a parameter
constexpr double crease_reach = 1.0;       // |δ| within which a crease is near by
constexpr std::size_t most_creases = 12;  // of them, the nearest
constexpr int most_iterations = 200;      // of one descent
constexpr double least_gain = 1e-16;      // of S that a step promises, below which a descent ends
constexpr double rounding_gain = 1e-14;   // the same where rounding of S already hides the gain
constexpr double star_gain = 1e-11;       // of S, that shows the descent ended too early
constexpr int most_restarts = 10;         // after such proof

struct Bounds {
    double low = 0.0;
    double high = 0.0;

    double node(Index k) const
    {
        return low + (high - low) * static_cast<double>(k) / static_cast<double>(nodes - 1);
    }
};

// ln of the parameters p for which p x passes from 1/saturation to saturation, over all x > 0.
Bounds range_of(const std::vector<double>& x)
{
    const double largest = *std::max_element(x.begin(), x.end());
    if (!(largest > 0.0)) return {.low = -1.0, .high = 1.0};  // the parameter does not enter at all
    double least = largest;
    for (const double value : x)
        if (value >= least_ratio * largest) least = std::min(least, value);
    return {.low = -std::log(saturation * largest), .high = std::log(saturation / least)};
}

std::array<Bounds, 3> ranges_of(const ReboundData& data)
{
    std::array<std::vector<double>, 3> scales;
    for (const auto& [c, y] : data.points) {
        scales[0].push_back(c.Z);
        scales[1].push_back(c.Z > 0.0 ? c.Z / static_cast<double>(c.modes) : 0.0);
        scales[2].push_back(c.Z_first);
    }
    return {range_of(scales[0]), range_of(scales[1]), range_of(scales[2])};
}

// The nodes of the grid that no neighbour is below, lowest first.
std::vector<Vector3> starts(const ReboundData& data, const std::array<Bounds, 3>& range)
{
    const Index n = static_cast<Index>(data.points.size());
    const auto at = [](Index i, Index j, Index k) {
        return static_cast<std::size_t>((i * nodes + j) * nodes + k);
    };

    // f is affine in ē, which depends on μ₀ alone, with a factor of α₀ and α₁ alone: with g the value of f at
    // μ₀ → 0 and Z_r its rigid part, f = ē/e (g + h) − h, h = Z_r/(1 + Z_r).
    Matrix weakening(n, nodes);  // ē/e
    Vector h(n), y(n), factor(n);
    for (Index j = 0; j < n; ++j) {
        const auto& [contact, measured] = data.points[static_cast<std::size_t>(j)];
        h(j) = contact.Z_rigid / (1.0 + contact.Z_rigid);
        y(j) = measured + h(j);
        for (Index i = 0; i < nodes; ++i) {
            const double m = std::exp(range[0].node(i)) * contact.Z;
            weakening(j, i) = 1.0 - 1.0 / (m + 1.0 + 1.0 / m);
        }
    }
    std::vector<double> S(static_cast<std::size_t>(nodes * nodes * nodes));
    for (Index j = 0; j < nodes; ++j) {
        for (Index k = 0; k < nodes; ++k) {
            BeamReboundLaw law{.restitution = data.restitution,
                               .mu_0 = std::numeric_limits<double>::min(),
                               .alpha_0 = std::exp(range[1].node(j)),
                               .alpha_1 = std::exp(range[2].node(k))};
            for (Index l = 0; l < n; ++l)
                factor(l) = rebound_ratio(law, data.points[static_cast<std::size_t>(l)].contact) + h(l);
            for (Index i = 0; i < nodes; ++i)
                S[at(i, j, k)] = (weakening.col(i).cwiseProduct(factor) - y).squaredNorm();
        }
    }

    // Of neighbours that are equal the first counts, so that a plateau gives few starts.
    const auto is_low = [&](Index i, Index j, Index k) {
        const std::size_t here = at(i, j, k);
        for (Index a = std::max<Index>(i - 1, 0); a <= std::min(i + 1, nodes - 1); ++a)
            for (Index b = std::max<Index>(j - 1, 0); b <= std::min(j + 1, nodes - 1); ++b)
                for (Index c = std::max<Index>(k - 1, 0); c <= std::min(k + 1, nodes - 1); ++c) {
                    const std::size_t there = at(a, b, c);
                    if (S[there] < S[here] || (S[there] == S[here] && there < here)) return false;
                }
        return true;
    };
    std::vector<std::pair<double, Vector3>> low;
    for (Index i = 0; i < nodes; ++i)
        for (Index j = 0; j < nodes; ++j)
            for (Index k = 0; k < nodes; ++k)
                if (is_low(i, j, k))
                    low.emplace_back(S[at(i, j, k)],
                                     Vector3(range[0].node(i), range[1].node(j), range[2].node(k)));
    std::stable_sort(low.begin(), low.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (low.size() > most_descents) low.resize(most_descents);
    std::vector<Vector3> result;
    for (const auto& [value, theta] : low) result.push_back(theta);
    return result;
}

// One point with both of its branches.
struct Crease {
    double a = 0.0, b = 0.0;  // A − y, B − y
    Vector3 grad_a = Vector3::Zero(), grad_b = Vector3::Zero();
    Matrix3 curve_a = Matrix3::Zero(), curve_b = Matrix3::Zero();
    double distance = 0.0;  // |δ| to where they meet

    double residual() const { return std::max(a, b); }
    const Vector3& gradient() const { return a > b ? grad_a : grad_b; }
    const Matrix3& curvature() const { return a > b ? curve_a : curve_b; }
};

Crease crease_of(const ReboundPoint& point, const BeamReboundLaw& law)
{
    const ReboundBranches f = rebound_branches(law, point.contact);
    Crease crease{.a = f.compliant - point.measured,
                  .b = f.outward - point.measured,
                  .grad_a = f.compliant_slope,
                  .grad_b = f.outward_slope,
                  .curve_a = f.compliant_curvature,
                  .curve_b = f.outward_curvature};
    const double slope = (crease.grad_b - crease.grad_a).norm();
    crease.distance =
        slope > 0.0 ? std::abs(crease.b - crease.a) / slope : std::numeric_limits<double>::infinity();
    return crease;
}

// The problem (2) at one θ.
class LocalModel {
public:
    LocalModel(const ReboundData& data, const Vector3& theta) : complementarity_(2 * most_creases)
    {
        const BeamReboundLaw law = rebound_law_at(theta, data.restitution);
        for (const ReboundPoint& point : data.points) {
            const Crease crease = crease_of(point, law);
            stiffness_ += crease.grad_a.cwiseAbs2().cwiseMax(crease.grad_b.cwiseAbs2());
            if (crease.residual() > 0.0 && crease.distance <= crease_reach)
                creases_.push_back(crease);
            else
                add_smooth(crease);
        }
        std::stable_sort(creases_.begin(), creases_.end(),
                         [](const Crease& p, const Crease& q) { return p.distance < q.distance; });
        while (creases_.size() > most_creases) {
            add_smooth(creases_.back());
            creases_.pop_back();
        }
    }

    bool is_sloped() const { return stiffness_.maxCoeff() > 0.0; }

    struct Step {
        Vector3 delta = Vector3::Zero();
        double promise = 0.0;  // by how much (2) says that S falls
    };

    // The minimum of (2), with λ in units of the slopes themselves, so that a parameter that matters little
    // still moves, and more of it on what would move too far. Nothing if it cannot be found.
    std::optional<Step> step(double lambda)
    {
        const Vector3 D = stiffness_.cwiseMax(least_stiffness * stiffness_.maxCoeff());
        Vector3 damping = lambda * D;
        for (int trial = 0; trial < 20; ++trial) {
            const std::optional<Step> step = minimum(D, damping);
            if (!step) return std::nullopt;
            const Vector3 excess = step->delta.cwiseAbs() / longest_step;
            if (excess.maxCoeff() <= 1.0) return step;
            for (Index k = 0; k < 3; ++k)
                if (excess(k) > 1.0) damping(k) += 1.1 * (excess(k) - 1.0) * (D(k) + damping(k));
        }
        return std::nullopt;
    }

private:
    void add_smooth(const Crease& c)
    {
        H_ += c.gradient() * c.gradient().transpose();
        gradient_ += c.residual() * c.gradient();
        curvature_ += c.residual() * c.curvature();
    }

    // With the terms damping_k δ_k² and the curvature of the f_j.
    std::optional<Step> minimum(const Vector3& D, const Vector3& damping)
    {
        Matrix3 W = curvature_;
        for (const Crease& c : creases_) W += c.residual() * c.curvature();
        const std::optional<Step> first = solve(positive(H_ + W, D), damping);
        if (!first || creases_.empty()) return first;
        // The multipliers say in which shares the branches carry a point.
        W = curvature_;
        const Index k = static_cast<Index>(creases_.size());
        for (Index j = 0; j < k; ++j) {
            const Crease& c = creases_[static_cast<std::size_t>(j)];
            W += z_(j) * c.curve_a + z_(k + j) * c.curve_b;
        }
        return solve(positive(H_ + W, D), damping);
    }

    // Q with its eigenvalues made positive, in the scale of D: where S is curved downwards, its curvature
    // still says how far to go.
    static Matrix3 positive(const Matrix3& Q, const Vector3& D)
    {
        constexpr double least = 1e-10;
        const Vector3 root = D.cwiseSqrt();
        const Vector3 scale = root.cwiseInverse();
        const Eigen::SelfAdjointEigenSolver<Matrix3> eigen(scale.asDiagonal() * Q * scale.asDiagonal());
        if (eigen.eigenvalues().minCoeff() > least) return Q;
        const Matrix3 V = root.asDiagonal() * eigen.eigenvectors();
        return V * eigen.eigenvalues().cwiseAbs().cwiseMax(least).asDiagonal() * V.transpose();
    }

    std::optional<Step> solve(const Matrix3& Q, const Vector3& damping)
    {
        const Eigen::LDLT<Matrix3> factors(Q + Matrix3(damping.asDiagonal()));
        Vector3 delta = -factors.solve(gradient_);
        const Index k = static_cast<Index>(creases_.size());
        if (k > 0) {
            // The dual: rows t_j − y_j − ∇A_j·δ ≥ A_j − y_j, then the same of B_j.
            Matrix slopes(3, 2 * k);
            Vector b(2 * k);
            for (Index j = 0; j < k; ++j) {
                const Crease& c = creases_[static_cast<std::size_t>(j)];
                slopes.col(j) = c.grad_a;
                slopes.col(k + j) = c.grad_b;
                b(j) = -c.a;
                b(k + j) = -c.b;
            }
            b -= slopes.transpose() * delta;
            const Matrix solved = factors.solve(slopes);
            const Matrix half = 0.5 * slopes.transpose() * solved;
            Matrix G = half + half.transpose();
            for (const Index row : {Index{0}, k})
                for (const Index column : {Index{0}, k}) G.block(row, column, k, k).diagonal().array() += 1.0;
            z_.resize(2 * k);
            if (!complementarity_.solve(G, b, z_).solved()) return std::nullopt;
            delta -= solved * z_;
        }
        Step step{.delta = delta, .promise = -delta.dot(2.0 * gradient_ + Q * delta)};
        for (const Crease& c : creases_) {
            const double before = c.residual();
            const double after = std::max({c.a + c.grad_a.dot(delta), c.b + c.grad_b.dot(delta), 0.0});
            step.promise += (before - after) * (before + after);
        }
        return step;
    }

    Matrix3 H_ = Matrix3::Zero();          // Σ' ∇f ∇fᵀ
    Vector3 gradient_ = Vector3::Zero();   // Σ' (f − y) ∇f
    Matrix3 curvature_ = Matrix3::Zero();  // Σ' (f − y) ∇²f
    Vector3 stiffness_ = Vector3::Zero();  // Σ (∂f/∂θ_k)², of all points and the steeper branch
    std::vector<Crease> creases_;
    LinearComplementarity complementarity_;
    Vector z_;
};

struct Descent {
    Vector3 theta = Vector3::Zero();
    double S = 0.0;
    int iterations = 0;
};

Vector3 within(const std::array<Bounds, 3>& range, Vector3 theta)
{
    for (Index k = 0; k < 3; ++k) {
        const Bounds& r = range[static_cast<std::size_t>(k)];
        theta(k) = std::clamp(theta(k), r.low - margin, r.high + margin);
    }
    return theta;
}

Descent descend(const ReboundData& data, const std::array<Bounds, 3>& range, const Vector3& start)
{
    Descent now{.theta = start, .S = rebound_squares(data, start)};
    const double floor = static_cast<double>(data.points.size()) * residual_rounding * residual_rounding;
    double lambda = 1e-2;
    while (now.iterations < most_iterations) {
        LocalModel model(data, now.theta);
        if (!model.is_sloped()) return now;
        for (bool is_lower = false; !is_lower;) {
            if (++now.iterations > most_iterations) return now;
            const auto step = model.step(lambda);
            if (!step) {
                lambda *= 10.0;
                continue;
            }
            if (!(step->promise > least_gain * now.S + floor)) return now;
            const Vector3 theta = within(range, now.theta + step->delta);
            const double S = rebound_squares(data, theta);
            is_lower = S < now.S;
            if (is_lower) {
                // A step that keeps its promise is trusted further.
                const bool is_kept = now.S - S > 0.5 * step->promise;
                now.theta = theta;
                now.S = S;
                if (is_kept) lambda = std::max(0.1 * lambda, 1e-14);
            } else {
                if (step->promise <= rounding_gain * now.S) return now;
                lambda = std::max(5.0 * lambda, 1e-6);
            }
        }
    }
    return now;
}

// A θ near by, in any of 26 directions, where S is lower by more than rounding.
std::optional<Vector3> lower_near_by(const ReboundData& data, const Descent& end)
{
    const double floor =
        static_cast<double>(data.points.size()) * 1e2 * residual_rounding * residual_rounding;
    const double lower = end.S * (1.0 - star_gain) - floor;
    for (double radius = 0.1; radius > 1e-7; radius *= 0.1)
        for (int direction = 0; direction < 27; ++direction) {
            const Vector3 d(direction / 9 - 1, direction / 3 % 3 - 1, direction % 3 - 1);
            const Vector3 theta = end.theta + radius * d;
            if (rebound_squares(data, theta) < lower) return theta;
        }
    return std::nullopt;
}

}  // namespace

BeamReboundLaw rebound_law_at(const Vector3& theta, double restitution)
{
    return {.restitution = restitution,
            .mu_0 = std::exp(theta(0)),
            .alpha_0 = std::exp(theta(1)),
            .alpha_1 = std::exp(theta(2))};
}

double rebound_squares(const ReboundData& data, const Vector3& theta)
{
    const BeamReboundLaw law = rebound_law_at(theta, data.restitution);
    double sum = 0.0;
    for (const ReboundPoint& point : data.points) {
        const double r = rebound_ratio(law, point.contact) - point.measured;
        sum += r * r;
    }
    return sum;
}

ReboundMinimum least_rebound_squares(const ReboundData& data)
{
    require(!data.points.empty(), "a fit needs points");
    const std::array<Bounds, 3> range = ranges_of(data);
    std::optional<Descent> best;
    int iterations = 0;
    for (const Vector3& start : starts(data, range)) {
        const Descent end = descend(data, range, start);
        iterations += end.iterations;
        if (!best || end.S < best->S) best = end;
    }
    std::optional<Vector3> lower = lower_near_by(data, *best);
    for (int restart = 0; lower && restart < most_restarts; ++restart) {
        best = descend(data, range, within(range, *lower));
        iterations += best->iterations;
        lower = lower_near_by(data, *best);
    }
    return {.theta = best->theta, .squares = best->S, .iterations = iterations, .is_converged = !lower};
}

}  // namespace rebond
