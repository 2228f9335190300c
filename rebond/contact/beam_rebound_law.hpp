// The rebound of a ball from a beam at rest: least kinetic energy under outward inequalities
// [BhattacharjeeChatterjee2017, (4)–(5)], in closed form.
//
// A ball of mass M arrives with speed V at a point where the beam's mass-normalised modes have the values φ_i
// (elastic, i = 1 … N) and φ_r (rigid, of a beam that nothing holds) [kg^-1/2]. It takes the impulse P and
// leaves with v; the modes leave with the rates ȧ. The rigid modes obey the impulse, ȧ_r = −φ_r P, so that
// the ball separates from the beam's rigid motion with r = v − Σφ_r ȧ_r:
//
//     Z_r = M Σφ_r²,   M_e = M/(1 + Z_r),   P = M (v + V) = M_e (r + V),   r = (1 + Z_r) v + Z_r V (1)
//
// With Z = M_e Σφ_i², Z_1 = M_e φ_1² and three parameters μ₀, α₀, α₁ > 0 to be fitted (m = μ₀Z),
//
//     ē = e (1 + m²)/(1 + m + m²),   β₀ = α₀Z/(N + α₀Z),   β₁ = α₁Z_1/(1 + α₁Z_1) (2)
//
// the law takes the least kinetic energy ½(M v² + Σȧ_r² + Σȧ_i²) = ½(M_e r² + Σȧ_i² + M_e Z_r V²) under
//
//     |ȧ_i| ≤ φ_i P,      r − Σφ_i ȧ_i ≥ ē V,      r − β₀ Σφ_i |ȧ_i| ≥ β₁ ē V (3)
//
// which for a supported beam, Z_r = 0, is the law as printed. Its minimum (docs/theory/outward.md) is
//
//     r/V = ē max{1/(1 + Z), (β₀ + β₁)/(1 + β₀)},      ȧ_i = −φ_i (ēV − r)/Σφ_j² (4)
//
// The sign of a mode is free: (3) has φ_i ≥ 0, the functions take either sign. Energy never grows, P > 0, and
// the bodies do not approach after the impact. Damping of the modes and the contact's stiffness do not enter.
#pragma once

#include "rebond/core/types.hpp"

namespace rebond {

struct BeamReboundLaw {
    double restitution = 1.0;  // e, in [0, 1]
    double mu_0 = 1.0;         // μ₀ > 0
    double alpha_0 = 1.0;      // α₀ > 0
    double alpha_1 = 1.0;      // α₁ > 0
};

// What the law reads of a ball at a point of a beam; see (1), (2).
struct BeamContact {
    double mass = 1.0;     // M [kg]
    double Z = 0.0;        // M_e Σφ_i² over the elastic modes [-]
    double Z_first = 0.0;  // M_e φ_1² of the first of them [-], ≤ Z
    double Z_rigid = 0.0;  // M Σφ_r² [-]
    Index modes = 0;       // N, the elastic ones
};

[[nodiscard]] BeamContact beam_contact(double mass, const Eigen::Ref<const Vector>& elastic,
                                       const Eigen::Ref<const Vector>& rigid);

// v/V, positive if the ball goes back; at least −Z_r/(1 + Z_r).
[[nodiscard]] double rebound_ratio(const BeamReboundLaw& law, const BeamContact& contact);

// The two candidates of the maximum in (4) as values of v/V, and their first and second derivatives with
// respect to (ln μ₀, ln α₀, ln α₁). The larger one is the rebound ratio.
struct ReboundBranches {
    double compliant = 0.0;  // of 1/(1 + Z): the beam yields as one body
    double outward = 0.0;    // of (β₀ + β₁)/(1 + β₀): the last inequality of (3) binds
    Eigen::Vector3d compliant_slope = Eigen::Vector3d::Zero();
    Eigen::Vector3d outward_slope = Eigen::Vector3d::Zero();
    Eigen::Matrix3d compliant_curvature = Eigen::Matrix3d::Zero();
    Eigen::Matrix3d outward_curvature = Eigen::Matrix3d::Zero();
};

[[nodiscard]] ReboundBranches rebound_branches(const BeamReboundLaw& law, const BeamContact& contact);

// The whole minimiser (4).
struct BeamRebound {
    double velocity = 0.0;        // v [m/s], away from the beam
    double impulse = 0.0;         // P [N s]
    Vector elastic_rates;         // ȧ_i [kg^½ m/s]
    Vector rigid_rates;           // ȧ_r [kg^½ m/s]
    double kinetic_energy = 0.0;  // after the impact, of ball and beam [J]
    bool is_outward = false;      // whether the last inequality of (3) binds
};

// `approach` is V [m/s] ≥ 0.
[[nodiscard]] BeamRebound beam_rebound(const BeamReboundLaw& law, double mass,
                                       const Eigen::Ref<const Vector>& elastic,
                                       const Eigen::Ref<const Vector>& rigid, double approach);

// (3) as a quadratic programme in x = (v, w_1 … w_N), w_i = −ȧ_i ≥ 0 (sign of φ_i: positive),
//
//     minimise ½ xᵀ diag(H) x + gᵀx   subject to   C x ≥ d                                               (5)
//
// whose minimum plus `offset` is the kinetic energy [J]. Rows of C: N of w_i ≥ 0, N of w_i ≤ φ_i P, then the
// second and the third of (3).
struct BeamReboundProgramme {
    Vector H;
    Vector g;
    Matrix C;
    Vector d;
    double offset = 0.0;  // [J]
};

[[nodiscard]] BeamReboundProgramme beam_rebound_programme(const BeamReboundLaw& law, double mass,
                                                          const Eigen::Ref<const Vector>& elastic,
                                                          const Eigen::Ref<const Vector>& rigid,
                                                          double approach);

}  // namespace rebond
