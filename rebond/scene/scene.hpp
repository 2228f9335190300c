// A run written down: what a scene file says, as types.
//
// Keys, units, ranges and meanings of every struct here are in scene/fields.hpp, once.
#pragma once

#include "rebond/analysis/findings.hpp"
#include "rebond/contact/impact_law.hpp"
#include "rebond/integration/scheme.hpp"
#include "rebond/mechanics/balls/balls.hpp"
#include "rebond/mechanics/bar/bar.hpp"
#include "rebond/mechanics/beam/ball_on_beam.hpp"
#include "rebond/mechanics/beam/frame.hpp"
#include "rebond/mechanics/linear/chain.hpp"
#include "rebond/solvers/factors/symmetric_matrix.hpp"

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

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

struct ChainInitial {
    double gap = 0.01;       // d, of the first mass above the plane [m]
    double velocity = -1.0;  // of all masses, upwards positive [m/s]
};

struct ChainScene {
    ChainSpec model;
    ChainInitial initial;
};

struct FrameInitial {
    double angle_deg = 90.0;                       // between the axis and the wall
    std::array<double, 2> velocity = {0.0, -1.0};  // along the wall, and away from it [m/s]
};

struct FrameScene {
    FrameSpec model;
    FrameInitial initial;
};

// Positions and velocities are the balls' own.
struct BallsScene {
    BallsSpec model;
};

struct BallOnBeamInitial {
    double velocity = -1.0;  // v_i [m/s]
};

struct BallOnBeamScene {
    BallOnBeamSpec model;
    BallOnBeamInitial initial;
};

// A matrix as a scene gives it: its non-zero entries, and the file they come from, if they do.
struct MatrixSpec {
    std::string file;
    Index rows = 0;
    Index columns = 0;
    std::vector<Entry> entries;
};

struct HarmonicSpec {
    std::vector<double> amplitude;
    double frequency_hz = 0.0;
    double phase_deg = 0.0;
};

struct LinearSpec {
    MatrixSpec mass;
    std::optional<MatrixSpec> damping = {};
    MatrixSpec stiffness;
    std::optional<std::vector<double>> force = {};
    std::vector<HarmonicSpec> harmonic = {};
};

struct LinearInitial {
    std::optional<std::vector<double>> position = {};
    std::optional<std::vector<double>> velocity = {};
};

// gap = normal·q + offset ≥ 0.
struct ContactSpec {
    std::vector<double> normal;
    double offset = 0.0;
    std::optional<double> restitution = {};  // absent: that of [impact]
};

struct LinearScene {
    LinearSpec model;
    LinearInitial initial;
    std::vector<ContactSpec> contact = {};
};

// One alternative per model: [model] and [initial] belong together.
using Subject = std::variant<BarScene, ChainScene, LinearScene, FrameScene, BallsScene, BallOnBeamScene>;

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
};

}  // namespace rebond
