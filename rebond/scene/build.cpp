#include "rebond/scene/build.hpp"

#include "rebond/contact/rough_contacts.hpp"
#include "rebond/integration/integrate.hpp"
#include "rebond/mechanics/bar/bar_bending.hpp"
#include "rebond/mechanics/beam/frame_system.hpp"
#include "rebond/scene/balls/balls_scene.hpp"
#include "rebond/scene/fields.hpp"
#include "rebond/scene/linear/linear_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rebond {
namespace {

constexpr const char* no_masses =
    "expected values whose masses, moments of inertia and stiffnesses are positive, finite numbers";

double radians(double degrees)
{
    return degrees * std::numbers::pi / 180.0;
}

// Masses within range each may still multiply to zero or infinity.
void require_positive_masses(const Problem& problem)
{
    const auto dynamics = problem.model->dynamics();
    dynamics->place(0.0, problem.initial.q);
    if (!problem.initial.q.allFinite() || !dynamics->factor(problem.model->least_stiffness_share(), 0.0))
        throw Unbuildable("model", no_masses);
}

// What rounding may have made of a gap of zero.
double rounding_of(const Gap& gap, const Vector& q)
{
    return 4.0 * std::numeric_limits<double>::epsilon() * lengths_in(gap, q);
}

// A share η of the drop's kinetic energy T goes into a bending mode: displacement A cos ψ, velocity
// −A ω sin ψ along the mode of unit modal mass, with ½ A² ω² = η T.
void excite(const Bar& bar, const Excitation& excitation, State& state)
{
    const auto dynamics = bar.dynamics();
    dynamics->place(0.0, state.q);
    const double T = dynamics->energy(state.v).kinetic;
    const auto mode = bending_mode(bar, state.q(2), excitation.mode);
    if (!mode)
        throw Unbuildable(
            "initial.excitation",
            "expected a bar whose bending the arithmetic can tell from rigid motions; the mass and "
            "stiffness of this one are too many orders of magnitude apart");
    const auto& [omega, shape] = *mode;
    const double amplitude = std::sqrt(2.0 * excitation.energy_fraction * T) / omega;
    const double phase = radians(excitation.phase_deg);
    state.q += amplitude * std::cos(phase) * shape;
    state.v -= amplitude * omega * std::sin(phase) * shape;
}

struct BuildModel {
    double gravity;

    std::shared_ptr<const Bar> operator()(const BarScene& subject) const
    {
        return std::make_shared<const Bar>(subject.model, gravity);
    }
    std::shared_ptr<const Chain> operator()(const ChainScene& subject) const
    {
        return std::make_shared<const Chain>(subject.model, gravity);
    }
    std::shared_ptr<const Linear> operator()(const LinearScene& subject) const
    {
        return std::make_shared<const Linear>(build_system(subject.model));
    }
    std::shared_ptr<const Frame> operator()(const FrameScene& subject) const
    {
        if (!has_finite_elements(subject.model)) throw Unbuildable("model", no_masses);
        return std::make_shared<const Frame>(subject.model, radians(subject.initial.angle_deg), gravity);
    }
    std::shared_ptr<const Balls> operator()(const BallsScene& subject) const
    {
        return std::make_shared<const Balls>(subject.model, gravity);
    }
    std::shared_ptr<const BallOnBeam> operator()(const BallOnBeamScene& subject) const
    {
        return build_ball_on_beam(subject.model);
    }
};

struct Build {
    const Scene& scene;

