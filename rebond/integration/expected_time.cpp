#include "rebond/integration/expected_time.hpp"

#include "rebond/mechanics/free_vibration.hpp"

#include <algorithm>
#include <numbers>

namespace rebond {
namespace {

constexpr double seconds_an_entry = 2e-9, seconds_a_coordinate = 1e-8;
constexpr double steps_a_period = 20.0, steps_a_run = 1000.0;

double step_for(const Problem& problem, double frequency)
{
    return std::min(problem.duration / steps_a_run, 2.0 * std::numbers::pi / (steps_a_period * frequency));
}

}  // namespace

double evaluation_time(const LinearSystem& system)
{
    const auto entries = static_cast<double>(system.stiffness.entries().size());
    return 2.0 * entries * seconds_an_entry + static_cast<double>(system.mass.size()) * seconds_a_coordinate;
}

std::optional<double> highest_linear_frequency(const Linear& linear)
{
    if (!linear.dynamics()->factor(0.0, 0.0)) return std::nullopt;
    return highest_frequency(linear, Vector::Zero(linear.dofs()));
}

double step_for_loads(const Problem& problem)
{
    return step_for(problem, std::max(problem.model->load_frequency(), stop_frequency(problem)));
}

double resolving_step(const Problem& problem)
{
    const double loads = step_for_loads(problem);
    if (has_massless_contacts(problem)) return loads;
    return std::min(loads, step_for(problem, highest_frequency(*problem.model, problem.initial.q)));
}

}  // namespace rebond
