// A harmonic load or a stop that moves, as a scene gives it: its frequency and where its phase is.
#pragma once

namespace rebond {

struct PeriodicLoad {
    double frequency_hz = 0.0;
    double* phase_deg = nullptr;  // in the scene
};

}  // namespace rebond