    Problem operator()(const BarScene& subject) const
    {
        const auto bar = BuildModel{scene.run.gravity}(subject);
        const auto& [angle_deg, tip_height, velocity, excitation] = subject.initial;
        Problem problem;
        problem.model = bar;
        problem.contacts = {
            {.gap = {.terms = {{.coordinate = 1, .weight = 1.0}}, .offset = -subject.model.radius},
             .law = scene.impact}};
        problem.initial = {.t = 0.0,
                           .q = bar->straight(radians(angle_deg), tip_height),
                           .v = bar->translation(velocity[0], velocity[1])};
        if (excitation) {
            require_positive_masses(problem);
            excite(*bar, *excitation, problem.initial);
            const Gap& gap = problem.contacts[0].gap;
            const double start = gap_at(gap, problem.initial.q);
            if (start < -rounding_of(gap, problem.initial.q))
                throw Unbuildable(
                    "initial.tip_height",
                    fmt::format("expected at least {:.9g} m: the excitation lowers the tip into the plane",
                                tip_height - start));
        }
        return problem;
    }

    Problem operator()(const ChainScene& subject) const
    {
        Problem problem;
        problem.model = BuildModel{scene.run.gravity}(subject);
        const Index dofs = problem.model->dofs();
        problem.contacts = {
            {.gap = {.terms = {{.coordinate = 0, .weight = 1.0}}, .offset = 0.0}, .law = scene.impact}};
        problem.initial = {.t = 0.0,
                           .q = Vector::Constant(dofs, subject.initial.gap),
                           .v = Vector::Constant(dofs, subject.initial.velocity)};
        return problem;
    }

    Problem operator()(const LinearScene& subject) const
    {
        Problem problem;
        problem.model = BuildModel{scene.run.gravity}(subject);
        const Index dofs = problem.model->dofs();
        problem.contacts = build_contacts(subject.contact, dofs, scene.impact);
        problem.initial = {.t = 0.0,
                           .q = coordinates(subject.initial.position, dofs, "initial.position"),
                           .v = coordinates(subject.initial.velocity, dofs, "initial.velocity")};
        return problem;
    }

    // Either end may touch the wall.
    Problem operator()(const FrameScene& subject) const
    {
        const auto frame = BuildModel{scene.run.gravity}(subject);
        Problem problem;
        problem.model = frame;
        for (const Index node : {Index{0}, frame->last_node()})
            problem.contacts.push_back(
                {.gap = gap_of(frame->displacement_away(node), frame->height_at_rest(node)),
                 .law = scene.impact,
                 .slide = gap_of(frame->displacement_along(node), 0.0),
                 .is_massless = subject.model.contact_mass == ContactMass::massless});
        const auto& [vx, vy] = subject.initial.velocity;
        problem.initial = {.t = 0.0, .q = Vector::Zero(frame->dofs()), .v = frame->translation(vx, vy)};
        problem.rigid_impulse = rigid_impulse(*frame, subject.initial);
        return problem;
    }

    Problem operator()(const BallsScene& subject) const
    {
        Problem problem;
        problem.model = BuildModel{scene.run.gravity}(subject);
        problem.contacts = build_contacts(subject.model, scene.impact);
        problem.initial = start_of(subject.model.ball);
        return problem;
    }

    // The ball touches the beam, which is at rest.
    Problem operator()(const BallOnBeamScene& subject) const
    {
        const auto model = BuildModel{scene.run.gravity}(subject);
        Problem problem;
        problem.model = model;
        problem.contacts = {{.gap = gap_above_beam(*model), .law = scene.impact}};
        problem.initial = {.t = 0.0, .q = Vector::Zero(model->dofs()), .v = Vector::Zero(model->dofs())};
        problem.initial.v(0) = subject.initial.velocity;
        return problem;
    }

    static Gap gap_of(const std::vector<Frame::Part>& displacement, double offset)
    {
        Gap gap{.terms = {}, .offset = offset};
        for (const auto& [coordinate, weight] : displacement) gap.terms.push_back({coordinate, weight});
        return gap;
    }

