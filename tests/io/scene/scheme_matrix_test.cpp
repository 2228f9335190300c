#include "rebond/io/scene/scheme_matrix.hpp"

#include "rebond/integration/integrate.hpp"
#include "rebond/mechanics/free_vibration.hpp"
#include "rebond/scene/fields.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace rebond::test {
namespace {

struct Last final : Recorder {
    Vector q;
    void step(const Instant& now) override { q = now.q(); }
};

const MatrixRow& row_named(const std::vector<MatrixRow>& rows, std::string_view model, std::string_view kind)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const MatrixRow& row) {
        return row.model == model && row.kind == kind;
    });
    if (found == rows.end()) throw std::logic_error("no such row");
    return *found;
}

// The step resolves the fastest mode and the run.
TEST(SchemeMatrix, whatever_it_says_runs_does_run)
{
    int runs = 0;
    for (MatrixRow& row : scheme_matrix()) {
        if (!row.problem) continue;
        Problem& problem = *row.problem;
        problem.duration *= 0.02;
        problem.sample_every = problem.duration;
        // Without mass at the contact there is no highest frequency, and the schemes that serve need none.
        const double period = has_massless_contacts(problem)
                                  ? problem.duration
                                  : 2.0 / highest_frequency(*problem.model, problem.initial.q);
        for_each_alternative<Scheme>([&]<typename S>(S scheme) {
            if (S::stepping.is_fixed) scheme.step = std::min(0.1 * period, 0.01 * problem.duration);
            if (scheme_refusal(problem, scheme)) return;
            SCOPED_TRACE(std::string(row.model) + ", " + row.kind + ", " + std::string(type_of<S>.name));
            Last last;
            const Outcome outcome = integrate(problem, scheme, last);
            EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
            EXPECT_TRUE(last.q.allFinite());
            ++runs;
        });
    }
    EXPECT_GE(runs, 150);
}

TEST(SchemeMatrix, every_hole_has_a_reason)
{
    int holes = 0;
    for (const MatrixRow& row : scheme_matrix()) {
        if (!row.problem) {
            EXPECT_GT(row.refusal.size(), 10u) << row.model << ", " << row.kind;
            continue;
        }
        for_each_alternative<Scheme>([&](const auto& scheme) {
            const Refusal refused = scheme_refusal(*row.problem, scheme);
            if (!refused) return;
            EXPECT_GT(refused->reason.size(), 10u) << row.model << ", " << row.kind;
            ++holes;
        });
    }
    EXPECT_GE(holes, 50);
}

// What contract and theory promise, not what the code happens to answer.
TEST(SchemeMatrix, knows_friction_and_curved_gaps_of_every_model_that_slides)
{
    const std::vector<MatrixRow> rows = scheme_matrix();
    for (const char* model : {"bar", "linear", "frame", "balls", "rod"}) {
        const MatrixRow& rough = row_named(rows, model, "newton, with friction");
        ASSERT_TRUE(rough.problem) << model << rough.refusal;
        EXPECT_FALSE(scheme_refusal(*rough.problem, EventAccurate{})) << model;
        EXPECT_FALSE(scheme_refusal(*rough.problem, MoreauJean{})) << model;
        EXPECT_TRUE(scheme_refusal(*rough.problem, PaoliSchatzman{})) << model;
    }
    EXPECT_FALSE(row_named(rows, "chain", "newton, with friction").problem);
    EXPECT_FALSE(scheme_refusal(*row_named(rows, "balls", "more than 128 balls, with friction").problem,
                                MoreauJean{}));
}

// With REBOND_UPDATE in the environment the page is written instead.
TEST(SchemeMatrix, manual_page_is_up_to_date)
{
    const std::string path = REBOND_SOURCE_DIR "/docs/guide/what-runs-what.md";
    if (std::getenv("REBOND_UPDATE") != nullptr) std::ofstream(path) << scheme_matrix_markdown();
    std::ifstream file(path);
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(page, scheme_matrix_markdown())
        << "docs/guide/what-runs-what.md is out of date; run this test with REBOND_UPDATE=1";
}

}  // namespace
}  // namespace rebond::test
