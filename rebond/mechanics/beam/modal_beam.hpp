// Bending modes of a straight Euler–Bernoulli beam of rectangular pieces, each uniform:
//
//     EI w'''' = ρA ω² w  in every piece,      ∫ρA φ_i φ_j dx = δ_ij                                    (1)
//
// Frequencies come from SteppedBeam, to a few roundings and without a gap. In a piece a shape is a sum of
// four waves, in the phase ξ = kx, k⁴ = ρAω²/EI, and with the piece's own phase λ:
//
//     w = a_1 cos ξ + a_2 sin ξ + a_3 e^−ξ + a_4 e^−(λ−ξ)                                              (2)
//
// so that nothing grows far from the ends. The amplitudes solve the conditions at ends and joints, and the
// mass of (1) is an exact integral.
//
// The theory neglects shear and rotary inertia: a mode whose half-wave π/k is shorter than the beam is high
// is outside it, and at a half-wave of ten heights the frequency is already some two per cent too high.
#pragma once

#include "rebond/mechanics/beam/stepped_beam.hpp"

#include <array>
#include <vector>

namespace rebond {

struct ModalBeamSpec {
    Support support = Support::pinned_pinned;
    Index modes = 40;                                // the rigid ones of a free beam included
    double damping_ratio = 0.01;                     // ζ of every mode that bends the beam [-]
    double young = 2.1e11;                           // E [Pa]
    double density = 7850.0;                         // ρ [kg/m³]
    double poisson_ratio = 0.3;                      // ν, of the contact [-]
    std::vector<BeamPiece> section = {BeamPiece{}};  // from the left or clamped end to the right
};

class ModalBeam {
public:
    explicit ModalBeam(const ModalBeamSpec& spec);

    // Whether all modes have been found. They are not where values are so extreme that numbers overflow, or
    // pieces so different, by 10⁶ in height, that rounding spoils the shapes. Frequencies and shapes mean
    // nothing then.
    [[nodiscard]] bool is_resolved() const { return is_resolved_; }

    double length() const { return length_; }  // [m]
    double mass() const { return mass_; }      // [kg]

    // Up to two, of frequency 0, before all others: a free beam's translation and rotation.
    Index rigid_modes() const { return rigid_modes_; }
    const Vector& frequencies() const { return frequencies_; }  // ω_i [rad/s], ascending

    // φ_i(x) [kg^−½] at x in [0, length]; every mode is positive close to the left end.
    Vector shape(double x) const;
    void shape(double x, Vector& phi) const;

private:
    // One mode in one piece, by the amplitudes of four waves.
    struct Wave {
        double wave_number = 0.0;  // k [1/m]
        double phase = 0.0;        // k times the piece's length
        bool is_short = false;     // a power series replaces (2), whose waves are alike there
        std::array<double, 4> amplitude = {};

        double at(double xi) const;
    };
    class Shaper;

    double length_ = 0.0, mass_ = 0.0;
    double centre_ = 0.0, gyration_ = 0.0;  // of mass, its radius [m]
    Index rigid_modes_ = 0;
    bool is_resolved_ = false;
    Vector frequencies_;
    std::vector<double> start_;  // of each piece [m]
    std::vector<Wave> waves_;    // of all pieces of the first bending mode, then of the second …
};

// The number of modes, rigid ones included, whose half-wave in the highest piece exceeds its height; in lower
// pieces that is so all the more. It does not depend on spec.modes.
Index modes_within_theory(const ModalBeamSpec& spec);

}  // namespace rebond
