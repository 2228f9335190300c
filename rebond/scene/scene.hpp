// A run written down: what a scene file says, as types.
//
// Keys, units, ranges and meanings of every struct are in scene/fields.hpp and the headers it includes, once.
#pragma once

#include "rebond/analysis/findings.hpp"
#include "rebond/contact/impact_law.hpp"
#include "rebond/integration/scheme.hpp"
#include "rebond/scene/orbit/orbit_spec.hpp"
#include "rebond/scene/subject.hpp"

#include <optional>
#include <string>

namespace rebond {

struct RunSpec {
    double duration = 0.0;                    // [s]
    double gravity = 9.81;                    // [m/s²]
    std::optional<double> sample_every = {};  // [s]; absent: a thousandth of the duration
    double spacing() const { return sample_every.value_or(1e-3 * duration); }
    bool stop_when_quiet = false;  // end after a full restitution window without contact
};

struct Scene {
    std::string title;
    Subject subject;
    ImpactLaw impact;
    Scheme scheme = EventAccurate{};
    RunSpec run;
    AnalysisSpec analysis;
    OrbitSpec orbit;
    std::string scheme_warning =
        {};  // about a scheme that the scene does not name (advice/suited_scheme.hpp)
};

}  // namespace rebond
