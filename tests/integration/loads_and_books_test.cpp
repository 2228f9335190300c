// Loads that depend on time, damping, and energy that contacts gave: what guards and books make of them.
#include "integration/linear_problem.hpp"
#include "rebond/analysis/findings.hpp"

namespace rebond::test {
namespace {

Problem shaken_from_rest()
{
    LinearSystem system = linear_system(Matrix::Identity(1, 1), Matrix::Identity(1, 1));
    system.harmonics.push_back({.amplitude = vector({1.0}), .frequency = 0.5});
    return linear_problem(system, {}, Vector::Zero(1), Vector::Zero(1), 20.0);
}

TEST(LoadsAndBooks, AHarmonicLoadMayBringEnergyToABodyAtRest)
{
    // q = (cos ½t − cos t)/(1 − ¼): bounded for ever.
    for (const Scheme& scheme : {Scheme(MoreauJean{.step = 0.01}), Scheme(EventNewmark{.step = 0.01}),
                                 Scheme(PaoliSchatzman{.step = 0.01}), Scheme(EventAccurate{.step = 0.01})}) {
        Path path;
        const Outcome outcome = integrate(shaken_from_rest(), scheme, path);
        EXPECT_EQ(outcome.status, Status::ok) << scheme.index() << ": " << outcome.reason;
        EXPECT_NEAR(path.last().q(0), (std::cos(0.5 * path.last().t) - std::cos(path.last().t)) / 0.75, 1e-3);
    }
}

TEST(LoadsAndBooks, DampingAndWorkOfLoadsAreNoErrorOfTheScheme)
{
    // change of energy = work of loads − damping − impact losses: the residual of an accurate run is
    // rounding.
    LinearSystem damped =
        linear_system(Matrix::Identity(1, 1), Matrix::Identity(1, 1), {}, Matrix::Constant(1, 1, 0.1));
    const Problem problem = linear_problem(damped, {}, Vector::Ones(1), Vector::Zero(1), 10.0);
    Analyst analyst(problem, {});
    ASSERT_EQ(integrate(problem, EventAccurate{}, analyst).status, Status::ok);
    EXPECT_FALSE(analyst.findings().energy.balance_error);
    EXPECT_TRUE(energy_warnings(analyst.findings().energy).empty());
}

// What the conserving scheme could not take back is in the books like any other energy that contacts gave.
TEST(LoadsAndBooks, EnergyThatIsNotTakenBackIsTold)
{
    constexpr double h = 1.0 / 500.0;
    const Problem problem = linear_problem(linear_system(Matrix::Identity(2, 2), anchored_row(2)),
                                           {contact_along(vector({0.0, -1.0}), 1.0, 0.0)},
                                           vector({1000.0, 1.0}), vector({1.999, -0.1}), h);
    const Path path = path_of(problem, MoreauJeanConserving{{.step = h}});
    ASSERT_EQ(path.impacts.size(), 1u);
    EXPECT_NEAR(path.energies.front() - path.energies.back(), path.impacts[0].energy_loss, 1e-9);
}

// With every coordinate touched there is nobody to give the energy to: that is not "restored".
TEST(LoadsAndBooks, EnergyThatNobodyCanGetIsToldAsLost)
{
    const Matrix one = Matrix::Identity(1, 1);
    const Problem problem =
        linear_problem(linear_system(one, 0.0 * one), {contact_along(vector({1.0}), 0.0, 0.0)}, vector({1.0}),
                       vector({-1.0}), 2.0);
    Path path;
    const Outcome outcome = integrate(problem, MoreauJeanConserving{{.step = 0.01}}, path);
    EXPECT_FALSE(outcome.warnings.empty());
    ASSERT_EQ(path.impacts.size(), 1u);
    EXPECT_NEAR(path.impacts[0].energy_loss, 0.5, 1e-12);
}

// A coordinate named twice is one coordinate.
TEST(LoadsAndBooks, ACoordinateNamedTwiceGetsTheEnergyOnce)
{
    const Problem problem = linear_problem(linear_system(Matrix::Identity(2, 2), anchored_row(2)),
                                           {contact_along(vector({0.0, -1.0}), 1.0, 0.0)}, Vector::Zero(2),
                                           Vector::Constant(2, 10.0), 5.0);
    const Path path = path_of(problem, MoreauJeanConserving{{.step = 1.0 / 500.0}, std::vector<Index>{0, 0}});
    EXPECT_NEAR(path.energies.back(), 100.0, 1e-9);
}

}  // namespace
}  // namespace rebond::test
