#include "rebond/scene/frame/frame_scene.hpp"

#include "rebond/contact/friction/frictional_impact.hpp"
#include "rebond/mechanics/beam/frame_system.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/problem_checks.hpp"
#include "rebond/scene/radians.hpp"

namespace rebond {
namespace {

Gap gap_of(const std::vector<Frame::Part>& displacement, double offset)
{
    Gap gap{.terms = {}, .offset = offset};
    for (const auto& [coordinate, weight] : displacement) gap.terms.push_back({coordinate, weight});
    return gap;
}

// Of a rigid beam whose end stays where it hits, or slides under the same friction.
std::optional<double> rigid_impulse(const Frame& frame, const FrameInitial& initial, double friction)
{
    FrictionalImpact end(1);
    const Vector2 velocity(initial.velocity[1], initial.velocity[0]);
    end.add(0, {.restitution = 0.0, .friction = friction}, velocity, velocity);
    end.G = frame.rigid_mobility();
    if (!end.resolve() || !(end.impulses(0) > 0.0)) return std::nullopt;
    return end.impulses(0);
}

}  // namespace

std::shared_ptr<const Frame> build_model(const FrameScene& subject, const Scene& scene)
{
    if (!has_finite_elements(subject.model)) throw without_masses();
    return std::make_shared<const Frame>(subject.model, radians(subject.initial.angle_deg),
                                         scene.run.gravity);
}

Problem build_problem(const FrameScene& subject, const Scene& scene)
{
    const auto frame = build_model(subject, scene);
    Problem problem;
    problem.model = frame;
    for (const Index node : {Index{0}, frame->last_node()})
        problem.contacts.push_back(
            {.gap = gap_of(frame->displacement_away(node), frame->height_at_rest(node)),
             .law = scene.impact,
             .slide = gap_of(frame->displacement_along(node), 0.0),
             .is_massless = subject.model.contact_mass == ContactMass::massless,
             .name = node == 0 ? "near end – wall" : "far end – wall"});
    const auto& [vx, vy] = subject.initial.velocity;
    problem.initial = {.t = 0.0, .q = Vector::Zero(frame->dofs()), .v = frame->translation(vx, vy)};
    problem.rigid_impulse = rigid_impulse(*frame, subject.initial, scene.impact.friction);
    return problem;
}

double memory_of(const FrameScene& subject)
{
    constexpr double number = 8.0;          // [bytes]
    constexpr double per_element = 4000.0;  // measured [bytes]
    constexpr double dense_at_once = 4.0;   // matrices of the bending modes, measured
    const auto elements = static_cast<double>(subject.model.elements);
    const double dense = 4.0 * (elements + 1.0) * (elements + 1.0);
    return per_element * elements + (subject.model.modes ? dense_at_once * number * dense : 0.0);
}

}  // namespace rebond
