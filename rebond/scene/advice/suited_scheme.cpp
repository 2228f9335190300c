#include "rebond/scene/advice/suited_scheme.hpp"

#include "rebond/integration/integrate.hpp"
#include "rebond/mechanics/free_vibration.hpp"
#include "rebond/mechanics/linear/linear.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"

#include <limits>

namespace rebond {
namespace {

constexpr double long_run = 1.0;     // [s]: shorter ones are not worth a choice
constexpr double much_faster = 0.5;  // [-]

// event_accurate: radians of the fastest mode in a step, and evaluations of the forces.
constexpr double radians_a_step = 2.5;
constexpr double evaluations_a_step = 60.0;
constexpr double seconds_an_entry = 2e-9, seconds_a_coordinate = 1e-8;
// event_modal: of n³ for the modes of a set of contacts, of which there are two or more, and of n² for every
// impact and sample. Impacts are not known; finite elements that chatter have one to fifty a coordinate.
constexpr double seconds_a_cube = 3e-9;
constexpr double sets = 2.0;
constexpr double seconds_a_square = 1.5e-9;
constexpr double impacts_a_coordinate = 5.0;

}  // namespace

SchemeTimes expected_times(const Scene& scene, const Linear& linear)
{
    const LinearSystem& system = linear.system();
    const auto n = static_cast<double>(linear.dofs());
    const auto entries = static_cast<double>(system.stiffness.entries().size());
    const double radians = scene.run.duration * highest_frequency(linear, Vector::Zero(linear.dofs()));
    SchemeTimes times{.accurate = radians / radians_a_step * evaluations_a_step *
                                  (2.0 * entries * seconds_an_entry + n * seconds_a_coordinate),
                      .modes = sets * n * n * n * seconds_a_cube};
    const double samples = scene.run.duration / scene.run.spacing();
    times.modal = times.modes + (samples + impacts_a_coordinate * n) * n * n * seconds_a_square;
    if (!linear.has_modes() || !linear.has_modal_damping())
        times.modes = times.modal = std::numeric_limits<double>::infinity();
    return times;
}

Scheme suited_scheme(const Scene& scene)
{
    const auto* accurate = std::get_if<EventAccurate>(&scene.scheme);
    if (accurate == nullptr || !subject_traits(scene).weighs_schemes) return scene.scheme;
    const auto model = build_model(scene);
    const auto* linear = model->as_linear();
    if (linear == nullptr || !linear->dynamics()->factor(0.0, 0.0)) return scene.scheme;
    const SchemeTimes times = expected_times(scene, *linear);
    const bool is_worth_it = times.accurate > long_run && times.modal <= much_faster * times.accurate;
    if (!is_worth_it) return scene.scheme;
    const EventModal modal{.step = accurate->step};
    return scheme_refusal(build_problem(scene), modal) ? scene.scheme : Scheme(modal);
}

}  // namespace rebond
