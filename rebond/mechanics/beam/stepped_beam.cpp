#include "rebond/mechanics/beam/stepped_beam.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/polynomials/fourth_order_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rebond {
namespace {

constexpr double pi = std::numbers::pi;

// The solutions g_j of (1), g'''' = −4g, times e^−λ; g_0 as its distance from one.
struct PlaneFunctions {
    double decay;  // e^−λ
    double h;      // e^−λ (1 − g_0), of the sign of the clamped piece's determinant 1 − cosh λ cos λ
    double g1, g2, g3;  // e^−λ g_j
};

PlaneFunctions plane_functions(double phase)
{
    const double decay = std::exp(-phase);
    if (phase < longest_series) {
        const auto g = fourth_order_series(phase, -4.0);
        return {decay, -decay * g[0], decay * g[1], decay * g[2], decay * g[3]};
    }
    const double cosh = 0.5 * (1.0 + decay * decay), sinh = 0.5 * (1.0 - decay * decay);
    const double c = std::cos(phase), s = std::sin(phase);
    return {decay, decay - cosh * c, 0.5 * (cosh * s + sinh * c), 0.5 * sinh * s,
            0.25 * (cosh * s - sinh * c)};
}

// A plane of states, by its minors up to a positive factor.
struct Plane {
    double p12 = 0.0, p13 = 0.0, p14 = 0.0, p24 = 0.0, p34 = 0.0;
};

// (1) along a piece: p_12 + p_34 stays, p_12 − p_34 and its derivatives are sums of the g_j.
Plane carried(const Plane& p, const PlaneFunctions& g)
{
    const double z = p.p12 - p.p34;
    const double g0 = g.decay - g.h;
    const double rise = -0.5 * g.h * z + g.g1 * p.p13 + 2.0 * (g.g2 * p.p14 + g.g3 * p.p24);
    return {.p12 = g.decay * p.p12 + rise,
            .p13 = -2.0 * g.g3 * z + g0 * p.p13 + 2.0 * (g.g1 * p.p14 + g.g2 * p.p24),
            .p14 = -g.g2 * z - 2.0 * g.g3 * p.p13 + g0 * p.p14 + g.g1 * p.p24,
            .p24 = -g.g1 * z - 2.0 * g.g2 * p.p13 - 4.0 * g.g3 * p.p14 + g0 * p.p24,
            .p34 = g.decay * p.p34 - rise};
}

// The modes below `phase` of a piece with both ends clamped: one between two multiples of π, but none in the
// first two intervals up to 4.73 [WittrickWilliams1971].
Index clamped_modes_below(double phase, double h)
{
    constexpr double countless = 1e15;  // more half-waves than a phase of 53 bits can tell apart
    const auto half_waves = static_cast<Index>(std::min(phase / pi, countless));
    const bool is_odd = half_waves % 2 != 0;
    return half_waves - ((h < 0.0) != is_odd ? 1 : 0);
}

Index negative_eigenvalues(bool determinant_is_negative, bool trace_is_negative)
{
    return determinant_is_negative ? 1 : (trace_is_negative ? 2 : 0);
}

Plane left_plane(Support support)
{
    if (support == Support::pinned_pinned) return {.p24 = 1.0};
    return support == Support::clamped_free ? Plane{.p34 = 1.0} : Plane{.p12 = 1.0};
}

// Writes κ of the modes from number `below_low` to before number `below_high`, which lie between low and
// high, by halving until no number is between.
void bisect(const SteppedBeam& beam, double low, Index below_low, double high, Index below_high,
            Vector& kappa)
{
    below_high = std::min(below_high, kappa.size());
    if (below_low >= below_high) return;
    const double middle = low + 0.5 * (high - low);
    if (middle <= low || middle >= high) {
        kappa.segment(below_low, below_high - below_low).setConstant(middle);
        return;
    }
    const Index below_middle = std::clamp(beam.modes_below(middle), below_low, below_high);
    bisect(beam, low, below_low, middle, below_middle, kappa);
    bisect(beam, middle, below_middle, high, below_high, kappa);
}

}  // namespace

FixedComponents fixed_left(Support support)
{
    if (support == Support::pinned_pinned) return {0, 2};
    return support == Support::clamped_free ? FixedComponents{0, 1} : FixedComponents{2, 3};
}

FixedComponents fixed_right(Support support)
{
    return support == Support::pinned_pinned ? FixedComponents{0, 2} : FixedComponents{2, 3};
}

