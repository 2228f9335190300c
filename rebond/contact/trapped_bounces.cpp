#include "rebond/contact/trapped_bounces.hpp"

#include <Eigen/Cholesky>

#include <algorithm>

namespace rebond {

// The closed contacts that G connects with the first one.
void TrappedBounces::find_cluster(const Eigen::Ref<const Matrix>& G, Index first)
{
    cluster_.assign(1, first);
    is_closed_[first] = 0;
    for (std::size_t i = 0; i < cluster_.size(); ++i)
        for (Index k = 0; k < G.rows(); ++k) {
            if (!is_closed_[k] || G(cluster_[i], k) == 0.0) continue;
            is_closed_[k] = 0;
            cluster_.push_back(k);
        }
}

void TrappedBounces::find(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& u,
                          const Eigen::Ref<const Vector>& a, const Eigen::Ref<const Vector>& rounding,
                          const std::vector<Index>& resting, std::vector<Index>& bouncing)
{
    const auto places = static_cast<std::size_t>(u.size());
    bounces_.assign(places, 0);
    for (const Index k : bouncing) bounces_[k] = 1;
    // A contact that is not trapped is let go, and those that are left are tried without it.
    for (bool is_settled = false; !is_settled;) {
        is_settled = true;
        is_closed_.assign(places, 0);
        for (const Index k : resting) is_closed_[k] = 1;
        for (const Index k : bouncing) is_closed_[k] = bounces_[k];
        for (const Index first : bouncing) {
            if (!is_closed_[first]) continue;
            find_cluster(G, first);
            const auto n = static_cast<Index>(cluster_.size());
            G_.resize(n, n);
            u_.resize(n);
            a_.resize(n);
            for (Index i = 0; i < n; ++i) {
                u_(i) = bounces_[cluster_[i]] ? u(cluster_[i]) : 0.0;
                a_(i) = a(cluster_[i]);
                for (Index j = 0; j < n; ++j) G_(i, j) = G(cluster_[i], cluster_[j]);
            }
            if (are_trapped(rounding)) continue;
            is_settled = false;
            const auto most = std::max_element(cluster_.begin(), cluster_.end(), [&](Index i, Index j) {
                const auto energy = [&](Index k) { return bounces_[k] ? u(k) * u(k) / G(k, k) : -1.0; };
                return energy(i) < energy(j);
            });
            bounces_[*most] = 0;
        }
    }
    std::erase_if(bouncing, [&](Index k) { return !bounces_[k]; });
}

// (2) for the cluster.
bool TrappedBounces::are_trapped(const Eigen::Ref<const Vector>& rounding)
{
    const Index n = u_.size();
    nu_.resize(n);
    if (!LinearComplementarity(n).solve(G_, a_, nu_).solved()) return false;
    momentum_ = G_.ldlt().solve(u_);
    const double energy = 0.5 * u_.dot(momentum_);
    for (Index i = 0; i < n; ++i)
        if (bounces_[cluster_[i]] && !(energy <= nu_(i) * rounding(cluster_[i]))) return false;
    return true;
}

}  // namespace rebond
