#include "rebond/integration/time_stepping/lagrange_newmark.hpp"

#include "integration/linear_problem.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

// Between contacts it is Newmark's scheme: an oscillator turns by 2 atan(ωΔt/2) a step.
TEST(LagrangeNewmark, flies_as_newmark)
{
    const double h = 0.1;
    const Problem problem = linear_problem(linear_system(Matrix::Identity(1, 1), Matrix::Identity(1, 1)), {},
                                           Vector::Constant(1, 1.0), Vector::Zero(1), 10.0);
    class Last final : public Recorder {
    public:
        void step(const Instant& now) override { q = now.q()(0); }
        double q = 0.0;
    } last;
    EXPECT_EQ(integrate_by(LagrangeNewmark{.step = h}, problem, last, nullptr).status, Status::ok);
    EXPECT_NEAR(last.q, std::cos(100.0 * 2.0 * std::atan(0.5 * h)), 1e-11);
}

// A mass on a floor. The first step in contact turns its velocity round by a force 4mv/Δt, the second lets it
// go; what the force still does on the way is 4mv².
TEST(LagrangeNewmark, throws_a_mass_back_with_nine_times_its_energy)
{
    const double h = 0.01, m = 2.0, v = 3.0;
    const Problem problem = linear_problem(
        linear_system(Vector::Constant(1, m).asDiagonal(), Matrix::Zero(1, 1)),
        {contact_along(Vector::Constant(1, 1.0), 0.0, 0.0)}, Vector::Zero(1), Vector::Constant(1, -v), 0.1);
    class Seen final : public Recorder {
    public:
        void step(const Instant& now) override { speed.push_back(now.v()(0)); }
        void impact(const Impact& told) override { impacts.push_back(told); }
        std::vector<double> speed;
        std::vector<Impact> impacts;
    } seen;
    (void)integrate_by(LagrangeNewmark{.step = h}, problem, seen, nullptr);
    ASSERT_EQ(seen.impacts.size(), 1u);
    EXPECT_NEAR(seen.impacts[0].peak_force, 4.0 * m * v / h, 1e-9);
    EXPECT_NEAR(seen.speed[1], v, 1e-12);
    EXPECT_NEAR(seen.speed[2], 3.0 * v, 1e-12);
    EXPECT_NEAR(seen.speed.back(), 3.0 * v, 1e-12);
    EXPECT_NEAR(seen.impacts[0].impulse, 4.0 * m * v, 1e-12);
}

}  // namespace
}  // namespace rebond::test
