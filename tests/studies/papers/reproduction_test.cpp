#include "rebond/studies/papers/reproduction.hpp"

#include "rebond/studies/memory_store.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

using Strings = std::vector<std::string>;

// A study over the angles 30 and 60, whose second case failed, and runs that end as told.
class TwoAngles final : public ExhibitSource {
public:
    TwoAngles()
    {
        StudyRecord record;
        record.keys = {"angle"};
        record.columns = {"energy.final"};
        const auto store = std::make_shared<MemoryStore>(record);
        store->add({{.given = {0, {30.0}}, .status = "ok", .summary = {2.0}},
                    {.given = {1, {60.0}}, .status = "diverged", .reason = "too fast", .summary = {7.0}}});
        swept_.study.design.axes.push_back({.key = "angle", .values = ListedValues{{30.0, 60.0}}});
        swept_.store = store;
        swept_.state.done = 2;
        swept_.state.failed = 1;
    }

    const SweptStudy& swept(const Exhibit&) override { return swept_; }

    OrbitAnswer orbit(const Exhibit&, const ExhibitRun&) override { return {}; }
    Summary run(const Exhibit&, const ExhibitRun& run) override
    {
        Summary summary;
        summary.status = run.name == "b" ? "diverged" : "ok";
        if (run.name == "b") summary.reason = "too fast";
        summary.energy.final = 3.0;
        return summary;
    }

    SweptStudy swept_;
};

const Expectation final_energy{.quantity = {.of = "energy.final"}, .expected = {2.0, 7.0}, .tolerance = 0.1};

TEST(Reproduction, compares_the_rows_of_a_study_and_tells_which_cases_failed)
{
    TwoAngles source;
    const ReproducedExhibit done = reproduce({.name = "Table 1",
                                              .study = "study.toml",
                                              .columns = {"angle", {30.0, 60.0}},
                                              .lines = {final_energy}},
                                             source);
    ASSERT_EQ(done.cells.size(), 1u);
    ASSERT_EQ(done.cells[0].size(), 2u);
    EXPECT_EQ(done.cells[0][0].verdict, Verdict::agrees);
    EXPECT_EQ(done.cells[0][1].verdict, Verdict::absent);  // a case that failed has no number
    EXPECT_EQ(done.troubles, Strings{"1 of 2 cases: diverged, the first is case 1: too fast"});
    EXPECT_EQ(count_verdicts(done).agree, 1u);
    EXPECT_EQ(count_verdicts(done).differ, 1u);
}

TEST(Reproduction, tells_of_crossings_that_are_not_resolved)
{
    TwoAngles source;
    source.swept_.state.failed = 0;
    source.swept_.state.crossings.push_back({.values = {30.0}, .obstacle = "no change of sign"});
    const ReproducedExhibit done = reproduce({.study = "study.toml"}, source);
    EXPECT_EQ(done.troubles, Strings{"a crossing is not resolved: no change of sign"});
}

TEST(Reproduction, takes_runs_by_their_names_and_tells_which_did_not_end_as_expected)
{
    TwoAngles source;
    const Exhibit exhibit{
        .runs = {{.name = "a"}, {.name = "b"}, {.name = "c", .status = "diverged"}},
        .columns = {"run", {std::string("a")}},
        .lines = {{.quantity = {.of = "energy.final"}, .expected = {3.0}, .tolerance = 0.0}}};
    const ReproducedExhibit done = reproduce(exhibit, source);
    EXPECT_EQ(done.cells[0][0].verdict, Verdict::agrees);
    EXPECT_EQ(done.troubles, (Strings{"b: stopped: too fast", "c: ok, expected diverged"}));
}

TEST(Reproduction, knows_the_columns_that_rows_do_not_have)
{
    const TwoAngles source;
    const Exhibit exhibit{.columns = {"angle", {30.0}},
                          .lines = {final_energy, {.quantity = {.of = "energy.finl"}}}};
    EXPECT_EQ(unknown_columns(exhibit, source.swept_.study, {"energy.final"}), Strings{"energy.finl"});
}

}  // namespace
}  // namespace rebond
