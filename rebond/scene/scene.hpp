// A run written down: what a scene file says, as types.
//
// Keys, units, ranges and meanings of every struct here are in scene/fields.hpp, once.
#pragma once

#include "rebond/analysis/findings.hpp"
#include "rebond/integration/scheme.hpp"
#include "rebond/mechanics/bar.hpp"

#include <array>
#include <optional>
#include <string>
#include <variant>

namespace rebond {

// Vibration the bar starts with: a bending mode of the straight bar (section 5.4 of the paper).
struct Excitation {
    Index mode = 1;                // 1 is the lowest bending mode
    double energy_fraction = 0.0;  // η, of the kinetic energy of the drop
    double phase_deg = 0.0;        // 0: all strain, 90: all velocity
};

struct BarInitial {
    double angle_deg = 30.0;                       // with the horizontal
    double tip_height = 0.01;                      // y₀ of the hemisphere's centre [m]
    std::array<double, 2> velocity = {0.0, -1.0};  // [m/s]
    std::optional<Excitation> excitation = {};
};

struct BarScene {
    BarSpec model;
    BarInitial initial;
};

// One alternative per model: [model] and [initial] belong together.
using Subject = std::variant<BarScene>;

enum class Law { newton };

struct ImpactSpec {
    Law law = Law::newton;
    double restitution = 1.0;  // e
    double friction = 0.0;     // Coulomb coefficient
};

struct RunSpec {
    double duration = 0.0;                    // [s]
    double gravity = 9.81;                    // [m/s²]
    std::optional<double> sample_every = {};  // [s]; absent: a thousandth of the duration
    bool stop_when_quiet = false;             // end after a full restitution window without contact
};

struct Scene {
    std::string title;
    Subject subject;
    ImpactSpec impact;
    Scheme scheme = EventAccurate{};
    RunSpec run;
    AnalysisSpec analysis;
};

}  // namespace rebond
