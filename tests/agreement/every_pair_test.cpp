// Every model with every scheme: it runs, or is refused with a sentence.
#include "rebond/contact/gaps/distance.hpp"
#include "rebond/core/error.hpp"
#include "rebond/integration/integrate.hpp"
#include "rebond/io/scene/scene_reference.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/mechanics/free_vibration.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace rebond::test {
namespace {

// A scene to start from, with the first twentieth of its time.
Scene first_scene(std::string_view model)
{
    Scene scene = parse_scene(commented_scene(model), "a first scene");
    scene.run.duration *= 0.05;
    scene.run.sample_every = scene.run.duration;
    return scene;
}

// A step that resolves the fastest mode, and the run.
template <typename S>
S resolving(S scheme, const Problem& problem)
{
    const double period = 2.0 / highest_frequency(*problem.model, problem.initial.q);
    scheme.step = scheme.stepping.is_fixed ? std::min(0.1 * period, 1e-3 * problem.duration) : 0.0;
    return scheme;
}

struct Last final : Recorder {
    Vector q;
    void step(const Instant& now) override { q = now.q(); }
};

Vector end_by(const Scheme& scheme, const Problem& problem)
{
    Last last;
    const Outcome outcome = integrate(problem, scheme, last);
    EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
    return last.q;
}

TEST(EveryPair, of_model_and_scheme_runs_or_is_refused_with_a_sentence)
{
    int runs = 0, refusals = 0;
    for (const std::string_view model : type_names<Subject>()) {
        const Problem problem = build_problem(first_scene(model));
        std::optional<Vector> expected;
        for_each_alternative<Scheme>([&]<typename S>(const S& defaults) {
            const std::string pair = fmt::format("{} by {}", model, type_of<S>.name);
            SCOPED_TRACE(pair);
            const S scheme = resolving(defaults, problem);
            if (const Refusal refused = scheme_refusal(problem, scheme)) {
                EXPECT_GT(refused->reason.size(), 10u);
                Last nobody;
                EXPECT_THROW(static_cast<void>(integrate(problem, scheme, nobody)), InputError);
                ++refusals;
                return;
            }
            ++runs;
            const Vector q = end_by(scheme, problem);
            ASSERT_TRUE(q.allFinite());
            if (!S::stepping.converges) return;
            // Steps a thousandth of the run long: schemes of first order are a few of them apart.
            if (!expected) expected = q;
            EXPECT_LE((q - *expected).norm(), 0.02 * (*expected - problem.initial.q).norm());
        });
        EXPECT_TRUE(expected) << model << " has no scheme";
    }
    EXPECT_GE(runs, 20);
    EXPECT_GE(refusals, 15);
}

TEST(EveryPair, of_law_and_scheme_runs_or_is_refused_with_a_sentence)
{
    Problem problem = build_problem(first_scene("frame"));
    for (const auto& law : names_of<Law>)
        for (const double friction : {0.0, 0.3}) {
            for (Contact& contact : problem.contacts) contact.law = {law.value, 0.5, friction};
            for_each_alternative<Scheme>([&]<typename S>(const S& defaults) {
                SCOPED_TRACE(fmt::format("law {}, friction {}, {}", law.name, friction, type_of<S>.name));
                const S scheme = resolving(defaults, problem);
                Last last;
                if (scheme_refusal(problem, scheme))
                    EXPECT_THROW(static_cast<void>(integrate(problem, scheme, last)), InputError);
                else
                    EXPECT_TRUE(end_by(scheme, problem).allFinite());
            });
        }
}

// Problems that no scene makes, but a program may.
TEST(EveryPair, curved_gaps_run_by_every_scheme_or_are_refused_for_any_model)
{
    int served = 0;
    for (const std::string_view model : {"linear", "bar", "chain", "balls"}) {
        Problem curved = build_problem(first_scene(model));
        const Vector2 start = curved.initial.q.head<2>();
        const Centres centres{.first = 0, .fixed = start - Vector2(0.0, 1.0)};
        curved.contacts.push_back(
            {.gap = {.terms = {}, .offset = -0.5, .function = std::make_shared<Distance>(centres)}});
        for_each_alternative<Scheme>([&]<typename S>(const S& defaults) {
            const S scheme = resolving(defaults, curved);
            if (scheme_refusal(curved, scheme)) return;
            EXPECT_TRUE(end_by(scheme, curved).allFinite()) << model << " by " << type_of<S>.name;
            ++served;
        });
    }
    EXPECT_GE(served, 12);  // event_accurate, moreau_jean and paoli_schatzman for each
}

TEST(EveryPair, friction_without_a_direction_is_refused_for_any_model)
{
    Problem rough = build_problem(first_scene("linear"));
    rough.contacts[0].law.friction = 0.3;
    for_each_alternative<Scheme>(
        [&]<typename S>(const S& scheme) { EXPECT_TRUE(scheme_refusal(rough, scheme)) << type_of<S>.name; });
}

}  // namespace
}  // namespace rebond::test
