#include "rebond/mechanics/free_vibration.hpp"

#include "rebond/core/error.hpp"
#include "rebond/mechanics/linear/linear.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <vector>

namespace rebond {
namespace {

constexpr Index most_lanczos_steps = 200;
constexpr int most_subspace_sweeps = 200;
constexpr double frequency_tolerance = 1e-12;  // relative change of ω² that ends the subspace iteration [-]
constexpr double lanczos_tolerance = 1e-9;     // relative growth of ω_max² that ends Lanczos' iteration [-]
constexpr double lanczos_exhausted = 1e-10;    // of ω_max², below which the next direction is rounding [-]
constexpr double first_shift = 1e-6;           // of ω_max²: σ before the first frequencies are known [-]
constexpr double drowning = 0x1p40;            // accelerations beside which forces do not show [-]

// The same numbers everywhere, without structure that a mode could be orthogonal to.
double scattered(Index i)
{
    std::uint64_t x = (static_cast<std::uint64_t>(i) + 1) * 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    x ^= x >> 31;
    return static_cast<double>(x >> 11) / 9007199254740992.0 - 0.5;
}

// M x and K x at a configuration at rest.
class RestOperators {
public:
    RestOperators(Dynamics& dynamics, const Vector& q)
        : dynamics_(dynamics), rest_(Vector::Zero(q.size())), force_(q.size()), large_(q.size())
    {
        dynamics_.place(0.0, q);
        dynamics_.residual(rest_, rest_, force_);
    }

    // M x = (r(s x) − r(0))/s, with s so large that the forces in r cost M x no digits.
    void mass(const Vector& x, Vector& y)
    {
        large_ = drowning * x;
        dynamics_.residual(rest_, large_, y);
        y = (y - force_) / drowning;
    }
    void stiffness(const Vector& x, Vector& y) { dynamics_.stiffness(x, y); }

private:
    Dynamics& dynamics_;
    Vector rest_;
    Vector force_;
    Vector large_;
};

}  // namespace

double highest_frequency(const Model& model, const Vector& q)
{
    const auto dynamics = model.dynamics();
    dynamics->place(0.0, q);
    require(dynamics->factor(0.0, 0.0), "highest_frequency: the mass matrix is not positive");

    // Three-term recurrence in the metric of M; u = M v.
    const Index n = q.size();
    Vector u(n), v(n), u_before = Vector::Zero(n), r(n);
    for (Index i = 0; i < n; ++i) u(i) = scattered(i);
    v = u;
    dynamics->solve(v);
    double norm = std::sqrt(u.dot(v));
    u /= norm;
    v /= norm;
    std::vector<double> diagonal, off;
    const Index steps = std::min(n, most_lanczos_steps);
    double highest = 0.0;
    for (Index j = 0; j < steps; ++j) {
        dynamics->stiffness(v, r);
        diagonal.push_back(v.dot(r));
        r -= diagonal.back() * u;
        if (j > 0) r -= off.back() * u_before;
        u_before = u;
        v = r;
        dynamics->solve(v);
        norm = std::sqrt(std::max(0.0, r.dot(v)));
        Eigen::SelfAdjointEigenSolver<Matrix> ritz;
        ritz.computeFromTridiagonal(Eigen::Map<Vector>(diagonal.data(), j + 1),
                                    Eigen::Map<Vector>(off.data(), j), Eigen::EigenvaluesOnly);
        const double now = ritz.eigenvalues()(j);
        const bool has_settled = j > 10 && now - highest <= lanczos_tolerance * now;
        highest = std::max(highest, now);
        if (has_settled || norm <= lanczos_exhausted * highest) break;
        off.push_back(norm);
        u = r / norm;
        v /= norm;
    }
    return std::sqrt(std::max(0.0, highest));
}

FreeModes lowest_modes(const Model& model, const Vector& q, Matrix X)
{
    const auto dynamics = model.dynamics();
    RestOperators at_rest(*dynamics, q);
    const Index n = q.size();
    const Index count = X.cols();
    const Index target = std::max(count / 2, std::min<Index>(count - 1, 3));  // its frequency sets the shift
    Matrix MX(n, count), KX(n, count);
    Vector column(n), image(n);
    Vector squares = Vector::Zero(count);
    double shift = first_shift * std::pow(highest_frequency(model, q), 2);  // σ
    dynamics->place(0.0, q);
    for (int sweep = 0; sweep < most_subspace_sweeps; ++sweep) {
        // Rayleigh–Ritz in the present subspace.
        for (Index j = 0; j < count; ++j) {
            column = X.col(j);
            at_rest.mass(column, image);
            MX.col(j) = image;
            at_rest.stiffness(column, image);
            KX.col(j) = image;
        }
        const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> ritz(X.transpose() * KX, X.transpose() * MX);
        if (ritz.info() != Eigen::Success || !ritz.eigenvalues().allFinite()) return {};
        X = X * ritz.eigenvectors();
        const Vector before = squares;
        squares = ritz.eigenvalues().cwiseMax(0.0);
        const double change = (squares - before).head(target + 1).cwiseAbs().maxCoeff();
        if (sweep > 2 && change <= frequency_tolerance * squares(target)) break;
        if (sweep < 8 && squares(target) > 0.0) shift = squares(target);

        // X ← (K + σM)⁻¹ M X.
        if (!dynamics->factor(1.0 / shift, 0.0)) return {};
        for (Index j = 0; j < count; ++j) {
            column = X.col(j);
            at_rest.mass(column, image);
            dynamics->solve(image);
            X.col(j) = image / image.norm();
        }
    }
    return {squares.cwiseSqrt(), X};
}

// All of them [rad/s], right to their own size, where that takes a moment only: soft ones beside stiff ones
// are told from rigid motions.
static std::optional<Vector> frequencies_of_modes(const Model& model)
{
    constexpr Index few = 500;
    const auto* linear = model.as_linear();
    if (linear == nullptr || !linear->has_modes() || linear->dofs() > few) return {};
    const FoundModes found = linear->modes({}, nullptr);
    return found.modes ? std::optional(found.modes->frequencies()) : std::nullopt;
}

Vector free_frequencies_hz(const Model& model, const Vector& q, Index count)
{
    if (const auto found = frequencies_of_modes(model)) {
        const Index first = (found->array() == 0.0).count();  // rigid motions, which are the lowest
        return found->segment(first, std::min(count, found->size() - first)) / (2.0 * std::numbers::pi);
    }
    const Index n = q.size();
    const Index columns = std::min(n, 2 * (count + 3) + 4);
    Matrix start(n, columns);
    for (Index j = 0; j < columns; ++j)
        for (Index i = 0; i < n; ++i) start(i, j) = scattered(i + j * n);
    Vector omega = lowest_modes(model, q, start).frequency;
    if (omega.size() == 0) return omega;
    Index first = 0;  // that is not a rigid motion
    for (Index j = 0; j < columns / 2; ++j)
        if (omega(j) < rigid_share * omega(j + 1)) first = j + 1;
    return omega.segment(first, std::min(count, columns - first)) / (2.0 * std::numbers::pi);
}

}  // namespace rebond
