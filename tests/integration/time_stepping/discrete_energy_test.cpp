#include "rebond/integration/time_stepping/discrete_energy.hpp"

#include "integration/linear_body.hpp"
#include "integration/linear_problem.hpp"

namespace rebond::test {
namespace {

Problem two_masses_from_their_matrices(double e, double duration)
{
    return linear_problem(linear_system(Matrix::Identity(2, 2), anchored_row(2), vector({0.3, -0.2})),
                          {contact_along(vector({0.0, -1.0}), 1.0, e)}, Vector::Zero(2),
                          Vector::Constant(2, 10.0), duration);
}

std::vector<std::string> warnings_of(const Problem& problem, const Scheme& scheme)
{
    Path path;
    const Outcome outcome = integrate(problem, scheme, path);
    EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
    return outcome.warnings;
}

TEST(DiscreteEnergy, holds_through_impacts_and_says_nothing)
{
    for (const double e : {0.0, 0.2})
        for (const Scheme& scheme :
             {Scheme(PaoliSchatzman{.step = 0.01}), Scheme(PaoliSchatzmanImplicit{.step = 0.01})})
            EXPECT_TRUE(warnings_of(two_masses_from_their_matrices(e, 50.0), scheme).empty()) << e;
}

// A run told by hand: free motion of one mass under a constant force, exact for the scheme.
struct HandTold {
    LinearSystem system = linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1), vector({2.0}));
    Problem problem = linear_problem(system, {}, Vector::Zero(1), Vector::Constant(1, 1.0), 25.6);
    static constexpr double h = 0.1;
    Vector q = Vector::Zero(1), v = Vector::Constant(1, 1.0);

    // One push of impulse `push` [N s], whose work over its step is push·vⁿ, told or not.
    std::vector<std::string> warnings(double push, bool is_told)
    {
        DiscreteEnergy energy(problem, h, PositionForces::at_step);
        double loss = 0.0;
        for (long n = 0; n <= 256; ++n) {
            energy.look(n, q, v, is_told ? loss : 0.0);
            q += h * v;
            const Vector before = v;
            v += h * vector({2.0});
            if (n != 100) continue;
            v(0) += push;
            loss = -push * 0.5 * (before(0) + v(0));
        }
        return energy.warnings();
    }
};

TEST(DiscreteEnergy, closes_for_a_free_mass)
{
    EXPECT_TRUE(HandTold().warnings(0.0, true).empty());
}

TEST(DiscreteEnergy, closes_when_what_was_taken_is_told)
{
    EXPECT_TRUE(HandTold().warnings(-1.0, true).empty());
}

TEST(DiscreteEnergy, told_when_it_does_not_close)
{
    const auto warnings = HandTold().warnings(-1.0, false);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].find("has changed by"), std::string::npos) << warnings[0];
}

TEST(DiscreteEnergy, says_nothing_of_models_it_does_not_hold_for)
{
    const Matrix one = Matrix::Identity(1, 1);
    const Problem problem{.model = std::make_shared<LinearBody>(one, one, Vector::Zero(1)),
                          .contacts = {},
                          .initial = {.t = 0.0, .q = Vector::Zero(1), .v = Vector::Ones(1)},
                          .duration = 1.0};
    DiscreteEnergy energy(problem, 0.1, PositionForces::at_step);
    energy.look(0, Vector::Zero(1), Vector::Ones(1), 0.0);
    energy.look(256, Vector::Zero(1), Vector::Constant(1, 100.0), 0.0);
    EXPECT_TRUE(energy.warnings().empty());
}

}  // namespace
}  // namespace rebond::test
