#include "rebond/contact/closed_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int most_strikes = 1000;

}  // namespace

ClosedContacts::ClosedContacts(Index most)
    : G(Matrix::Zero(most, most)),
      restitution(Vector::Zero(most)),
      before(restitution),
      after(restitution),
      impulses(restitution),
      free(restitution),
      problem_(most),
      none_(restitution),
      loss_(restitution),
      now_(restitution),
      pushes_(restitution),
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
    impulses.head(n).setZero();
    loss_.head(n).setZero();
    after.head(n) = before.head(n);
    for (int count = 0; count < most_strikes; ++count) {
        if (!strike_once(restitution)) return false;
        if (after.head(n).minCoeff() >= 0.0) return true;
    }
    // Contacts that strike each other on and on lose what they approach with, unless one keeps it all.
    for (Index i = 0; i < n; ++i)
        if (after(i) < 0.0 && restitution(i) >= 1.0) return false;
    if (!strike_once(none_)) return false;
    const double invisible = complementarity_tolerance * before.head(n).cwiseAbs().maxCoeff();
    for (Index i = 0; i < n; ++i)
        if (std::abs(after(i)) <= invisible) after(i) = 0.0;
    return after.head(n).minCoeff() >= 0.0;
}

bool ClosedContacts::strike_once(const Vector& e)
{
    const Index n = size();
    now_.head(n) = after.head(n);
    for (Index i = 0; i < n; ++i) bias_(i) = (1.0 + e(i)) * now_(i);
    const double invisible = complementarity_tolerance * bias_.head(n).cwiseAbs().maxCoeff();
    if (!problem_.solve(G.topLeftCorner(n, n), bias_.head(n), pushes_.head(n)).solved()) return false;
    for (Index i = 0; i < n; ++i) {
        if (pushes_(i) > 0.0) {
            after(i) = -e(i) * now_(i);
        } else {
            double size = std::abs(now_(i));
            for (Index j = 0; j < n; ++j) {
                after(i) += G(i, j) * pushes_(j);
                size += std::abs(G(i, j) * pushes_(j));
            }
            // What is left of terms that cancel is rounding.
            if (std::abs(after(i)) <= static_cast<double>(n) * std::numeric_limits<double>::epsilon() * size)
                after(i) = 0.0;
        }
        // So is an approach that the complementarity problem does not see.
        if (after(i) < 0.0 && -after(i) <= invisible) after(i) = 0.0;
        impulses(i) += pushes_(i);
        loss_(i) -= 0.5 * pushes_(i) * (now_(i) + after(i));
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
