// The dropped bar: n rigid segments and a hemispherical tip in the plane, linked by springs
// [PaoliSchatzman2007, section 2].
//
// Coordinates q = (x₀, y₀, θ₁…θₙ, σ₁…σₙ): the centre of the hemisphere, the angles of the segments
// with the horizontal, and their stretch σ, which is ξ (half-length with springs) in model 1 and
// λ (half the gap) in model 2. With u = (cos θ, sin θ), segment i has its centre at
//
//     c_i = p_{i−1} + ξ_i u_i,              p_i = p_{i−1} + 2 ξ_i u_i                (spiral)
//     c_i = p′_i + (L + λ_i) u_i,           p_i = p′_i + (2L + λ_i) u_i,             (paired)
//                                           p′_i = p_{i−1} + λ_i u_{i−1}, p′₁ = p₀
//
// starting from p₀ = (x₀, y₀), and the energies are, with x_G = p₀ − (3R/8) u₁,
//
//     T = μ/2 |ẋ_G|² + J/2 θ̇₁² + Σ (m/2 |ċ_i|² + I/2 θ̇_i²)                                   (1)
//     U = gravity + k Σ_{i<n} (ξ_i − L)² + k/2 (ξ_n − L)² + Γ/2 Σ (θ_i − θ_{i−1})²   (spiral)  (2)
//     U = gravity + k/2 λ₁² + Σ_{i≥2} 4k [λ_i² cos²(α_i/2) + a²/4 sin²(α_i/2)]       (paired)  (4)
//
// where α_i = θ_i − θ_{i−1}. Equation numbers are the paper's; (4) is its formula rearranged.
//
// Every operation is one or two sweeps along the segments, O(n); docs/theory/bar.md derives them.
// The tip touches the plane y = 0 when y₀ = R. There is no friction, and the hemisphere is rigid.
#pragma once

#include "rebond/mechanics/model.hpp"

namespace rebond {

enum class Springs { spiral, paired };

// J about the centre of the hemisphere together with the velocity of its centre of mass, as
// printed in (1), counts μ(3R/8)² twice; `consistent` takes J about the centre of mass.
enum class TipInertia { printed, consistent };

struct BarSpec {
    Springs springs = Springs::paired;
    Index segments = 9;        // n, ≥ 2
    double length = 0.2;       // with the hemisphere [m]
    double radius = 0.00635;   // R [m]
    double density = 7876.74;  // ρ [kg/m³]
    double young = 2.1e11;     // E [Pa]
    TipInertia tip_inertia = TipInertia::printed;
};

// The paper's mechanical parameters for a description, section 2.1.3.
struct BarParameters {
    double half_pitch = 0.0;       // L [m]: 2nL = length − radius
    double segment_mass = 0.0;     // m [kg]
    double segment_inertia = 0.0;  // I [kg m²], about its centre
    double tip_mass = 0.0;         // μ [kg]
    double tip_inertia = 0.0;      // J [kg m²]
    double tip_offset = 0.0;       // 3R/8 [m]
    double stiffness = 0.0;        // k [N/m]
    double bending = 0.0;          // Γ [N m]; k a²/2 for paired springs
    double spring_offset = 0.0;    // a [m]; paired springs only
};

BarParameters bar_parameters(const BarSpec& spec);

class Bar final : public Model {
public:
    // Throws InputError unless n ≥ 2, every quantity is positive and length > radius.
    explicit Bar(const BarSpec& spec, double gravity = 9.81);

    const BarSpec& spec() const { return spec_; }
    const BarParameters& parameters() const { return parameters_; }
    double gravity() const { return gravity_; }  // [m/s²], downwards

    // Straight, unstrained, at `angle` [rad] to the horizontal, the tip's centre at (0, tip_height) [m].
    Vector straight(double angle, double tip_height) const;

    // The same translation velocity for the whole bar.
    Vector translation(double vx, double vy) const;

    // The body's axis from the hemisphere's centre to its far end: p₀, then the end of each segment.
    std::vector<Vector2> outline(const Vector& q) const override;

    Index dofs() const override { return 2 + 2 * spec_.segments; }
    std::unique_ptr<Dynamics> dynamics() const override;
    double size_of(
        const Vector& change) const override;  // an angle counts as what it moves a segment's end by
    std::optional<double> mass_centre_velocity(const Vector& q, const Vector& v) const override;
    std::optional<double> wave_transit() const override;
    std::optional<std::string> validity_warning(const Vector& q) const override;
    std::optional<std::string> breakdown(const Vector& q) const override;

private:
    BarSpec spec_;
    BarParameters parameters_;
    double gravity_;
};

}  // namespace rebond
