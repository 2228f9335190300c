// Why a scheme cannot integrate a problem.
//
// Each scheme has one function beside its code,
//
//     Refusal refusal(const Problem& problem, const MoreauJean& scheme);
//
// and integrate() asks it before the first step. Nobody else knows which scheme goes with which model, law or
// contact. What several schemes ask of a problem is here.
#pragma once

#include "rebond/integration/problem.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace rebond {

struct Refused {
    std::string reason;             // a clause that follows the name of the scheme, as "needs a linear model"
    std::string_view setting = {};  // of the scheme that is at fault; then the reason says what is expected
};

// None if the scheme serves the problem.
using Refusal = std::optional<Refused>;

// What a scheme serves beyond frictionless contacts of bodies with mass, straight gaps and Newton's law.
// Hertz's contact is no impact law: it is a force of the body (compliant_contacts.hpp), or of the model,
// which asks for it itself.
struct Abilities {
    bool friction = false;
    bool poisson = false;
    bool stronge = false;
    bool outward = false;
    bool mixed_laws = false;         // different ones at different contacts
    bool curved = false;             // gaps that bend, as between balls, or move
    bool crowds = false;             // of discs
    bool massless_contacts = false;  // of coordinates without mass
};

// The first thing the problem has and the scheme does not serve.
[[nodiscard]] Refusal unserved(const Problem& problem, const Abilities& abilities);

// Whether the problem is one of constant M, C and K.
[[nodiscard]] Refusal unless_linear(const Problem& problem);

}  // namespace rebond
