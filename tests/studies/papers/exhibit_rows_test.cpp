#include "rebond/studies/papers/exhibit_rows.hpp"

#include "rebond/studies/papers/reproduction.hpp"
#include "studies/ball_on_beam_study.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

using Strings = std::vector<std::string>;

Expectation line_of(const std::string& column)
{
    return {.quantity = {.of = column}};
}

// Over the angles 30 and 60; the second case failed.
SweptStudy two_angles()
{
    StudyRecord record;
    record.keys = {"angle"};
    record.columns = {"energy.final", "impacts.count"};
    const auto store = std::make_shared<MemoryStore>(record);
    store->add({{.given = {0, {30.0}}, .status = "ok", .summary = {2.0, std::int64_t{4}}},
                {.given = {1, {60.0}},
                 .status = "diverged",
                 .reason = "too fast",
                 .summary = {7.0, std::int64_t{9}}}});
    SweptStudy swept;
    swept.study.design.axes.push_back({.key = "angle", .values = ListedValues{{30.0, 60.0}}});
    swept.store = store;
    return swept;
}

TEST(ExhibitRows, of_a_study_have_the_columns_that_lines_need)
{
    const Exhibit exhibit{.columns = {"angle", {30.0, 60.0}}, .lines = {line_of("energy.final")}};
    const RowTable cases = study_rows(exhibit, two_angles()).cases;
    EXPECT_EQ(cases.columns, (Strings{"angle", "energy.final"}));
    ASSERT_EQ(cases.rows.size(), 2u);
    EXPECT_EQ(cases.rows[0], (std::vector<Value>{30.0, 2.0}));
}

TEST(ExhibitRows, of_a_failed_case_have_its_axes_and_no_numbers)
{
    const Exhibit exhibit{.columns = {"angle", {30.0, 60.0}}, .lines = {line_of("energy.final")}};
    const RowTable cases = study_rows(exhibit, two_angles()).cases;
    ASSERT_EQ(cases.rows.size(), 2u);
    EXPECT_EQ(cases.rows[1], (std::vector<Value>{60.0, Value{}}));
}

TEST(ExhibitRows, without_lines_there_are_none)
{
    EXPECT_TRUE(study_rows({}, two_angles()).cases.rows.empty());
}

TEST(ExhibitRows, of_crossings_have_the_middle_and_its_accuracy)
{
    SweptStudy swept = two_angles();
    swept.state.crossings = {{.values = {30.0}, .low = 40.0, .high = 42.0, .obstacle = ""},
                             {.values = {60.0}, .low = 50.0, .high = 54.0, .obstacle = "no number"}};
    const Expectation line = line_of("crossing");
    const ExhibitRows rows = study_rows({.columns = {"angle", {30.0, 60.0}}, .lines = {line}}, swept);
    EXPECT_EQ(&rows.of(line), &rows.crossings);
    EXPECT_EQ(rows.crossings.columns, (Strings{"angle", "crossing"}));
    ASSERT_EQ(rows.crossings.rows.size(), 2u);
    EXPECT_EQ(rows.crossings.rows[0], (std::vector<Value>{30.0, 41.0}));
    EXPECT_EQ(rows.crossings.rows[1], (std::vector<Value>{60.0, Value{}}));  // not resolved
    EXPECT_EQ(rows.crossings.accuracy, (std::vector<double>{1.0, 2.0}));
}

TEST(ExhibitRows, of_runs_have_their_names_and_numbers)
{
    Summary a, b;
    a.energy.final = 3.0;
    b.energy.final = 4.0;
    const Exhibit exhibit{.columns = {"run", {std::string("a")}}, .lines = {line_of("energy.final")}};
    const RowTable cases = run_rows(exhibit, {{"a", a}, {"b", b}}).cases;
    EXPECT_EQ(cases.columns, (Strings{"energy.final", "run"}));
    ASSERT_EQ(cases.rows.size(), 2u);
    EXPECT_EQ(cases.rows[0], (std::vector<Value>{3.0, std::string("a")}));
    EXPECT_EQ(cases.rows[1], (std::vector<Value>{4.0, std::string("b")}));
}

