#include "vibrating_bar.hpp"

#include "rebond/mechanics/free_vibration.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace rebond::bench {

VibratingBar vibrating_bar(Springs springs, Index segments)
{
    constexpr double strain = 1e-6;       // [-]
    constexpr double angle = 0.9;         // to the horizontal [rad]
    constexpr double height = 1.0;        // of the tip [m]
    constexpr double papers_step = 1e-7;  // [s]

    const auto bar = std::make_shared<const Bar>(BarSpec{.springs = springs, .segments = segments});
    const BarParameters& p = bar->parameters();
    State state{.t = 0.0, .q = bar->straight(angle, height), .v = bar->translation(0.0, -1.0)};
    const double step = std::min(papers_step, 1.0 / highest_frequency(*bar, state.q));

    const double stretch = strain * p.half_pitch;                          // [m]
    const double turn = strain * 2.0 * p.half_pitch / bar->spec().radius;  // [rad]
    const double stretch_rate = std::sqrt(p.stiffness / p.segment_mass) * stretch;
    const double turn_rate = std::sqrt(p.bending / p.segment_inertia) * turn;
    std::mt19937 random(1);
    const auto scattered = [&] { return static_cast<double>(random()) / 2147483648.0 - 1.0; };  // in [−1, 1)
    for (Index i = 0; i < segments; ++i) {
        state.q(2 + i) += turn * scattered();
        state.v(2 + i) += turn_rate * scattered();
        state.q(2 + segments + i) += stretch * scattered();
        state.v(2 + segments + i) += stretch_rate * scattered();
    }

    const Contact plane{.gap = {.terms = {{.coordinate = 1, .weight = 1.0}}, .offset = -bar->spec().radius},
                        .law = {.restitution = 1.0}};
    return {bar, {.model = bar, .contacts = {plane}, .initial = state, .duration = 1.0}, step};
}

}  // namespace rebond::bench