    // Of a rigid beam whose end stays where it strikes, or slides under the same friction.
    std::optional<double> rigid_impulse(const Frame& frame, const FrameInitial& initial) const
    {
        RoughContacts end(1);
        const Vector2 velocity(initial.velocity[1], initial.velocity[0]);
        end.add(0, {.restitution = 0.0, .friction = scene.impact.friction}, velocity, velocity);
        end.G = frame.rigid_mobility();
        if (!end.strike() || !(end.impulses(0) > 0.0)) return std::nullopt;
        return end.impulses(0);
    }
};

// c > 0 if the gap of b falls by c times what the gap of a rises, wherever the body goes; else 0.
double opposition(const Gap& a, const Gap& b)
{
    constexpr double rounding = 1e-12;  // of two normals written down alike [-]
    if (a.terms.empty() || a.terms.size() != b.terms.size()) return 0.0;
    const double c = -b.terms.front().weight / a.terms.front().weight;
    for (std::size_t i = 0; i < a.terms.size(); ++i)
        if (a.terms[i].coordinate != b.terms[i].coordinate ||
            !(std::abs(b.terms[i].weight + c * a.terms[i].weight) <= rounding * std::abs(b.terms[i].weight)))
            return 0.0;
    return std::max(c, 0.0);
}

// Two contacts that face each other without room between them leave the body no place. At least one of them
// is violated wherever it starts. The play is in the units of the first one's gap.
void require_room(const Problem& problem)
{
    const std::vector<Contact>& contacts = problem.contacts;
    const Vector& q = problem.initial.q;
    for (std::size_t violated = 0; violated < contacts.size(); ++violated) {
        if (gap_at(contacts[violated].gap, q) >= 0.0) continue;
        for (std::size_t other = 0; other < contacts.size(); ++other) {
            const auto [first, second] = std::minmax(violated, other);
            const Gap& gap = contacts[first].gap;
            const Gap& facing = contacts[second].gap;
            const double c = opposition(gap, facing);
            if (c == 0.0) continue;
            const double play = gap.offset + facing.offset / c;
            if (play < -rounding_of(gap, q) - rounding_of(facing, q) / c)
                throw Unbuildable(
                    fmt::format("contact[{}].offset", second),
                    fmt::format("expected room between contacts {} and {}, which face each other: they leave "
                                "a play of {:g} m, and no position satisfies both",
                                first + 1, second + 1, play));
        }
    }
}

// A contact that is closed but for rounding is closed.
void require_open_start(Problem& problem)
{
    for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
        Gap& gap = problem.contacts[k].gap;
        const double start = gap_at(gap, problem.initial.q);
        if (start < 0.0 && start >= -rounding_of(gap, problem.initial.q)) gap.offset -= start;
        if (!(gap_at(gap, problem.initial.q) >= 0.0))
            throw Unbuildable(
                "initial",
                fmt::format("expected no contact violated at the start, but the gap of contact {} is {:g} m",
                            k + 1, start));
    }
}

void require_scheme(const Scheme& scheme, const Problem& problem)
{
    const Refusal refused = scheme_refusal(problem, scheme);
    if (!refused) return;
    if (!refused->setting.empty())
        throw Unbuildable(fmt::format("scheme.{}", refused->setting), "expected " + refused->reason);
    throw Unbuildable("scheme.type",
                      fmt::format("expected {}: {} {}", fmt::join(schemes_that_serve(problem), " or "),
                                  type_name(scheme), refused->reason));
}

}  // namespace

std::vector<std::string_view> schemes_that_serve(const Problem& problem)
{
    std::vector<std::string_view> names;
    for_each_alternative<Scheme>([&]<typename S>(const S& scheme) {
        if (!scheme_refusal(problem, scheme)) names.push_back(type_of<S>.name);
    });
    return names;
}

Problem build_problem(const Scene& scene)
{
    Problem problem = std::visit(Build{scene}, scene.subject);
    problem.duration = scene.run.duration;
    problem.sample_every = scene.run.spacing();
    require_positive_masses(problem);
    require_room(problem);
    require_open_start(problem);
    require_scheme(scene.scheme, problem);
    return problem;
}

std::shared_ptr<const Model> build_model(const Scene& scene)
{
    return std::visit(
        [&](const auto& subject) -> std::shared_ptr<const Model> {
            return BuildModel{scene.run.gravity}(subject);
        },
        scene.subject);
}

}  // namespace rebond
