#include "rebond/contact/contact_rows.hpp"

namespace rebond {

ContactRows::ContactRows(const std::vector<Contact>& contacts) : contacts_(contacts)
{
    rows_.reserve(contacts.size());
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const Contact& contact = contacts[k];
        rows_.push_back({contact.gap.terms, contact.slide.terms});
        const bool varies = !is_constant(contact.gap) || !is_constant(contact.slide);
        varies_.push_back(varies ? 1 : 0);
        if (varies) varying_.push_back(static_cast<Index>(k));
    }
}

void ContactRows::renew(Index contact, double t, const Vector& q)
{
    gradient_at(contacts_[contact].gap, t, q, rows_[contact].normal);
    gradient_at(contacts_[contact].slide, t, q, rows_[contact].slide);
}

}  // namespace rebond
