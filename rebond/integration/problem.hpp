// What a scheme integrates: a model, what it can touch, where it starts and for how long.
#pragma once

#include "rebond/contact/contact.hpp"
#include "rebond/contact/crowd.hpp"
#include "rebond/mechanics/model.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace rebond {

struct State {
    double t = 0.0;  // [s]
    Vector q;
    Vector v;
};

struct Problem {
    std::shared_ptr<const Model> model;
    std::vector<Contact> contacts;
    std::optional<Crowd> crowd = {};  // in place of contacts, of schemes that serve it
    State initial;
    double duration = 0.0;                     // [s]
    double sample_every = 0.0;                 // [s], spacing of stored samples
    std::optional<double> rigid_impulse = {};  // that stops a rigid body of the same mass and velocity [N s]
    // Of each force that the model switches (Dynamics::switch_force): it acts where this gap is negative.
    std::vector<Gap> onsets = {};
};

inline bool has_friction(const Problem& problem)
{
    return std::any_of(problem.contacts.begin(), problem.contacts.end(), is_rough);
}

inline bool has_law(const Problem& problem, Law law)
{
    return std::any_of(problem.contacts.begin(), problem.contacts.end(),
                       [law](const Contact& contact) { return contact.law.law == law; });
}

// Whether its contacts have different impact laws; their restitution may differ by any law.
inline bool has_mixed_laws(const Problem& problem)
{
    return !problem.contacts.empty() &&
           std::any_of(problem.contacts.begin(), problem.contacts.end(), [&](const Contact& contact) {
               return contact.law.law != problem.contacts.front().law.law;
           });
}

// Whether its energy changes in impacts only: no damping, no sliding, nothing that moves by itself.
inline bool is_conservative(const Problem& problem)
{
    return problem.model->is_conservative() && !has_friction(problem) &&
           std::all_of(problem.contacts.begin(), problem.contacts.end(),
                       [](const Contact& contact) { return is_constant(contact.gap); });
}

// [rad/s] of the fastest stop that moves; zero if none does.
inline double stop_frequency(const Problem& problem)
{
    double highest = 0.0;
    const auto look_at = [&](const std::vector<Contact>& contacts) {
        for (const Contact& contact : contacts)
            for (const Gap* gap : {&contact.gap, &contact.slide})
                if (gap->function) highest = std::max(highest, gap->function->frequency());
    };
    look_at(problem.contacts);
    if (problem.crowd) look_at(problem.crowd->walls);
    return highest;
}

inline bool has_massless_contacts(const Problem& problem)
{
    return std::any_of(problem.contacts.begin(), problem.contacts.end(),
                       [](const Contact& contact) { return contact.is_massless; });
}

}  // namespace rebond
