#include "rebond/solvers/complementarity/coulomb_gauss_seidel.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/complementarity/coulomb_contact.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int most_memory = 20;
constexpr double regularisation = 1e-14;  // of the Gram matrix of the steps [-]
// A proposal is withdrawn if its step is longer than this many times the shortest before it. If the step is
// not halved in so many pairs the sweeps go on alone for a while: each time twice as long, and half as long
// again after a success.
constexpr double longest_step = 2.0;
constexpr int patience = 20;
constexpr int shortest_rest = 4, longest_rest = 4096;  // [pairs]

}  // namespace

CoulombGaussSeidel::CoulombGaussSeidel(const GaussSeidelSettings& settings) : settings_(settings)
{
    require(settings.memory >= 0 && settings.memory <= most_memory, "CoulombGaussSeidel: memory is 0 to 20");
}

GaussSeidelOutcome CoulombGaussSeidel::solve(std::span<const BlockContact> contacts,
                                             const Eigen::Ref<const Vector>& inverse_masses, double scale,
                                             Eigen::Ref<Vector> v, Eigen::Ref<Vector> p,
                                             const std::atomic<bool>* interrupt)
{
    require(scale > 0.0, "CoulombGaussSeidel: the scale is a velocity above zero");
    require(p.size() == 2 * static_cast<Index>(contacts.size()) && v.size() == inverse_masses.size(),
            "CoulombGaussSeidel: sizes of velocities and impulses");
    contacts_ = contacts;
    prepare(inverse_masses);
    const Index n = p.size();
    const double tolerance = settings_.tolerance * scale;
    free_.head(v.size()) = v;
    into_cones(p);
    set_velocities(p, v);

    GaussSeidelOutcome outcome;
    while (true) {
        start_.head(n) = p;
        for (const bool forwards : {true, false}) {
            const double error = sweep(forwards, v, p);
            ++outcome.sweeps;
            const bool is_interrupted = interrupt != nullptr && interrupt->load(std::memory_order_relaxed);
            const bool is_last = outcome.sweeps >= settings_.most_sweeps || is_interrupted;
            if (error > tolerance && !is_last) continue;
            // `error` was that of each contact when its turn came; the residual is that of all at the end.
            set_velocities(p, v);
            outcome.residual = residual(v, p) / scale;
            if (outcome.residual <= settings_.tolerance)
                outcome.status = GaussSeidelStatus::solved;
            else if (is_interrupted)
                outcome.status = GaussSeidelStatus::interrupted;
            if (outcome.solved() || is_last || !std::isfinite(outcome.residual)) return outcome;
        }
        if (settings_.memory > 0 && propose(p)) set_velocities(p, v);
    }
}

void CoulombGaussSeidel::prepare(const Eigen::Ref<const Vector>& inverse_masses)
{
    const std::size_t count = contacts_.size();
    const auto n = 2 * static_cast<Index>(count);
    if (free_.size() < inverse_masses.size()) free_.resize(inverse_masses.size());
    if (weights_.size() < n) {
        const Index room = n + n / 4;
        for (Vector* vector : {&weights_, &start_, &last_step_, &safe_}) vector->resize(room);
        if (settings_.memory > 0)
            for (Matrix* matrix : {&steps_, &ends_}) matrix->resize(room, settings_.memory);
    }
    if (sites_.size() < count) sites_.resize(std::max(count, static_cast<std::size_t>(weights_.size() / 2)));
    kept_ = next_ = 0;
    has_last_ = is_proposed_ = false;
    pairs_since_mark_ = rest_left_ = 0;
    rest_ = shortest_rest;
    mark_ = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < count; ++k) {
        const BlockContact& contact = contacts_[k];
        Site& site = sites_[k];
        const auto D = [&](Index body) { return inverse_masses.segment<3>(3 * body).asDiagonal(); };
        site.first = D(contact.first) * contact.first_rows.transpose();
        site.G = contact.first_rows * site.first;
        if (contact.second >= 0) {
            site.second = D(contact.second) * contact.second_rows.transpose();
            site.G += contact.second_rows * site.second;
        }
        weights_(2 * static_cast<Index>(k)) = site.G(0, 0);
        weights_(2 * static_cast<Index>(k) + 1) = site.G(1, 1);
    }
}

Vector2 CoulombGaussSeidel::velocity(std::size_t k, const Eigen::Ref<const Vector>& v) const
{
    const BlockContact& contact = contacts_[k];
    Vector2 w = contact.bias + contact.first_rows * v.segment<3>(3 * contact.first);
    if (contact.second >= 0) w += contact.second_rows * v.segment<3>(3 * contact.second);
    return w;
}

void CoulombGaussSeidel::push(std::size_t k, const Vector2& impulse, Eigen::Ref<Vector> v) const
{
    const BlockContact& contact = contacts_[k];
    v.segment<3>(3 * contact.first) += sites_[k].first * impulse;
    if (contact.second >= 0) v.segment<3>(3 * contact.second) += sites_[k].second * impulse;
}

