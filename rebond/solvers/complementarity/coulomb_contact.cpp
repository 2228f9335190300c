#include "rebond/solvers/complementarity/coulomb_contact.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

Vector2 answer(const CoulombCase& chosen, const Eigen::Matrix2d& G, const Vector2& b, double friction,
               double least)
{
    if (friction == 0.0) return {chosen.is_pressed ? -b(0) / G(0, 0) : least, 0.0};
    if (!chosen.is_pressed) {
        if (least == 0.0) return {0.0, 0.0};
        if (chosen.motion == CoulombMotion::sticks) return {least, -(b(1) + G(1, 0) * least) / G(1, 1)};
        return {least, coulomb_slope(chosen.motion, friction) * least};
    }
    if (chosen.motion == CoulombMotion::sticks) {
        const double trace = G.trace(), determinant = G.determinant();
        if (determinant <= std::numeric_limits<double>::epsilon() * trace * trace)
            return -G * b / (trace * trace);  // G has rank one
        return {-(G(1, 1) * b(0) - G(0, 1) * b(1)) / determinant,
                -(G(0, 0) * b(1) - G(1, 0) * b(0)) / determinant};
    }
    const double ratio = coulomb_slope(chosen.motion, friction);
    const double N = -b(0) / (G(0, 0) + ratio * G(0, 1));
    return {N, ratio * N};
}

}  // namespace

CoulombContact solve_coulomb_contact(const Eigen::Matrix2d& G, const Vector2& b, double friction,
                                     double least)
{
    CoulombContact contact;
    const double certain = coulomb_case_certain * coulomb_scale(G, b, least);
    double best = std::numeric_limits<double>::infinity();
    for (const bool is_pressed : {false, true}) {
        // Friction too weak to hold the contact still acts as it would have to.
        const Vector2 held = answer({is_pressed, CoulombMotion::sticks}, G, b, friction, least);
        const bool would_push_forth = held(1) > 0.0;
        const CoulombMotion likelier =
            would_push_forth ? CoulombMotion::slides_back : CoulombMotion::slides_forth;
        const CoulombMotion other =
            would_push_forth ? CoulombMotion::slides_forth : CoulombMotion::slides_back;
        // Without friction or without any impulse all motions have one answer.
        const bool is_one = friction == 0.0 || (!is_pressed && least == 0.0);
        for (const CoulombMotion motion : {CoulombMotion::sticks, likelier, other}) {
            if (is_one && motion != CoulombMotion::sticks) break;
            const Vector2 tried =
                motion == CoulombMotion::sticks ? held : answer({is_pressed, motion}, G, b, friction, least);
            if (!tried.allFinite()) continue;
            const double error = coulomb_error(G, b + G * tried, tried, friction, least);
            if (error >= best) continue;
            best = error;
            contact = {tried, {is_pressed, motion}};
            if (best <= certain) return contact;
        }
    }
    return contact;
}

double coulomb_error(const Eigen::Matrix2d& G, const Vector2& w, const Vector2& p, double friction,
                     double least)
{
    const double normal = std::abs(std::min(std::abs(G(0, 0)) * (p(0) - least), w(0)));
    const double bound = friction * std::max(p(0), 0.0);
    if (!(G(1, 1) > 0.0)) return std::max(normal, G(0, 0) * std::max(std::abs(p(1)) - bound, 0.0));
    const double nearest = std::clamp(p(1) - w(1) / G(1, 1), -bound, bound);
    return std::max(normal, G(1, 1) * std::abs(p(1) - nearest));
}

double coulomb_scale(const Eigen::Matrix2d& G, const Vector2& b, double least)
{
    return std::max({std::abs(b(0)), std::abs(b(1)), G(0, 0) * least});
}

}  // namespace rebond
