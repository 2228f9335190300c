#include "rebond/scene/linear/tangent_advice.hpp"

#include "rebond/contact/contact_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double as_written = 1e-3;  // of cosines and sines written with a few digits [-]

double length_of(const Row& row)
{
    double squares = 0.0;
    for (const Term& term : row) squares += term.weight * term.weight;
    return std::sqrt(squares);
}

bool are_alike(double a, double b)
{
    return std::abs(a - b) <= as_written * std::max(a, b);
}

// Whether each coordinate of `row` has the mass of one of `others`.
bool are_masses_among(const Row& row, const Row& others, const Vector& masses)
{
    return std::all_of(row.begin(), row.end(), [&](const Term& one) {
        return std::any_of(others.begin(), others.end(), [&](const Term& other) {
            return are_alike(masses(one.coordinate), masses(other.coordinate));
        });
    });
}

bool has_scale_of(const Row& tangent, const Row& normal)
{
    if (are_alike(length_of(tangent), length_of(normal))) return true;
    return std::any_of(tangent.begin(), tangent.end(), [&](const Term& t) {
        return std::any_of(normal.begin(), normal.end(),
                           [&](const Term& n) { return are_alike(std::abs(t.weight), std::abs(n.weight)); });
    });
}

}  // namespace

std::vector<std::string> tangent_warnings(const std::vector<Contact>& contacts, const Vector& masses)
{
    std::vector<std::string> warnings;
    for (Index k = 0; k < std::ssize(contacts); ++k) {
        const Contact& contact = contacts[static_cast<std::size_t>(k)];
        const Row &t = contact.slide.terms, &n = contact.gap.terms;
        if (!is_rough(contact) || has_scale_of(t, n)) continue;
        if (!are_masses_among(t, n, masses) || !are_masses_among(n, t, masses)) continue;
        const double ratio = length_of(t) / length_of(n);
        warnings.push_back(fmt::format(
            "{0}: the tangent is {1:.3g} times as long as the normal, and the contact slides with tangent·v "
            "as written: friction = {2:g} acts like {3:.3g}. Give the tangent the length of the normal, "
            "unless this is meant",
            contact_name(contacts, k), ratio, contact.law.friction, ratio * contact.law.friction));
    }
    return warnings;
}

}  // namespace rebond
