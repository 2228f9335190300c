#include "rebond/solvers/complementarity/block_contacts.hpp"

#include "rebond/solvers/complementarity/coulomb_contact.hpp"

#include <algorithm>
#include <limits>

namespace rebond {

void BlockContacts::prepare(std::span<const BlockContact> contacts,
                            const Eigen::Ref<const Vector>& inverse_masses)
{
    contacts_ = contacts;
    const std::size_t count = contacts.size();
    if (sites_.size() < count) sites_.resize(count + count / 4);
    const auto D = [&](Index body) { return inverse_masses.segment<3>(3 * body).asDiagonal(); };
    for (std::size_t k = 0; k < count; ++k) {
        const BlockContact& contact = contacts[k];
        Site& site = sites_[k];
        site.first = D(contact.first) * contact.first_rows.transpose();
        site.G = contact.first_rows * site.first;
        if (contact.second >= 0) {
            site.second = D(contact.second) * contact.second_rows.transpose();
            site.G += contact.second_rows * site.second;
        }
    }
}

void BlockContacts::set_velocities(const Eigen::Ref<const Vector>& free, const Eigen::Ref<const Vector>& p,
                                   Eigen::Ref<Vector> v) const
{
    v = free;
    for (std::size_t k = 0; k < count(); ++k) push(k, p.segment<2>(2 * static_cast<Index>(k)), v);
}

double BlockContacts::residual(const Eigen::Ref<const Vector>& v, const Eigen::Ref<const Vector>& p) const
{
    if (!v.allFinite() || !p.allFinite()) return std::numeric_limits<double>::infinity();
    double error = 0.0;
    for (std::size_t k = 0; k < count(); ++k) {
        if (!moves(k)) continue;
        error = std::max(error,
                         coulomb_error(sites_[k].G, velocity(k, v), p.segment<2>(2 * static_cast<Index>(k)),
                                       contacts_[k].friction, 0.0));
    }
    return error;
}

void BlockContacts::into_cones(Eigen::Ref<Vector> p) const
{
    for (std::size_t k = 0; k < count(); ++k) {
        auto own = p.segment<2>(2 * static_cast<Index>(k));
        own(0) = moves(k) ? std::max(own(0), 0.0) : 0.0;
        const double bound = contacts_[k].friction * own(0);
        own(1) = std::clamp(own(1), -bound, bound);
    }
}

}  // namespace rebond
