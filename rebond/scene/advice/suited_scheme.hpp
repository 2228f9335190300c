// The scheme for a scene that names none.
//
// The default of most models is event_accurate, whose steps follow the fastest mode: a finite-element model
// of a few hundred coordinates takes it minutes or hours. Exact flight by modes costs n³ once for each set of
// closed contacts, and little then. Where event_modal can serve a linear system and should take less than
// half the time, it is taken. Times are rough: factors of two or three, on a machine of today.
#pragma once

#include "rebond/mechanics/linear/linear.hpp"
#include "rebond/scene/scene.hpp"

namespace rebond {

struct SchemeTimes {
    double accurate = 0.0;  // of event_accurate [s]
    double modes = 0.0;     // of event_modal before its first step [s]; infinite where it cannot serve
    double modal = 0.0;     // of event_modal [s]; the same
};

// Of a linear system over the duration of the scene, a few impacts included.
[[nodiscard]] SchemeTimes expected_times(const Scene& scene, const Linear& linear);

// In place of event_accurate, which a scene has by default; others stay as they are.
[[nodiscard]] Scheme suited_scheme(const Scene& scene);

}  // namespace rebond
