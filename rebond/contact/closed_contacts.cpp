#include "rebond/contact/closed_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {

ClosedContacts::ClosedContacts(Index most)
    : G(Matrix::Zero(most, most)),
      restitution(Vector::Zero(most)),
      before(restitution),
      after(restitution),
      impulses(restitution),
      free(restitution),
      problem_(most),
      acceleration_(restitution),
      G_resting_(G),
      bias_(restitution),
      reactions_(restitution)
{
    contacts.reserve(static_cast<std::size_t>(most));
    resting_.reserve(static_cast<std::size_t>(most));
}

void ClosedContacts::clear()
{
    contacts.clear();
}

void ClosedContacts::add(Index contact, double e, double velocity)
{
    const Index i = size();
    contacts.push_back(contact);
    restitution(i) = e;
    before(i) = velocity;
}

bool ClosedContacts::strike()
{
    const Index n = size();
    for (Index i = 0; i < n; ++i) bias_(i) = before(i) + restitution(i) * std::min(before(i), 0.0);
    if (!problem_.solve(G.topLeftCorner(n, n), bias_.head(n), impulses.head(n)).solved()) return false;
    for (Index i = 0; i < n; ++i) {
        if (impulses(i) > 0.0) {
            after(i) = -restitution(i) * std::min(before(i), 0.0);
            continue;
        }
        double size = std::abs(before(i));
        after(i) = before(i);
        for (Index j = 0; j < n; ++j) {
            after(i) += G(i, j) * impulses(j);
            size += std::abs(G(i, j) * impulses(j));
        }
        // What is left of terms that cancel is rounding.
        if (std::abs(after(i)) <= static_cast<double>(n) * std::numeric_limits<double>::epsilon() * size)
            after(i) = 0.0;
    }
    return true;
}

bool ClosedContacts::rest()
{
    resting_.clear();
    for (Index i = 0; i < size(); ++i)
        if (after(i) == 0.0) resting_.push_back(i);
    const Index n = static_cast<Index>(resting_.size());
    for (Index i = 0; i < n; ++i) {
        bias_(i) = free(resting_[i]);
        for (Index j = 0; j < n; ++j) G_resting_(i, j) = G(resting_[i], resting_[j]);
    }
    if (n > 0 && !problem_.solve(G_resting_.topLeftCorner(n, n), bias_.head(n), reactions_.head(n)).solved())
        return false;
    for (Index i = 0; i < size(); ++i) {
        acceleration_(i) = free(i);
        for (Index j = 0; j < n; ++j) acceleration_(i) += G(i, resting_[j]) * reactions_(j);
    }
    for (Index j = 0; j < n; ++j)
        if (reactions_(j) > 0.0) acceleration_(resting_[j]) = 0.0;
    return true;
}

}  // namespace rebond
