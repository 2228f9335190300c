// An order of plane contacts by what they are, whatever the order in which they are named and the sense of
// their tangents: by their own velocities, mobilities and other numbers, and where these are alike by those
// of the contacts that they move, and so on (refinement of colours). Contacts that are alike even so are told
// apart by taking one of them first. Where that is because of a symmetry of all of them the order is the same
// up to that symmetry.
#pragma once

#include "rebond/core/types.hpp"

#include <vector>

namespace rebond {

class ContactOrder {
public:
    // Of the mobility G and the velocities b, two rows for each contact, and `own`, a row for each contact.
    // `slides` is the way in which a contact slides already, or 0. Velocities are compared with `scale`.
    void find(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& b,
              const Eigen::Ref<const Matrix>& own, const Eigen::Ref<const Vector>& slides, double scale);
    void reverse();

    Index size() const { return static_cast<Index>(order_.size()); }
    Index at(Index place) const { return order_[static_cast<std::size_t>(place)]; }
    // ±1: the sense of the tangent of contact k that its motion or the other contacts give, or 1.
    double sense(Index k) const { return senses_(k) < 0.0 ? -1.0 : 1.0; }

    // G and b of the contacts in this order, with these tangents.
    void take(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& b,
              Eigen::Ref<Matrix> G_ordered, Eigen::Ref<Vector> b_ordered) const;

private:
    using Signature = std::vector<int>;

    void find_senses(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& b,
                     const Eigen::Ref<const Vector>& slides, double scale);
    void find_couplings(const Eigen::Ref<const Matrix>& G);
    bool number_signatures();
    void refine();
    bool take_one_apart();

    Vector senses_;               // 0 where no motion gives any
    std::vector<int> couplings_;  // of each two contacts: four numbers
    std::vector<Signature> signatures_;
    std::vector<int> colours_;  // of contacts
    std::vector<Index> order_;
};

}  // namespace rebond
