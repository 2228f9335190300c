// The frequencies of a straight Euler–Bernoulli beam of rectangular pieces, each uniform: EI w'''' = ρA ω² w
// in every piece, with w, w', the moment EI w'' and the shear EI w''' continuous.
//
// In the phase ξ = kx, k⁴ = ρAω²/EI, the state y = (w, w_ξ, w_ξξ, w_ξξξ) of a piece obeys y_1' = y_2,
// y_2' = y_3, y_3' = y_4, y_4' = y_1. The motions that satisfy the conditions at the left end are a plane of
// states, known by its minors p_ij, of which p_14 = p_23 because the beam is conservative. Along a piece
//
//     p_12' = p_13,   p_13' = 2 p_14,   p_14' = p_24,   p_24' = p_34 − p_12,   p_34' = −p_13            (1)
//
// whose solutions in closed form have no poles and grow as e^ξ at most, so that the factor e^−ξ bounds them.
// ω is a natural frequency where the minor of the right end's conditions vanishes.
//
// No mode is missed, for their number below any ω is known [WittrickWilliams1971]:
//
//     J(ω) = Σ_pieces [J_clamped + s(D + K)] + s(D_end)                                                 (2)
//
// where J_clamped counts the modes of the piece with both ends clamped, D is the dynamic stiffness of all
// that is left of the piece, K that of the piece with its far end clamped, and s the number of negative
// eigenvalues. D and K have poles, but the signs of determinant and trace are those of products of the p_ij.
// Bisection of J gives every ω to a few roundings.
//
// A rectangle has k ∝ √(ω/height) and EI ∝ width height³, so that the sizes of the pieces are all there is to
// know: a frequency is given by the phase κ = kL that the wave number k of the highest piece has over the
// whole length.
#pragma once

#include "rebond/core/types.hpp"

#include <array>
#include <optional>
#include <vector>

namespace rebond {

enum class Support { pinned_pinned, clamped_free, free_free };

struct BeamPiece {
    double length = 1.0;   // [m]
    double width = 0.02;   // [m]
    double height = 0.01;  // in the direction of bending [m]
};

// The components of y, of 0 … 3, that vanish at the left and at the right end.
using FixedComponents = std::array<Index, 2>;
FixedComponents fixed_left(Support support);
FixedComponents fixed_right(Support support);

struct SteppedBeam {
    struct Piece {
        double start = 0.0, length = 0.0;              // [m]
        double width = 0.0, height = 0.0;              // [m]
        double phase = 0.0;                            // for κ = 1
        double volume = 0.0;                           // share of the beam's
        double slope_ratio = 0.0, moment_ratio = 0.0;  // units of y_2, y_3 here over those of the next piece
    };

    // Neighbours of the same width and height become one piece.
    SteppedBeam(Support ends, const std::vector<BeamPiece>& section);

    // Whether numbers can describe the beam: neither do they overflow, nor do pieces differ so much that
    // rounding takes half the digits of a mode's shape.
    bool is_tractable() const;

    // J: modes below κ > 0, rigid ones included.
    Index modes_below(double kappa) const;

    // κ of the first modes, ascending, zero of the rigid ones. Nothing if they cannot be found.
    [[nodiscard]] std::optional<Vector> phases(Index modes) const;

    Index rigid_modes() const { return support == Support::free_free ? 2 : 0; }

    Support support;
    double length = 0.0, highest = 0.0, volume = 0.0;  // [m], [m], [m³]
    std::vector<Piece> pieces;
};

}  // namespace rebond
