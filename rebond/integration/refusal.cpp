#include "rebond/integration/refusal.hpp"

#include <algorithm>

namespace rebond {
namespace {

template <typename Predicate>
bool any_contact(const Problem& problem, Predicate is_so)
{
    return std::any_of(problem.contacts.begin(), problem.contacts.end(), is_so);
}

}  // namespace

Refusal unserved(const Problem& problem, const Abilities& abilities)
{
    if (!abilities.crowds && problem.crowd)
        return Refused{"follows every pair of balls, and there are too many"};
    if (!abilities.mixed_laws && has_mixed_laws(problem))
        return Refused{"needs the same impact law at every contact"};
    const auto bends = [](const Contact& c) { return !is_constant(c.gap) || !is_constant(c.slide); };
    if (!abilities.curved && any_contact(problem, bends))
        return Refused{
            "does not support gaps that bend, such as those between balls, or stops and belts that move"};
    if (has_law(problem, Law::hertz)) return Refused{"does not support a Hertz contact"};
    if (!abilities.outward && has_law(problem, Law::outward))
        return Refused{"does not support the outward law"};
    if (!abilities.poisson && has_law(problem, Law::poisson))
        return Refused{"does not support Poisson's law"};
    // One contact without friction has the same impact by Newton's, Poisson's and Stronge's laws.
    const bool is_one_smooth = problem.contacts.size() == 1 && !has_friction(problem);
    if (!abilities.stronge && has_law(problem, Law::stronge) && !is_one_smooth)
        return Refused{"does not support Stronge's law"};
    if (!abilities.friction && any_contact(problem, is_rough)) return Refused{"does not support friction"};
    if (any_contact(problem, [](const Contact& c) { return is_rough(c) && !has_direction(c.slide); }))
        return Refused{"needs a direction along which a contact with friction slides"};
    if (!abilities.massless_contacts && has_massless_contacts(problem))
        return Refused{"needs mass at every contact"};
    return std::nullopt;
}

Refusal unless_linear(const Problem& problem)
{
    if (problem.model->as_linear() != nullptr) return std::nullopt;
    return Refused{"needs a linear model, of constant mass, damping and stiffness"};
}

}  // namespace rebond
