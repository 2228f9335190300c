#include "rebond/contact/outward_law.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr int halvings = 52;
constexpr double rounding = 1e-14;  // of the energy of approach: a gain below it is none [-]

}  // namespace

OutwardLaw::OutwardLaw(Index most)
    : program_(most, 2 * most + 1),
      is_seen_(static_cast<std::size_t>(most)),
      binds_(static_cast<std::size_t>(most)),
      G_(most, most),
      u_(most),
      e_(most),
      c_(most),
      p_(most),
      y_(2 * most + 1),
      rows_(2 * most + 1, most),
      bounds_(2 * most + 1)
{
    cluster_.reserve(static_cast<std::size_t>(most));
}

// The contacts that G connects with the first one.
void OutwardLaw::find_cluster(const Eigen::Ref<const Matrix>& G, Index first)
{
    cluster_.assign(1, first);
    is_seen_[first] = 1;
    for (std::size_t i = 0; i < cluster_.size(); ++i)
        for (Index k = 0; k < G.rows(); ++k) {
            if (is_seen_[k] || G(cluster_[i], k) == 0.0) continue;
            is_seen_[k] = 1;
            cluster_.push_back(k);
        }
    std::sort(cluster_.begin(), cluster_.end());
}

ProgramOutcome OutwardLaw::minimise(double share)
{
    const auto n = static_cast<Index>(cluster_.size());
    bounds_(2 * n) = share * asked_ - c_.head(n).dot(u_.head(n));
    return program_.solve(G_.topLeftCorner(n, n), u_.head(n), rows_.topLeftCorner(2 * n + 1, n),
                          bounds_.head(2 * n + 1), p_.head(n), y_.head(2 * n + 1));
}

// Whether the impact gives energy, ½ p·(u⁻ + u⁺), beyond rounding.
bool OutwardLaw::gains() const
{
    const auto n = static_cast<Index>(cluster_.size());
    const auto p = p_.head(n), u = u_.head(n);
    const double gain = p.dot(u) + 0.5 * p.dot(G_.topLeftCorner(n, n).lazyProduct(p));
    return gain > rounding * p.cwiseAbs().dot(u.cwiseAbs());
}

// (1) with the largest s that gives no energy.
ProgramOutcome OutwardLaw::resolve_cluster()
{
    const auto n = static_cast<Index>(cluster_.size());
    const auto G = G_.topLeftCorner(n, n);
    c_.head(n) = G.diagonal().cwiseInverse().cwiseSqrt();
    asked_ = -c_.head(n).cwiseProduct(e_.head(n)).dot(u_.head(n));
    rows_.topLeftCorner(n, n).setIdentity();
    rows_.block(n, 0, n, n) = G;
    rows_.row(2 * n).head(n).noalias() = c_.head(n).transpose().lazyProduct(G);
    bounds_.head(n).setZero();
    bounds_.segment(n, n) = -u_.head(n);
    const bool all_approach = u_.head(n).maxCoeff() <= 0.0;
    ProgramOutcome outcome = minimise(1.0);
    if (outcome.status == ProgramStatus::unsettled || (outcome.solved() && (all_approach || !gains())))
        return outcome;

    double enough = 0.0, too_much = 1.0;
    for (int i = 0; i < halvings; ++i) {
        const double middle = 0.5 * (enough + too_much);
        outcome = minimise(middle);
        (outcome.solved() && !gains() ? enough : too_much) = middle;
    }
    share_ = std::min(share_, enough);
    return minimise(enough);
}

ProgramOutcome OutwardLaw::resolve(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& u,
                                   const Eigen::Ref<const Vector>& e, Eigen::Ref<Vector> p)
{
    share_ = 1.0;
    p.setZero();
    std::fill(is_seen_.begin(), is_seen_.end(), 0);
    std::fill(binds_.begin(), binds_.end(), 0);
    ProgramOutcome all{.status = ProgramStatus::solved};
    for (Index first = 0; first < u.size(); ++first) {
        if (is_seen_[first]) continue;
        find_cluster(G, first);
        const auto n = static_cast<Index>(cluster_.size());
        for (Index i = 0; i < n; ++i) {
            u_(i) = u(cluster_[i]);
            e_(i) = e(cluster_[i]);
            for (Index j = 0; j < n; ++j) G_(i, j) = G(cluster_[i], cluster_[j]);
        }
        if (u_.head(n).minCoeff() >= 0.0) continue;  // nothing approaches
        const ProgramOutcome outcome = resolve_cluster();
        all.residual = std::max(all.residual, outcome.residual);
        all.changes += outcome.changes;
        if (!outcome.solved()) all.status = outcome.status;
        for (Index i = 0; i < n; ++i) {
            p(cluster_[i]) = y_(i) > 0.0 ? 0.0 : std::max(p_(i), 0.0);
            binds_[cluster_[i]] = y_(n + i) > 0.0;
        }
    }
    if (!all.solved()) p.setZero();
    return all;
}

}  // namespace rebond