// Solves contact k alone; returns the error it had.
double CoulombGaussSeidel::solve_at(std::size_t k, Eigen::Ref<Vector> v, Eigen::Ref<Vector> p)
{
    const Eigen::Matrix2d& G = sites_[k].G;
    if (!(G(0, 0) > 0.0)) return 0.0;  // nothing moves
    auto own = p.segment<2>(2 * static_cast<Index>(k));
    const double friction = contacts_[k].friction;
    const Vector2 w = velocity(k, v);
    const double error = coulomb_error(G, w, own, friction, 0.0);
    const Vector2 solved = solve_coulomb_contact(G, w - G * own, friction, 0.0).p;
    push(k, solved - own, v);
    own = solved;
    return error;
}

double CoulombGaussSeidel::sweep(bool forwards, Eigen::Ref<Vector> v, Eigen::Ref<Vector> p)
{
    double error = 0.0;
    const std::size_t count = contacts_.size();
    for (std::size_t i = 0; i < count; ++i)
        error = std::max(error, solve_at(forwards ? i : count - 1 - i, v, p));
    return error;
}

// (1)
void CoulombGaussSeidel::set_velocities(const Eigen::Ref<const Vector>& p, Eigen::Ref<Vector> v) const
{
    v = free_.head(v.size());
    for (std::size_t k = 0; k < contacts_.size(); ++k) push(k, p.segment<2>(2 * static_cast<Index>(k)), v);
}

double CoulombGaussSeidel::residual(const Eigen::Ref<const Vector>& v,
                                    const Eigen::Ref<const Vector>& p) const
{
    if (!v.allFinite() || !p.allFinite()) return std::numeric_limits<double>::infinity();
    double error = 0.0;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        if (!(sites_[k].G(0, 0) > 0.0)) continue;
        error = std::max(error,
                         coulomb_error(sites_[k].G, velocity(k, v), p.segment<2>(2 * static_cast<Index>(k)),
                                       contacts_[k].friction, 0.0));
    }
    return error;
}

void CoulombGaussSeidel::into_cones(Eigen::Ref<Vector> p) const
{
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        auto own = p.segment<2>(2 * static_cast<Index>(k));
        own(0) = sites_[k].G(0, 0) > 0.0 ? std::max(own(0), 0.0) : 0.0;
        const double bound = contacts_[k].friction * own(0);
        own(1) = std::clamp(own(1), -bound, bound);
    }
}

// Anderson's mixing after a pair of sweeps from `start_` to `p`: the combination of the pairs kept with the
// least step. False if p stays as it is.
bool CoulombGaussSeidel::propose(Eigen::Ref<Vector> p)
{
    const Index n = p.size();
    const auto weights = weights_.head(n).array();
    auto step = start_.head(n);  // takes its place
    step = p - step;
    const double length = std::sqrt((weights * step.array().square()).sum());
    if (rest_left_ > 0) {
        if (--rest_left_ == 0) mark_ = length;
        return false;
    }
    if (is_proposed_ && length > longest_step * shortest_) {
        p = safe_.head(n);
        rest();
        return true;
    }
    if (length < 0.5 * mark_) {
        mark_ = length;
        pairs_since_mark_ = 0;
        rest_ = std::max(shortest_rest, rest_ / 2);
    } else if (++pairs_since_mark_ > patience) {
        rest();
        return false;
    }
    shortest_ = has_last_ ? std::min(shortest_, length) : length;
    if (has_last_) {
        steps_.col(next_).head(n) = step - last_step_.head(n);
        ends_.col(next_).head(n) = p - safe_.head(n);
        next_ = (next_ + 1) % settings_.memory;
        kept_ = std::min<Index>(kept_ + 1, settings_.memory);
    }
    last_step_.head(n) = step;
    safe_.head(n) = p;
    has_last_ = true;
    is_proposed_ = false;
    if (kept_ == 0) return false;

    using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most_memory, most_memory>;
    using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_memory, 1>;
    Small gram(kept_, kept_);
    SmallVector side(kept_);
    for (Index i = 0; i < kept_; ++i) {
        const auto column = steps_.col(i).head(n).array();
        for (Index j = 0; j <= i; ++j)
            gram(i, j) = gram(j, i) = (weights * column * steps_.col(j).head(n).array()).sum();
        side(i) = (weights * column * step.array()).sum();
    }
    gram.diagonal().array() += regularisation * gram.trace();
    const SmallVector share = gram.ldlt().solve(side);
    if (!share.allFinite()) return false;
    for (Index i = 0; i < kept_; ++i) p -= share(i) * ends_.col(i).head(n);
    into_cones(p);
    is_proposed_ = true;
    return true;
}

// Forgets the pairs kept and lets the sweeps go on alone.
void CoulombGaussSeidel::rest()
{
    kept_ = next_ = 0;
    has_last_ = is_proposed_ = false;
    pairs_since_mark_ = 0;
    rest_left_ = rest_;
    rest_ = std::min(2 * rest_, longest_rest);
}

}  // namespace rebond
