#include "rebond/studies/scheme_comparison.hpp"

#include "rebond/core/error.hpp"
#include "rebond/scene/fields.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

// A chain dropped on its first mass, by a scheme with a step, or by one that needs none.
PreparedRun dropped_chain(const std::string& scheme, std::optional<double> step)
{
    Scene scene;
    scene.subject = ChainScene{.model = {.springs = 3}, .initial = {.gap = 1e-3, .velocity = -1.0}};
    scene.scheme = alternative_named<Scheme>(scheme).value();
    if (step) std::visit([&](auto& chosen) { chosen.step = *step; }, scene.scheme);
    scene.run.duration = 2e-3;
    return {scene, prepare_problem(scene)};
}

// Counts the runs that it hears.
struct Counter final : Recorder {
    explicit Counter(int& runs) { ++runs; }
};

TEST(SchemeComparison, judges_every_trial_by_the_reference)
{
    int runs = 0;
    const std::atomic<bool> never = false;
    const SchemeComparison comparison = compare_schemes(
        trials_of({"moreau_jean", "event_modal"}, {2e-6, 5e-7}), dropped_chain("event_accurate", {}),
        dropped_chain, [&](double) { return std::make_unique<Counter>(runs); }, never);
    ASSERT_EQ(comparison.trials.size(), 3u);
    ASSERT_TRUE(comparison.reference);
    EXPECT_EQ(comparison.reference->scheme, "event_accurate");
    EXPECT_EQ(comparison.reached, 2e-3);
    for (const SchemeTrial& trial : comparison.trials) {
        ASSERT_TRUE(trial.summary) << trial.refusal;
        EXPECT_EQ(trial.summary->scheme, trial.scheme);
        ASSERT_TRUE(trial.off);
    }
    EXPECT_LT(comparison.trials[1].off->position, comparison.trials[0].off->position);
    EXPECT_LT(comparison.trials[2].off->position, 1e-9);  // both are exact
    EXPECT_FALSE(comparison.trials[2].step);
    EXPECT_GE(runs, 4);
}

TEST(SchemeComparison, keeps_why_a_scheme_was_refused)
{
    const std::atomic<bool> never = false;
    const auto prepare = [](const std::string&, std::optional<double>) -> PreparedRun {
        throw InputError("not this one");
    };
    const SchemeComparison comparison = compare_schemes(
        trials_of({"paoli_schatzman"}, {}), dropped_chain("event_accurate", {}), prepare, {}, never);
    EXPECT_EQ(comparison.trials.at(0).refusal, "not this one");
    EXPECT_FALSE(comparison.trials.at(0).summary);
    EXPECT_TRUE(comparison.reference);
}

TEST(SchemeComparison, runs_nothing_more_once_interrupted)
{
    const std::atomic<bool> now = true;
    const SchemeComparison comparison = compare_schemes(
        trials_of({"event_modal"}, {}), dropped_chain("event_accurate", {}), dropped_chain, {}, now);
    EXPECT_FALSE(comparison.trials.at(0).summary);
    EXPECT_TRUE(comparison.trials.at(0).refusal.empty());
    EXPECT_FALSE(comparison.reference);
}

TEST(SchemeComparison, knows_every_scheme_and_no_other)
{
    for (const std::string_view name : type_names<Scheme>())
        EXPECT_EQ(trials_of({std::string(name)}, {1e-3, 1e-4}).size(), chooses_its_step(name) ? 1u : 2u)
            << name;
    try {
        (void)trials_of({"event_newmrak"}, {});
        FAIL() << "a scheme that does not exist";
    } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()),
                  "there is no scheme 'event_newmrak'; did you mean 'event_newmark'?");
    }
}

}  // namespace
}  // namespace rebond
