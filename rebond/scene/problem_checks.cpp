#include "rebond/scene/problem_checks.hpp"

#include "rebond/contact/contact_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

// c > 0 if the gap of b falls by c times what the gap of a rises, wherever the body goes; else 0, as for
// stops that move.
double opposition(const Gap& a, const Gap& b)
{
    constexpr double rounding = 1e-12;  // of two normals written down alike [-]
    if (!is_constant(a) || !is_constant(b)) return 0.0;
    if (a.terms.empty() || a.terms.size() != b.terms.size()) return 0.0;
    const double c = -b.terms.front().weight / a.terms.front().weight;
    for (std::size_t i = 0; i < a.terms.size(); ++i)
        if (a.terms[i].coordinate != b.terms[i].coordinate ||
            !(std::abs(b.terms[i].weight + c * a.terms[i].weight) <= rounding * std::abs(b.terms[i].weight)))
            return 0.0;
    return std::max(c, 0.0);
}

// As a vector, its terms and the gradient of its function together.
Vector direction_of(const Gap& gap, const Vector& q)
{
    Row row = gap.terms;
    if (gap.function) gap.function->add_gradient(0.0, q, row);
    Vector direction = Vector::Zero(q.size());
    for (const auto& [i, weight] : row) direction(i) += weight;
    return direction;
}

}  // namespace

Unbuildable without_masses()
{
    return {"model",
            "expected values whose masses, moments of inertia and stiffnesses are positive, finite numbers"};
}

double rounding_of(const Gap& gap, const Vector& q)
{
    return 4.0 * std::numeric_limits<double>::epsilon() * lengths_in(gap, 0.0, q);
}

void require_positive_masses(const Problem& problem)
{
    const auto dynamics = problem.model->dynamics();
    dynamics->place(0.0, problem.initial.q);
    if (!problem.initial.q.allFinite() || !dynamics->factor(problem.model->least_stiffness_share(), 0.0))
        throw without_masses();
}

void require_lossless_hertz(const Contact& contact, const LawKeys& keys)
{
    if (!is_compliant(contact)) return;
    if (contact.law.restitution != 1.0)
        throw Unbuildable(keys.restitution, fmt::format("expected 1: {} loses no energy", keys.contact));
    if (is_rough(contact))
        throw Unbuildable(keys.friction, fmt::format("expected 0: {} has no friction", keys.contact));
}

void require_own_direction(const Contact& contact, const Vector& q, const std::string& key,
                           const std::string& name)
{
    constexpr double written = 1e-12;     // of two directions written down alike [-]
    constexpr double differences = 1e-6;  // of a gradient by differences [-]
    const Vector normal = direction_of(contact.gap, q).stableNormalized();
    const Vector tangent = direction_of(contact.slide, q).stableNormalized();
    const bool is_function = contact.gap.function || contact.slide.function;
    const double across = (tangent - tangent.dot(normal) * normal).norm();
    if (!(normal.norm() > 0.0) || !(tangent.norm() > 0.0)) return;
    if (across <= (is_function ? differences : written))
        throw Unbuildable(
            key, fmt::format("expected a direction of its own: it is parallel to the normal of {}", name));
}

// At least one of them is violated wherever the body starts. The play is in the units of the first one's gap.
void require_room(const Problem& problem)
{
    const std::vector<Contact>& contacts = problem.contacts;
    const Vector& q = problem.initial.q;
    for (std::size_t violated = 0; violated < contacts.size(); ++violated) {
        if (is_compliant(contacts[violated]) || gap_at(contacts[violated].gap, 0.0, q) >= 0.0) continue;
        for (std::size_t other = 0; other < contacts.size(); ++other) {
            if (is_compliant(contacts[other])) continue;
            const auto [first, second] = std::minmax(violated, other);
            const Gap& gap = contacts[first].gap;
            const Gap& facing = contacts[second].gap;
            const double c = opposition(gap, facing);
            if (c == 0.0) continue;
            const double play = gap.offset + facing.offset / c;
            if (play < -rounding_of(gap, q) - rounding_of(facing, q) / c)
                throw Unbuildable(
                    fmt::format("contact[{}].offset", second),
                    fmt::format(
                        "expected room between {}, which face each other: they leave a play of {:g} m, "
                        "and no position satisfies both",
                        contact_names({static_cast<Index>(first), static_cast<Index>(second)}, contacts),
                        play));
        }
    }
}

void require_open_start(Problem& problem)
{
    for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
        if (is_compliant(problem.contacts[k])) continue;  // it may be pressed
        Gap& gap = problem.contacts[k].gap;
        const double start = gap_at(gap, 0.0, problem.initial.q);
        if (start < 0.0 && start >= -rounding_of(gap, problem.initial.q)) gap.offset -= start;
        if (!(gap_at(gap, 0.0, problem.initial.q) >= 0.0))
            throw Unbuildable(
                "initial",
                fmt::format("expected no contact violated at the start, but the gap of {} is {:g} m",
                            contact_name(problem.contacts, static_cast<Index>(k)), start));
    }
}

}  // namespace rebond
