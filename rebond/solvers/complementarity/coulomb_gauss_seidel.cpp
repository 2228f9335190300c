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

BlockOutcome CoulombGaussSeidel::solve(std::span<const BlockContact> contacts,
                                       const Eigen::Ref<const Vector>& inverse_masses, double scale,
                                       Eigen::Ref<Vector> v, Eigen::Ref<Vector> p,
                                       const std::atomic<bool>* interrupt)
{
    require(scale > 0.0, "CoulombGaussSeidel: the scale is a velocity above zero");
    require(p.size() == 2 * static_cast<Index>(contacts.size()) && v.size() == inverse_masses.size(),
            "CoulombGaussSeidel: sizes of velocities and impulses");
    contacts_.prepare(contacts, inverse_masses);
    make_room(inverse_masses);
    const Index n = p.size();
    const double tolerance = settings_.tolerance * scale;
    free_.head(v.size()) = v;
    contacts_.into_cones(p);
    contacts_.set_velocities(free_.head(v.size()), p, v);

    BlockOutcome outcome;
    while (true) {
        start_.head(n) = p;
        for (const bool forwards : {true, false}) {
            const double error = sweep(forwards, v, p);
            ++outcome.iterations;
            const bool is_interrupted = interrupt != nullptr && interrupt->load(std::memory_order_relaxed);
            const bool is_last = outcome.iterations >= settings_.most_sweeps || is_interrupted;
            if (error > tolerance && !is_last) continue;
            // `error` was that of each contact when its turn came; the residual is that of all at the end.
            contacts_.set_velocities(free_.head(v.size()), p, v);
            outcome.residual = contacts_.residual(v, p) / scale;
            if (outcome.residual <= settings_.tolerance)
                outcome.status = BlockStatus::solved;
            else if (is_interrupted)
                outcome.status = BlockStatus::interrupted;
            if (outcome.solved() || is_last || !std::isfinite(outcome.residual)) return outcome;
        }
        if (settings_.memory > 0 && propose(p)) contacts_.set_velocities(free_.head(v.size()), p, v);
    }
}

void CoulombGaussSeidel::make_room(const Eigen::Ref<const Vector>& inverse_masses)
{
    const auto n = 2 * static_cast<Index>(contacts_.count());
    if (free_.size() < inverse_masses.size()) free_.resize(inverse_masses.size());
    if (weights_.size() < n) {
        const Index room = n + n / 4;
        for (Vector* vector : {&weights_, &start_, &last_step_, &safe_}) vector->resize(room);
        if (settings_.memory > 0)
            for (Matrix* matrix : {&steps_, &ends_}) matrix->resize(room, settings_.memory);
    }
    kept_ = next_ = 0;
    has_last_ = is_proposed_ = false;
    pairs_since_mark_ = rest_left_ = 0;
    rest_ = shortest_rest;
    mark_ = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < contacts_.count(); ++k)
        weights_.segment<2>(2 * static_cast<Index>(k)) = contacts_.mobility(k).diagonal();
}

// Solves contact k alone; returns the error it had.
double CoulombGaussSeidel::solve_at(std::size_t k, Eigen::Ref<Vector> v, Eigen::Ref<Vector> p)
{
    if (!contacts_.moves(k)) return 0.0;
    const Eigen::Matrix2d& G = contacts_.mobility(k);
    auto own = p.segment<2>(2 * static_cast<Index>(k));
    const double friction = contacts_[k].friction;
    const Vector2 w = contacts_.velocity(k, v);
    const double error = coulomb_error(G, w, own, friction, 0.0);
    const Vector2 solved = solve_coulomb_contact(G, w - G * own, friction, 0.0).p;
    contacts_.push(k, solved - own, v);
    own = solved;
    return error;
}

double CoulombGaussSeidel::sweep(bool forwards, Eigen::Ref<Vector> v, Eigen::Ref<Vector> p)
{
    double error = 0.0;
    const std::size_t count = contacts_.count();
    for (std::size_t i = 0; i < count; ++i)
        error = std::max(error, solve_at(forwards ? i : count - 1 - i, v, p));
    return error;
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
    contacts_.into_cones(p);
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
