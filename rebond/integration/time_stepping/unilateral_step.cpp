#include "rebond/integration/time_stepping/unilateral_step.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr int most_choices = 8;     // of pushing contacts, for a model that is not linear
constexpr double tolerable = 1e-9;  // of the largest reaction: pull that is rounding [-]

}  // namespace

UnilateralStep::UnilateralStep(const Model& model, const std::vector<Contact>& contacts, double step)
    : solver_(model, contacts, step),
      problem_(static_cast<Index>(contacts.size())),
      G_(contacts.size(), contacts.size()),
      excess_(contacts.size()),
      reactions_(contacts.size())
{
    closed_.reserve(contacts.size());
}

bool UnilateralStep::push(const std::vector<Bound>& bounds, Vector& a)
{
    if (bounds.size() == 1) return push_one(bounds.front(), a);
    if (!choose(bounds, a)) return false;
    for (const ClosedContact& one : closed_) a += one.reaction * solver_.response(one.contact);
    return true;
}

// 0 ≤ ν ⊥ excess + G ν ≥ 0 is a division.
bool UnilateralStep::push_one(const Bound& bound, Vector& a)
{
    const Row& w = solver_.rows().normal(bound.contact);
    const double excess = along(w, a) - bound.acceleration;
    if (excess >= 0.0) return true;
    const Vector& response = solver_.response(bound.contact);
    const double reaction = -excess / along(w, response);
    if (!(reaction > 0.0 && std::isfinite(reaction))) return false;
    closed_.push_back({bound.contact, bound.acceleration, reaction});
    a += reaction * response;
    return true;
}

bool UnilateralStep::iterate(double t, const Vector& A, const Vector& B, double beta, double gamma,
                             const std::vector<Bound>& bounds, Vector& a)
{
    for (int choice = 0; choice < most_choices; ++choice) {
        if (fits(bounds, a)) return true;
        if (!choose(bounds, a)) return false;
        if (!solver_.solve(t, A, B, beta, gamma, closed_, a)) return false;
    }
    return false;
}

// Whether no bound is broken by a contact that does not push, and none that does would pull.
bool UnilateralStep::fits(const std::vector<Bound>& bounds, const Vector& a) const
{
    double largest = 0.0;
    for (const ClosedContact& one : closed_) largest = std::max(largest, one.reaction);
    for (const ClosedContact& one : closed_)
        if (one.reaction < -tolerable * largest) return false;
    for (const auto& [contact, bound] : bounds) {
        const bool is_pushing =
            std::any_of(closed_.begin(), closed_.end(),
                        [k = contact](const ClosedContact& one) { return one.contact == k; });
        if (!is_pushing && along(solver_.rows().normal(contact), a) < bound) return false;
    }
    return true;
}

// With the reactions of the present closed contacts taken out, which contacts push?
bool UnilateralStep::choose(const std::vector<Bound>& bounds, const Vector& a)
{
    const Index count = static_cast<Index>(bounds.size());
    for (Index i = 0; i < count; ++i) {
        const Row& w = solver_.rows().normal(bounds[i].contact);
        excess_(i) = along(w, a) - bounds[i].acceleration;
        for (const ClosedContact& one : closed_)
            excess_(i) -= one.reaction * along(w, solver_.response(one.contact));
        for (Index j = 0; j < count; ++j) G_(i, j) = along(w, solver_.response(bounds[j].contact));
    }
    if (!problem_.solve(G_.topLeftCorner(count, count), excess_.head(count), reactions_.head(count)).solved())
        return false;
    closed_.clear();
    for (Index i = 0; i < count; ++i)
        if (reactions_(i) > 0.0)
            closed_.push_back({bounds[i].contact, bounds[i].acceleration, reactions_(i)});
    return true;
}

}  // namespace rebond
