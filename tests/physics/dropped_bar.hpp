// The paper's experiment: a bar dropped at an angle on its tip, run by a scheme and analysed.
#pragma once

#include "rebond/integration/integrate.hpp"
#include "rebond/scene/build.hpp"

#include <gtest/gtest.h>

namespace rebond::test {

inline Scene dropped_bar(Springs springs, double angle_deg, double restitution, double duration = 5e-3)
{
    Scene scene;
    scene.subject = BarScene{.model = {.springs = springs}, .initial = {.angle_deg = angle_deg}};
    scene.impact.restitution = restitution;
    scene.run.duration = duration;
    scene.analysis.episode_gap = 1e-4;
    return scene;
}

// Long enough, and stopping as soon as the apparent restitution is known.
inline Scene dropped_bar_until_quiet(Springs springs, double angle_deg, double restitution)
{
    Scene scene = dropped_bar(springs, angle_deg, restitution, 0.03);
    scene.run.stop_when_quiet = true;
    return scene;
}

inline BarScene& bar_of(Scene& scene)
{
    return std::get<BarScene>(scene.subject);
}

inline Findings run_by(const Scheme& scheme, const Scene& scene)
{
    const Problem problem = build_problem(scene);
    Analyst analyst(problem, scene.analysis, scene.run.stop_when_quiet);
    const Outcome outcome = integrate(problem, scheme, analyst);
    EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
    return analyst.findings();
}

inline const Scheme printed_newmark = EventNewmark{.step = 1e-7};
inline const Scheme resolved_newmark = EventNewmark{.step = 1e-7, .substep = EventNewmark::Substep::resolved};
inline const Scheme reference = EventAccurate{};
inline const Scheme time_stepping = PaoliSchatzman{.step = 1e-7};
inline const Scheme implicit_time_stepping = PaoliSchatzmanImplicit{.step = 1e-7};

}  // namespace rebond::test
