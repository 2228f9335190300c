// The second paper's experiment: a steel bar of N springs falling on its end, and its first bounce.
#pragma once

#include "rebond/integration/integrate.hpp"
#include "rebond/scene/build.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {

// The fall of a rigid bar from d = 0.01 m at 1 m/s under g = 9.81 m/s².
inline const double fall_speed = std::sqrt(1.0 + 2.0 * 9.81 * 0.01);
inline const double fall_time = (fall_speed - 1.0) / 9.81;

inline Scene dropped_chain(Index springs, double e, const Scheme& scheme = EventAccurate{})
{
    Scene scene;
    scene.subject = ChainScene{.model = {.springs = springs}, .initial = {}};
    scene.impact.restitution = e;
    scene.scheme = scheme;
    scene.run.duration = fall_time + 2e-4;  // two and a half wave transits after the impact
    scene.run.sample_every = scene.run.duration;
    return scene;
}

inline ChainScene& chain_of(Scene& scene)
{
    return std::get<ChainScene>(scene.subject);
}

inline double total_mass(const ChainSpec& chain)
{
    return chain.density * chain.area * chain.length;
}

// 2/ω_max with full end masses.
inline double stability_limit(const ChainSpec& chain)
{
    const double N = static_cast<double>(chain.springs);
    return chain.length * std::sqrt(chain.density / (chain.young * N * (N + 1.0))) /
           std::sin(N * std::numbers::pi / (2.0 * (N + 1.0)));
}

// The first bounce in units of the falling bar.
struct Bounce {
    std::vector<double> impact_times;  // after the first [2L/c]
    double duration = 0.0;             // [2L/c]
    double velocity = 0.0;             // of the centre of mass, after [V]
    double energy_loss = 0.0;          // [½MV²]
    long impacts = 0;
    Findings findings;
    Outcome outcome;
};

inline Bounce first_bounce(const Scene& scene)
{
    struct Times final : Recorder {
        std::vector<double> impacts;
        void impact(const Impact& impact) override { impacts.push_back(impact.time); }
    };
    const Problem problem = build_problem(scene);
    Analyst analyst(problem, scene.analysis);
    Times times;
    Recorders recorders{&analyst, &times};
    Bounce bounce;
    bounce.outcome = integrate(problem, scene.scheme, recorders);
    EXPECT_EQ(bounce.outcome.status, Status::ok) << bounce.outcome.reason;
    bounce.findings = analyst.findings();
    if (bounce.findings.episodes.empty()) {
        ADD_FAILURE() << "no contact";
        return bounce;
    }
    const Episode& episode = bounce.findings.episodes.front();
    const double transit = *problem.model->wave_transit();
    for (std::size_t k = 1; k < times.impacts.size(); ++k)
        bounce.impact_times.push_back((times.impacts[k] - times.impacts[0]) / transit);
    bounce.duration = (episode.end - episode.start) / transit;
    bounce.velocity = *episode.mass_centre_velocity_after / fall_speed;
    const double mass = total_mass(std::get<ChainScene>(scene.subject).model);
    bounce.energy_loss = episode.energy_loss / (0.5 * mass * fall_speed * fall_speed);
    bounce.impacts = episode.impacts;
    return bounce;
}

}  // namespace rebond::test
