#include "rebond/solvers/complementarity/coulomb_pivoting.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double regularisation = 1e-9;  // of the largest mobility [-]

enum Place : Index { normal, forth, back, speed };  // of the unknowns of one contact

}  // namespace

bool CoulombPivoting::solve(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& b,
                            const std::vector<Contact>& contacts, Eigen::Ref<Vector> p)
{
    list_unknowns(contacts);
    const auto n = static_cast<Index>(unknowns_.size());
    const auto count = static_cast<Index>(contacts.size());
    if (M_.rows() < n) {
        M_.resize(n, n);
        q_.resize(n);
    }
    // p starts as what the least impulses make; in units in which G and b are of order one.
    for (Index k = 0; k < count; ++k)
        p.segment<2>(2 * k) =
            contacts[k].least * Vector2(1.0, -contacts[k].friction * static_cast<double>(contacts[k].slides));
    const double g = G.diagonal().maxCoeff();
    double scale = 0.0;
    for (Index j = 0; j < 2 * count; ++j) scale = std::max({scale, std::abs(b(j)), g * std::abs(p(j))});
    if (!(g > 0.0) || !(scale > 0.0) || !std::isfinite(g) || !std::isfinite(scale)) return false;

    auto M = M_.topLeftCorner(n, n);
    auto q = q_.head(n);
    for (Index i = 0; i < n; ++i) {
        const Unknown& row = unknowns_[i];
        const Index at = 2 * row.contact;
        q(i) = row.speed.dot(b.segment<2>(at) + G.middleRows<2>(at) * p) / scale;
        for (Index j = 0; j < n; ++j)
            M(i, j) = row.speed.dot(G.block<2, 2>(at, 2 * unknowns_[j].contact) * unknowns_[j].force) / g;
    }
    for (Index k = 0; k < count; ++k) {
        if (!is_open_[k]) continue;
        const Index first = firsts_[k], sigma = first + Place::speed;
        for (const Index t : {first + Place::forth, first + Place::back}) {
            M(t, sigma) = 1.0;
            M(sigma, t) = -1.0;
        }
        M(sigma, first + Place::normal) = contacts[k].friction;
        q(sigma) = contacts[k].friction * contacts[k].least * g / scale;
    }
    if (!lemke_.solve(M, q)) {
        // Where G is singular, rounding may leave b outside what a motion has. For a G a little larger any b
        // has an answer, and its cases are nearly always those of G.
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < n; ++j)
                if (unknowns_[i].contact == unknowns_[j].contact)
                    M(i, j) += regularisation * unknowns_[i].speed.dot(unknowns_[j].force);
        if (!lemke_.solve(M, q)) return false;
    }
    for (Index i = 0; i < n; ++i)
        p.segment<2>(2 * unknowns_[i].contact) += lemke_.z(i) * scale / g * unknowns_[i].force;
    return true;
}

void CoulombPivoting::list_unknowns(const std::vector<Contact>& contacts)
{
    unknowns_.clear();
    firsts_.clear();
    is_open_.clear();
    for (Index k = 0; k < std::ssize(contacts); ++k) {
        const auto& [friction, least, slides] = contacts[k];
        firsts_.push_back(std::ssize(unknowns_));
        is_open_.push_back(friction > 0.0 && slides == 0);
        unknowns_.push_back({k, {1.0, -friction * static_cast<double>(slides)}, {1.0, 0.0}});
        if (!is_open_.back()) continue;
        unknowns_.push_back({k, {0.0, 1.0}, {0.0, 1.0}});
        unknowns_.push_back({k, {0.0, -1.0}, {0.0, -1.0}});
        unknowns_.push_back({k});
    }
}

CoulombCase CoulombPivoting::chosen(Index k) const
{
    const Index first = firsts_[k];
    CoulombCase chosen{.is_pressed = lemke_.is_basic(first + Place::normal)};
    if (!is_open_[k] || !lemke_.is_basic(first + Place::speed)) return chosen;
    const bool pushes_forth = lemke_.is_basic(first + Place::forth);
    if (pushes_forth != lemke_.is_basic(first + Place::back))
        chosen.motion = pushes_forth ? CoulombMotion::slides_back : CoulombMotion::slides_forth;
    return chosen;
}

}  // namespace rebond
