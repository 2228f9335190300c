// The impact of one contact with friction by Routh's path [Routh1905, ch. V]: the velocities u = (u_n, u_t)
// as functions of the normal impulse N, which grows from zero. With the mobility G = (a c; c b) and Coulomb's
// μ,
//
//     slides, s = sgn u_t:   dT/dN = −μ s,     du_n/dN = B_s = a − μ s c,    du_t/dN = c − μ s b         (1)
//     sticks, u_t = 0:       dT/dN = −c/b,     du_n/dN = a − c²/b            if |c| ≤ μ b                (2)
//
// A contact with u_t = 0 that cannot stick slides to s = sgn c, and sliding that started so never stops. The
// path has at most two straight segments, so everything is in closed form. Compression ends at u_n(N_c) = 0,
// the impact at N_f:
//
//     Newton    u_n(N_f) = −e u_n⁻                                                                       (3)
//     Poisson   N_f = (1 + e) N_c                                                                        (4)
//     Stronge   ∫_{N_c}^{N_f} u_n dN = −e² ∫_0^{N_c} u_n dN                       [Stronge1990]           (5)
//
// The three agree where c = 0 or where the state of slip does not change. Poisson's and Stronge's laws never
// gain energy. Newton's can: it fixes u_n⁺ whatever energy that needs. The energy ΔE(N) is convex, so there
// is one N > 0 with ΔE = 0, and a bounded law ends there if (3) lies beyond.
//
// A jam is an impact without collision: u_n⁻ = 0 and B_s ≤ 0, that is μ ≥ a/|c| and s = sgn c. Along (1) u_n
// falls until u_t = 0, then (2) brings it back to zero: p_c = −G⁻¹ u⁻. Restitution follows (4) or (5), which
// is N_f = N_c + e √(N_c (N_c − N_1)) with N_1 where the sliding stopped; Newton's gives −e·0 = 0. No impulse
// at all fulfils the impact laws too, so the caller decides that the contact jams (Painlevé's paradox).
//
// For several contacts at one instant see `FrictionalImpact`, which knows the total impulses only; for one
// contact it gives the same unless the sliding reverses.
#pragma once

#include "rebond/contact/impact_law.hpp"
#include "rebond/core/types.hpp"

namespace rebond {

// B_s/a at which it counts as zero: rounding of the reaction −b_n/B_s, which keeps a contact closed as it
// slides, would move the contact there. The sliding stops in no time, at u_n = B_s N_1.
inline constexpr double paradoxical = 1e-6;

struct PlanarImpact {
    Vector2 impulse = Vector2::Zero();  // p = (N, T) [N s]
    Vector2 after = Vector2::Zero();    // u⁺ [m/s]
    double compression = 0.0;           // N_c [N s]
    double energy_loss = 0.0;           // −½ p·(u⁻ + u⁺) [J]
    double restitution = 0.0;           // e of the law, lowered where the law is bounded [-]
    bool is_bounded = false;            // whether e was lowered
    bool sticks = false;                // at the end; then u_t⁺ = 0
    bool reverses = false;              // the sliding stopped and went on in the other direction
    bool is_jam = false;
};

// The impact at u⁻ = `before`; no impulse where u_n⁻ ≥ 0. `G` is positive definite, the law Newton's,
// Poisson's or Stronge's. Where G is singular and the contact sticks no impulse can open it, and the impact
// ends with compression.
[[nodiscard]] PlanarImpact planar_impact(const Eigen::Matrix2d& G, const Vector2& before,
                                         const ImpactLaw& law);

// Whether a contact that slides at `u_t` [m/s] with u_n = 0 can jam: B_s ≤ 0.
[[nodiscard]] bool can_jam(const Eigen::Matrix2d& G, double u_t, double friction);

// The jam at u⁻ = (0, u_t); no impulse and `is_jam` false where the contact cannot jam.
[[nodiscard]] PlanarImpact jam(const Eigen::Matrix2d& G, double u_t, const ImpactLaw& law);

}  // namespace rebond