TEST(ExhibitRows, columns_of_a_fit_are_known_to_fitted_exhibits_only)
{
    Exhibit exhibit{.lines = {line_of("fit.mu_0"), line_of("crossing")}};
    EXPECT_EQ(unknown_columns(exhibit, {}, {}), Strings{"fit.mu_0"});
    exhibit.is_fitted = true;
    EXPECT_TRUE(unknown_columns(exhibit, {}, {}).empty());
}

TEST(ExhibitRows, of_orbits_have_their_numbers_and_those_of_special_points)
{
    OrbitAnswer answer{.orbit = {.period = 6.0, .energy = 4.0, .trace = 0.2, .stable = true}};
    answer.orbit.events.push_back({.time = 0.5, .impulse = 3.0});
    answer.orbit.multipliers = {{0.6, 0.8}};
    Branch& branch = answer.branches.emplace_back();
    for (const double period : {8.0, 9.0}) {
        branch.special.push_back({.kind = SpecialKind::flip, .parameter = period});
        branch.special.back().orbit.period = period;
    }
    for (const auto& [name, value] : std::vector<std::pair<std::string, double>>{{"period", 6.0},
                                                                                 {"energy", 4.0},
                                                                                 {"trace", 0.2},
                                                                                 {"events.0.time", 0.5},
                                                                                 {"events.0.impulse", 3.0},
                                                                                 {"flip.1.period", 9.0},
                                                                                 {"flip.0.parameter", 8.0}})
        EXPECT_EQ(orbit_value(answer, name), Value(value)) << name;
    EXPECT_NEAR(std::get<double>(orbit_value(answer, "largest_multiplier")), 1.0, 1e-15);
    EXPECT_EQ(orbit_value(answer, "unstable"), Value(std::int64_t{0}));
    for (const char* name :
         {"flip.2.period", "fold.0.energy", "events.1.time", "events.x.time", "energy.final"})
        EXPECT_EQ(orbit_value(answer, name), Value()) << name;
}

// Gives one study, whatever the exhibit.
class OneStudy final : public ExhibitSource {
public:
    explicit OneStudy(SweptStudy swept) : swept_(std::move(swept)) {}
    const SweptStudy& swept(const Exhibit&) override { return swept_; }
    Summary run(const Exhibit&, const ExhibitRun&) override { return {}; }
    OrbitAnswer orbit(const Exhibit&, const ExhibitRun&) override { return {}; }

private:
    SweptStudy swept_;
};

TEST(ExhibitRows, of_a_fitted_exhibit_have_the_law_of_its_rebounds)
{
    OneStudy source(rebounds_by_law(pinned_law));
    const auto expect = [](const std::string& column, double value) {
        // Rounding times the condition of the fit.
        return Expectation{.quantity = {.of = column}, .expected = {value}, .tolerance = 1e-8};
    };
    const ReproducedExhibit done =
        reproduce({.study = "study.toml",
                   .is_fitted = true,
                   .lines = {expect("fit.mu_0", pinned_law.mu_0), expect("fit.alpha_0", pinned_law.alpha_0),
                             expect("fit.alpha_1", pinned_law.alpha_1), expect("fit.rms", 0.0),
                             expect("fit.mu_0", pinned_law.mu_0 + 0.01)}},
                  source);
    EXPECT_TRUE(done.troubles.empty());
    EXPECT_EQ(count_verdicts(done).agree, 4u);
    EXPECT_EQ(count_verdicts(done).differ, 1u);
}

TEST(ExhibitRows, of_a_fit_of_too_few_points_have_no_numbers)
{
    StudyRecord record;
    record.keys = {"model.ball.mass", "model.location"};
    record.columns = {"restitution.apparent", "restitution.conditioning"};
    const auto store = std::make_shared<MemoryStore>(record);
    store->add({{.given = {0, {0.2, 0.5}}, .status = "ok", .summary = {0.4, 1.0}}});
    SweptStudy swept;
    swept.store = store;
    swept.scene_of = ball_on_beam_scene;
    const Expectation line = line_of("fit.mu_0");
    const ExhibitRows rows = study_rows({.is_fitted = true, .lines = {line}}, swept);
    ASSERT_EQ(rows.of(line).rows.size(), 1u);
    for (const Value& value : rows.of(line).rows.front()) EXPECT_EQ(value, Value{});
}

}  // namespace
}  // namespace rebond::test
