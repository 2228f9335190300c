// The scheme for a scene that names none.
//
// The default of most models is event_accurate, whose steps follow the fastest mode: a finite-element model
// of a few hundred coordinates takes it minutes or hours. Where another scheme that locates impacts serves a
// linear system and should take less than half the time, it is taken: event_modal. Where none does, as with
// friction, and the run would take very long, it is one that takes steps: moreau_jean, with the smallest step
// that a short run has time for. What the schemes expect is in integration/expected_time.hpp.
#pragma once

#include "rebond/scene/scene.hpp"

#include <string>

namespace rebond {

struct SuitedScheme {
    Scheme scheme;
    std::string warning = {};  // where it does not locate impacts: what was chosen, and why
};

// In place of the scheme a scene has by default, if that chooses its own steps.
[[nodiscard]] SuitedScheme suited_scheme(const Scene& scene);

}  // namespace rebond
