// Paoli and Schatzman's schemes with gaps that bend or move.
#include "integration/rough_contact.hpp"
#include "rebond/analysis/findings.hpp"
#include "rebond/contact/gaps/distance.hpp"
#include "rebond/contact/gaps/motion.hpp"
#include "rebond/integration/time_stepping/paoli_schatzman.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

namespace rebond::test {
namespace {

// A mass that slides in a bowl of radius 1 from 40°, as a pendulum does: energy and gap are right to second
// order whatever e, since the gradient at qⁿ leaves the scheme symmetric in time.
TEST(PaoliSchatzmanCurved, a_mass_that_slides_in_a_bowl_keeps_its_energy)
{
    const double angle = 40.0 * std::numbers::pi / 180.0;
    Problem problem =
        linear_problem(linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), vector({0.0, -9.81})), {},
                       vector({std::sin(angle), -std::cos(angle)}), vector({0.0, 0.0}), 2.0);
    for (const double e : {0.0, 0.5, 1.0}) {
        problem.contacts = {
            {.gap = {.terms = {},
                     .offset = 1.0,
                     .function = std::make_shared<Distance>(Centres{.first = 0, .side = -1.0})},
             .law = {.restitution = e}}};
        const auto worst = [&](const Scheme& scheme) {
            const Path path = path_of(problem, scheme);
            double error = 0.0;
            for (const double energy : path.energies)
                error = std::max(error, std::abs(energy - path.energies.front()));
            return error;
        };
        EXPECT_LT(worst(PaoliSchatzman{.step = 1e-3}), 20.0 * 1e-6) << e;
        EXPECT_LT(worst(PaoliSchatzmanImplicit{.step = 1e-3}), 20.0 * 1e-6) << e;
        EXPECT_NEAR(worst(PaoliSchatzman{.step = 2e-3}) / worst(PaoliSchatzman{.step = 1e-3}), 4.0, 1.0) << e;
    }
}

// What a moving stop gives is accounted for to second order also in a run that ends while it pushes.
TEST(PaoliSchatzmanCurved, the_work_of_a_stop_that_carries_a_mass_is_accounted_for)
{
    const double omega = 30.0, amplitude = 9.0 / (omega * omega);  // A ω² = 0.9 g
    Problem problem =
        linear_problem(linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1), vector({-10.0})),
                       {contact_along(vector({1.0}), 0.0, 0.0)}, vector({amplitude}), vector({0.0}), 0.53);
    problem.contacts[0].gap.function =
        std::make_shared<MovingStop>(HarmonicMotion{.amplitude = amplitude, .frequency = omega});
    const auto error = [&](double step) {
        Analyst analyst(problem, {});
        EXPECT_EQ(integrate(problem, PaoliSchatzman{.step = step}, analyst).status, Status::ok);
        return std::abs(analyst.findings().energy.balance_error);
    };
    EXPECT_LT(error(1e-3), 1e-3);
    EXPECT_GT(error(1e-3) / error(5e-4), 3.0);
}

}  // namespace
}  // namespace rebond::test
