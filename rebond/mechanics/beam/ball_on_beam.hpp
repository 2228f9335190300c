// A ball that hits a beam in the beam's modes, through Hertz's contact [BhattacharjeeChatterjee2017].
//
// Coordinates q = (z, a_1 … a_N): the ball's height above the beam at rest and the modal amplitudes of the
// beam, both upwards. With φ_i the mass-normalised modes at the point b of impact, φ_i(b) ≥ 0,
//
//     M z̈ = F,     ä_i + 2ζω_i ȧ_i + ω_i² a_i = −φ_i(b) F,     F = K δ₊^{3/2}                           (1)
//     δ = Σ_i φ_i(b) a_i − z                                                                            (2)
//
// The gap −δ is linear in q and negative while the two press. Rigid modes, ω = 0, come first and are not
// damped. There is no gravity. The ball is a sphere of given mass, so its radius and K follow from it:
// K ∝ M^{1/6} at constant density.
#pragma once

#include "rebond/mechanics/beam/modal_beam.hpp"
#include "rebond/mechanics/hertz.hpp"
#include "rebond/mechanics/model.hpp"

#include <optional>

namespace rebond {

struct BallSpec {
    double mass = 0.1;           // M [kg], > 0
    double young = 2.1e11;       // E [Pa]
    double poisson_ratio = 0.3;  // ν [-]
    double density = 7850.0;     // ρ [kg/m³]
};

struct BallOnBeamSpec {
    double location = 0.5;  // b [m], from the left or clamped end
    BallSpec ball = {};
    ModalBeamSpec beam = {};  // without modes it is a rigid wall
};

class BallOnBeam final : public Model {
public:
    // Where the modes of the beam are not resolved φ_i(b) is not a number.
    explicit BallOnBeam(const BallOnBeamSpec& spec);

    const BallOnBeamSpec& spec() const { return spec_; }
    double ball_mass() const { return spec_.ball.mass; }               // M [kg]
    const HertzContact& hertz() const { return hertz_; }               // K
    double damping_ratio() const { return spec_.beam.damping_ratio; }  // ζ [-]
    Index modes() const { return frequencies_.size(); }                // N, rigid ones included
    Index rigid_modes() const { return rigid_modes_; }
    const Vector& frequencies() const { return frequencies_; }      // ω_i [rad/s], ascending
    const Vector& shape() const { return shape_; }                  // φ_i(b) ≥ 0 [kg^-1/2]
    const std::optional<ModalBeam>& beam() const { return beam_; }  // none without modes

    double indentation(const Vector& q) const { return shape_.dot(q.tail(modes())) - q(0); }  // δ [m]
    double indentation_rate(const Vector& v) const { return indentation(v); }                 // [m/s]

    Index dofs() const override { return modes() + 1; }
    std::unique_ptr<Dynamics> dynamics() const override;
    std::vector<std::string> warnings() const override;
    bool is_conservative() const override;
    std::vector<Vector2> outline(const Vector& q) const override;

private:
    BallOnBeamSpec spec_;
    HertzContact hertz_;
    std::optional<ModalBeam> beam_;
    Vector frequencies_;
    Vector shape_;
    Vector signs_;  // ±1: what makes φ_i(b) ≥ 0
    Index rigid_modes_ = 0;
};

}  // namespace rebond
