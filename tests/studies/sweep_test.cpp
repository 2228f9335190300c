#include "rebond/studies/sweep.hpp"

#include "rebond/studies/memory_store.hpp"

#include <gtest/gtest.h>

namespace rebond {
namespace {

Study three_cases()
{
    return {.design = {{{"impact.restitution", ListedValues{{0.0, 0.5, 1.0}}}}}};
}

// Runs cases at once; one of them lacks something as long as it is told so.
class ForgetfulPool final : public WorkerPool {
public:
    void run(const NextCase& next, const TakeResults& take, const std::atomic<bool>&) override
    {
        std::vector<CaseResult> results;
        while (const auto given = next())
            results.push_back({.given = *given,
                               .status = "ok",
                               .reason = given->index == lacking ? "a file is away" : "",
                               .summary = {2.0 * number_in(given->values[0]).value()},
                               .is_undone = given->index == lacking});
        take(results);
    }

    std::uint64_t lacking = 1;
};

TEST(SweptStudy, what_is_not_its_fault_makes_no_row_and_is_tried_again)
{
    const Study study = three_cases();
    MemoryStore store({.grid_cases = 3, .keys = {"impact.restitution"}, .columns = {"energy.final"}});
    ForgetfulPool pool;
    const std::atomic<bool> never = false;
    const auto tell = [](const SweepState&) {};
    const SweepState first = sweep(study, store, pool, false, tell, never);
    EXPECT_FALSE(first.is_finished);
    EXPECT_EQ(first.done, 2u);
    EXPECT_EQ(first.undone, 1u);
    EXPECT_EQ(first.first_want, "case 1: a file is away");
    EXPECT_EQ(store.row_count(), 2u);

    pool.lacking = 100;
    const SweepState second = sweep(study, store, pool, false, tell, never);
    EXPECT_TRUE(second.is_finished);
    EXPECT_EQ(second.ran, 1u);
    EXPECT_EQ(store.row_count(), 3u);
}

// Twice the coefficient crosses 0.7 at 0.35: four halvings of [0, 0.5] leave [0.34375, 0.375].
TEST(SweptStudy, a_bisection_follows_the_grid)
{
    Study study = three_cases();
    study.bisection =
        Bisection{.along = "impact.restitution", .of = "energy.final", .level = 0.7, .tolerance = 0.5 / 16.0};
    MemoryStore store({.grid_cases = 3, .keys = {"impact.restitution"}, .columns = {"energy.final"}});
    ForgetfulPool pool;
    pool.lacking = 100;
    const std::atomic<bool> never = false;
    const SweepState state = sweep(
        study, store, pool, true, [](const SweepState&) {}, never);
    EXPECT_TRUE(state.is_finished);
    EXPECT_TRUE(store.record().is_finished);
    ASSERT_EQ(state.crossings.size(), 1u);
    EXPECT_EQ(state.crossings[0].low, 0.34375);
    EXPECT_EQ(state.crossings[0].high, 0.375);
    EXPECT_EQ(store.crossings().size(), 1u);
    EXPECT_EQ(store.row_count(), 7u);
    EXPECT_EQ(state.done, 7u);
}

}  // namespace
}  // namespace rebond
