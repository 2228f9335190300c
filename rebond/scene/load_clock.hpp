// What drives a body periodically, as its scene says: harmonic loads and stops that move.
//
// Of each a scene gives a frequency f and a phase φ; at t it has made f t + φ/360 turns. A run that continues
// another one starts with the turns that the other has ended with, whatever its own frequencies are.
#pragma once

#include "rebond/scene/periodic_load.hpp"
#include "rebond/scene/scene.hpp"

#include <optional>
#include <vector>

namespace rebond {

// Harmonic loads first, then stops, in the order of the scene.
[[nodiscard]] std::vector<PeriodicLoad> periodic_loads(Scene& scene);

// The first of them that has a frequency > 0; none without.
struct FirstLoad {
    double frequency_hz = 0.0;
    double phase_deg = 0.0;
};
[[nodiscard]] std::optional<FirstLoad> first_load(Scene& scene);

// Starts at a state, where the model has keys for that: the scene is then judged by that start.
void start_at(Scene& scene, const State& state);

// Turns that the loads have made in runs before, each in [0, 1).
class LoadClock {
public:
    // Adds them to the phases of the scene.
    void set(Scene& scene) const;

    // A run of the scene, its phases set, has ended at t [s].
    void advance(Scene& scene, double t);

    // Of the first load that has a frequency, in [0, 1).
    [[nodiscard]] double first_turns(Scene& scene) const;

private:
    std::vector<double> turns_;
};

}  // namespace rebond