SteppedBeam::SteppedBeam(Support ends, const std::vector<BeamPiece>& section) : support(ends)
{
    require(!section.empty(), "a beam has at least one piece");
    for (const BeamPiece& piece : section) {
        require(piece.length > 0.0 && piece.width > 0.0 && piece.height > 0.0,
                "a piece's sizes are positive");
        const bool goes_on =
            !pieces.empty() && pieces.back().width == piece.width && pieces.back().height == piece.height;
        if (goes_on)
            pieces.back().length += piece.length;
        else
            pieces.push_back(
                {.start = length, .length = piece.length, .width = piece.width, .height = piece.height});
        length = pieces.back().start + pieces.back().length;
        highest = std::max(highest, piece.height);
        volume += piece.length * piece.width * piece.height;
    }
    for (Piece& piece : pieces) {
        piece.phase = piece.length / length * std::sqrt(highest / piece.height);
        piece.volume = piece.length * piece.width * piece.height / volume;
    }
    for (std::size_t p = 0; p + 1 < pieces.size(); ++p) {
        const double height = pieces[p].height / pieces[p + 1].height;
        pieces[p].slope_ratio = 1.0 / std::sqrt(height);
        pieces[p].moment_ratio = pieces[p].width / pieces[p + 1].width * height * height;
    }
}

bool SteppedBeam::is_tractable() const
{
    // Where moments of one deflection differ more between pieces, rounding in the conditions of a joint takes
    // more than half of a shape's digits.
    constexpr double largest_step = 1e12;
    constexpr double largest_share = 1e100;  // and its inverse, of phases and volumes; far from overflow
    const auto is_share = [](double x) { return x > 1.0 / largest_share && x < largest_share; };
    double strongest = 0.0, weakest = std::numeric_limits<double>::infinity();
    for (const Piece& piece : pieces) {
        if (!is_share(piece.phase) || !is_share(piece.volume)) return false;
        const double height = piece.height / highest;
        strongest = std::max(strongest, piece.width * height * height);
        weakest = std::min(weakest, piece.width * height * height);
    }
    return std::isnormal(length) && std::isnormal(volume) && std::isnormal(weakest) &&
           strongest / largest_step < weakest;
}

// (2). In y, D = [p_24, −p_14; −p_14, p_13]/p_12 with determinant p_34/p_12, and
// K = [2g_1, 2g_2; 2g_2, 4g_3]/(1 − g_0); the determinant of D + K is 2 p_12(end)/(p_12 (1 − g_0)).
Index SteppedBeam::modes_below(double kappa) const
{
    Index count = 0;
    Plane y = left_plane(support);
    for (const Piece& piece : pieces) {
        const double phase = kappa * piece.phase;
        const PlaneFunctions g = plane_functions(phase);
        const Plane end = carried(y, g);
        count += clamped_modes_below(phase, g.h);

        // At a clamped left end nothing can move, at a pinned one only the slope.
        const bool is_first = &piece == &pieces.front();
        const bool determinant = ((end.p12 < 0.0) != (g.h < 0.0)) != (y.p12 < 0.0);
        if (!is_first || support == Support::free_free) {
            const double trace = (y.p24 + y.p13) * g.h + (2.0 * g.g1 + 4.0 * g.g3) * y.p12;
            count += negative_eigenvalues(determinant, ((trace < 0.0) != (g.h < 0.0)) != (y.p12 < 0.0));
        } else if (support == Support::pinned_pinned) {
            count += determinant ? 1 : 0;
        }

        y = end;
        if (&piece == &pieces.back()) break;
        const double r2 = piece.slope_ratio, r3 = piece.moment_ratio, r4 = r2 * r3;
        y = {r2 * y.p12, r3 * y.p13, r4 * y.p14, r2 * r4 * y.p24, r3 * r4 * y.p34};
        const double size =
            std::max({std::abs(y.p12), std::abs(y.p13), std::abs(y.p14), std::abs(y.p24), std::abs(y.p34)});
        y = {y.p12 / size, y.p13 / size, y.p14 / size, y.p24 / size, y.p34 / size};
    }
    if (support == Support::pinned_pinned) return count + ((y.p13 < 0.0) != (y.p12 < 0.0) ? 1 : 0);
    return count +
           negative_eigenvalues((y.p34 < 0.0) != (y.p12 < 0.0), (y.p24 + y.p13 < 0.0) != (y.p12 < 0.0));
}

std::optional<Vector> SteppedBeam::phases(Index modes) const
{
    // Every mode adds about π of phase; ends and steps shift it by few.
    double total = 0.0;
    for (const Piece& piece : pieces) total += piece.phase;
    double high = (static_cast<double>(modes) + 2.0) * pi / total;
    constexpr int most_doublings = 60;
    for (int doubling = 0; modes_below(high) < modes; ++doubling) {
        if (doubling == most_doublings) return std::nullopt;
        high *= 2.0;
    }
    Vector kappa = Vector::Zero(modes);
    bisect(*this, 0.0, std::min(rigid_modes(), modes), high, modes, kappa);
    return kappa;
}

}  // namespace rebond
