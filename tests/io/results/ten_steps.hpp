// A result told by hand, ten steps of a point mass, and the diagnostics that writing or reading results may
// meet.
#pragma once

#include "point_mass.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/results/results_hdf5.hpp"
#include "rebond/io/results/summary_json.hpp"

#include <cmath>
#include <functional>
#include <string>

namespace rebond {

inline const Provenance provenance{
    .scene = "title = \"é\"\n", .effective_scene = "effective", .version = "1.2.3", .revision = "abc"};

// The FileError's text, or nothing.
inline std::string diagnostic(const std::function<void()>& act)
{
    try {
        act();
    } catch (const FileError& error) {
        return error.what();
    }
    return "nothing";
}

inline bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

inline const Summary told_summary{.title = "ten steps", .status = "ok", .steps = 10};

// Heights and velocities no two of which are alike, and awkward to print.
inline double height_at(int k)
{
    return std::sin(k) / 3.0;
}
inline double velocity_at(int k)
{
    return k == 3 ? -0.0 : std::exp(-k) / 7.0;
}

// Ten steps of 0.1 s with samples every 0.2 s, two impacts, one sustained contact, two floors.
inline Problem ten_steps()
{
    Problem problem = point_mass_problem(std::make_shared<PointMass>(3.0, 9.81), 2);
    problem.sample_every = 0.2;
    return problem;
}

inline const Impact first_impact{.time = 0.15,
                                 .end = 0.16,
                                 .contact = 0,
                                 .velocity_before = -1.0 / 3.0,
                                 .velocity_after = 0.1,
                                 .impulse = 0.7,
                                 .energy_loss = 1e-300};
inline const Impact second_impact{.time = 0.55,
                                  .end = 0.55,
                                  .contact = 1,
                                  .velocity_before = -2.0,
                                  .velocity_after = 0.0,
                                  .impulse = 0.25,
                                  .energy_loss = 0.125};
inline const SustainedContact phase{
    .start = 0.55, .end = 0.9, .contact = 1, .impulse = 4.0, .peak_force = 1.0 / 9.0};

inline void write_ten_steps(const std::string& directory, const Problem& problem)
{
    OutputFolder folder(directory);
    ResultWriter writer(folder, problem, provenance, 0.25);
    Story story(problem, writer);
    const auto step = [&](int k) { story.step(0.1 * k, height_at(k), velocity_at(k)); };
    step(0);
    step(1);
    writer.impact(first_impact);
    writer.received(0, 0.7, -0.35);
    for (int k = 2; k <= 5; ++k) step(k);
    writer.impact(second_impact);
    writer.received(1, 0.25, -0.125);
    writer.contact_begins(1, 0.55);
    for (int k = 6; k <= 9; ++k) step(k);
    writer.sustained(phase);  // told after the last step
    writer.received(1, 4.0, -2.0);
    writer.finish(told_summary);
}

}  // namespace rebond
