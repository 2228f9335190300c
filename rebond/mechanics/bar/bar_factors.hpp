// M(q) + βK of a dropped bar, factorised and solved by sweeps along its segments, O(n).
//
// Stage i carries a point p and an angle from segment i−1 to segment i. Virtual displacements obey
//
//     dc_i = dp_{i−1} + A_c dσ_i + B_c dθ_i + D dθ_{i−1}                                    (1)
//     dp_i = dp_{i−1} + A_p dσ_i + B_p dθ_i + D dθ_{i−1}                                    (2)
//
//              A_c            B_c              A_p             B_p               D
//     spiral   u_i            ξ_i n_i          2 u_i           2 ξ_i n_i         0
//     paired   u_{i−1}+u_i    (L+λ_i) n_i      u_{i−1}+u_i     (2L+λ_i) n_i      λ_i n_{i−1}
//
// (without the u_{i−1} and n_{i−1} terms for i = 1), with u = (cos θ, sin θ) and n = (−sin θ, cos θ). For
// S x = y the least of ½ xᵀ S x − yᵀ x over everything beyond segment i, given (dp_i, dθ_i), is a
// quadratic ½ zᵀ P z − gᵀ z; a backward Riccati sweep over 2×2 pivots for (σ_i, θ_i) finds P, a second
// one g, and a forward sweep the solution.
//
// Along the bar P falls like 1/n, across it grows like n (spiral springs), so that the solve takes its x axis
// along the first segment: in other axes the two would mix and cancel.
#pragma once

#include "rebond/mechanics/bar/bar_springs.hpp"

#include <vector>

namespace rebond {

template <Springs springs>
class BarFactors {
public:
    BarFactors(Index segments, const BarParameters& parameters);

    // Of the bar as its segments lie; false unless positive.
    [[nodiscard]] bool factor(const std::vector<BarSegment>& segments, double beta);

    // x becomes the solution for the right side x.
    void solve(Vector& x);

private:
    // What the solve needs of one stage on its way there and back; A_p, B_p and D follow from u and σ.
    struct Stage {
        double c = 0.0, s = 0.0;                    // u_i in the axes of the solve
        double stretch = 0.0;                       // σ_i
        double G_sx = 0.0, G_sy = 0.0, G_se = 0.0;  // gains: pivot⁻¹ times its coupling to (dp, dθ_{i−1})
        double G_tx = 0.0, G_ty = 0.0, G_te = 0.0;
    };

    // A_p, B_p and D of equation (2), in the axes of the solve.
    struct Reach {
        double Ax = 0.0, Ay = 0.0, Bx = 0.0, By = 0.0, Dx = 0.0, Dy = 0.0;
    };
    Reach reach(Index i) const;

    // How a right side goes on from one stage to the next, (g_x, g_y) and g_θ, worked out beforehand.
    struct Transfer {
        double Ax = 0.0, Ay = 0.0, Bx = 0.0, By = 0.0;  // A_p, B_p
        double xx = 0.0, xy = 0.0, yx = 0.0, yy = 0.0, ex = 0.0, ey = 0.0;
    };

    // A short bar's solve waits for the arithmetic of one stage after the other, a long one's for memory: the
    // first has transfers, the second does without. The same numbers within rounding.
    static constexpr Index longest_with_transfers = 64;
    Vector2 towards_tip(Vector& x) const;
    Vector2 towards_tip_by_transfers(Vector& x) const;
    void towards_far_end(Vector2 p, Vector& x) const;
    void towards_far_end_by_transfers(Vector2 p, Vector& x) const;

    // A symmetric 2×2 matrix.
    struct Symmetric {
        double xx = 0.0, xy = 0.0, yy = 0.0;
    };

    Index n_;
    BarParameters p_;
    BarSprings<springs> springs_;
    std::vector<Stage> stages_;        // of segment i at i + 1; the first is what is before the bar: u = 0
    std::vector<Transfer> transfers_;  // none for a long bar
    std::vector<Symmetric> inverses_;  // of the pivots over (σ_i, θ_i)
    double frame_c_ = 1.0, frame_s_ = 0.0;  // axes of the solve: u_1 when it was factorised
    Symmetric root_inverse_;                // of what is left for p₀
};

}  // namespace rebond
