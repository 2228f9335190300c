#include "rebond/analysis/summary.hpp"

#include "point_mass.hpp"
#include "rebond/analysis/summary_fields.hpp"

#include <gtest/gtest.h>

#include <set>

namespace rebond {
namespace {

TEST(Summary, gathers_what_findings_and_outcome_say)
{
    Findings findings;
    findings.impacts = 3;
    findings.first_impact = 0.25;
    findings.energy.final = 2.0;
    findings.absent = {{"restitution.apparent", "no window"}};
    Outcome outcome;
    outcome.status = Status::diverged;
    outcome.reason = "too fast";
    outcome.steps = 17;
    outcome.residual = 1e-16;
    outcome.penetration = 2e-3;
    outcome.warnings = {"coarse"};
    const Summary summary = summarise(point_mass_problem(), findings, outcome);
    EXPECT_EQ(summary.status, "diverged");
    EXPECT_EQ(summary.reason, "too fast");
    EXPECT_EQ(summary.dofs, 1);
    EXPECT_EQ(summary.steps, 17);
    EXPECT_EQ(summary.impacts.count, 3);
    EXPECT_EQ(summary.impacts.first_time, 0.25);
    EXPECT_FALSE(summary.impacts.last_time);
    EXPECT_EQ(summary.impacts.residual, 1e-16);
    EXPECT_EQ(summary.energy.final, 2.0);
    EXPECT_EQ(summary.impacts.penetration, 2e-3);
    EXPECT_EQ(summary.absent, findings.absent);
    outcome.penetration.reset();
    EXPECT_TRUE(summarise(point_mass_problem(), findings, outcome).absent.contains("impacts.penetration"));
    EXPECT_EQ(summary.warnings, outcome.warnings);
    EXPECT_FALSE(summarise(point_mass_problem(), {}, {}).reason);
}

// Nobody counts the impacts of a crowd, so their number is not zero.
TEST(Summary, has_no_number_of_impacts_of_a_crowd)
{
    Problem problem = point_mass_problem();
    problem.crowd = Crowd{};
    EXPECT_FALSE(summarise(problem, {}, {}).impacts.count);
    EXPECT_TRUE(summarise(point_mass_problem(), {}, {}).impacts.count);
}

template <typename T>
void expect_complete_table()
{
    std::set<std::string_view> names;
    for_each_field(T{}, [&](const auto& field, const auto&) {
        EXPECT_TRUE(names.insert(field.name).second) << field.name;
        EXPECT_FALSE(field.meaning.empty()) << field.name;
    });
}

TEST(Summary, every_field_has_a_name_of_its_own_and_a_meaning)
{
    expect_complete_table<Summary>();
    expect_complete_table<State>();
    expect_complete_table<EnergyFindings>();
    expect_complete_table<ImpactNumbers>();
    expect_complete_table<Episode>();
    expect_complete_table<TouchedContact>();
    expect_complete_table<RestitutionFindings>();
}

}  // namespace
}  // namespace rebond
