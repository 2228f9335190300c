// Moreau–Jean's scheme for a crowd of discs (contact/crowd.hpp): constant masses and weights, contacts found
// by neighbour search, impulses of all at once (crowd_impulses.hpp).
//
// One step is that of plane_contacts.hpp with θ of no effect on the forces, which are constant:
//
//     v* = v + h g,      W_m·v⁺ + c + e W_i·v on the normals, Coulomb's law on W_m·v⁺ + c,      v⁺ = v* +
//     M⁻¹W_m p.
//
// Impulses of the step before are the first guess of those of the same two bodies. The residual is certified
// against the fastest approach, or what gravity does in a step, g h. A step whose impulses are not found is
// taken in two halves, and these in halves, up to six times, or less often where that has not helped. What is
// not found then is taken all the same, with the best impulses: |T| ≤ μN and the momentum balance hold in it,
// complementarity to its residual. The run ends as `solve_failed` then, which states the worst residual: at
// its end, or at once where that is a tenth.
//
// Impacts of a crowd are not told one by one. What friction takes at a pair that pushed in the step before is
// lost by sliding, everything else in impacts.
#pragma once

#include "rebond/integration/outcome.hpp"
#include "rebond/integration/recorder.hpp"
#include "rebond/integration/time_stepping/moreau_jean.hpp"

#include <atomic>

namespace rebond {

// The problem has a crowd.
[[nodiscard]] Outcome integrate_crowd(const MoreauJean& scheme, const Problem& problem, Recorder& recorder,
                                      const std::atomic<bool>* interrupt);

}  // namespace rebond
