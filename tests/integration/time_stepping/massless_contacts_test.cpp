// A mass m on a spring k that ends in a massless point, above a plane.
#include "rebond/integration/time_stepping/massless_contacts.hpp"

#include "integration/linear_problem.hpp"

namespace rebond::test {
namespace {

constexpr double m = 2.0, k = 300.0, h = 1e-3, theta = 0.5;
constexpr double beta = h * h * theta * theta;

// Coordinates: the massless end's height, the mass's; the end's and the mass's displacement along the plane.
Problem mass_on_a_massless_end(double end, double mass, double friction)
{
    Matrix M = Matrix::Zero(4, 4), K = Matrix::Zero(4, 4);
    M(1, 1) = M(3, 3) = m;
    for (const Index i : {0, 2}) K.block<2, 2>(i, i) << k, -k, -k, k;
    Problem problem =
        linear_problem(linear_system(M, K), {contact_along(vector({1.0, 0.0, 0.0, 0.0}), 0.0, 0.0)},
                       vector({end, mass, 0.0, 0.0}), Vector::Zero(4), 1.0);
    problem.contacts[0].law.friction = friction;
    problem.contacts[0].slide = {.terms = {{.coordinate = 2, .weight = 1.0}}, .offset = 0.0};
    problem.contacts[0].is_massless = true;
    return problem;
}

// One solve of (M + βK) a = −K A, then what the contact adds.
struct Pressed {
    Vector a;
    std::vector<ImpactRuns::Push> pushes;
    double slid = 0.0;  // what sliding took [J]
};

Pressed pressed(const Problem& problem, const Vector& A)
{
    AccelerationSolver solver(*problem.model, problem.contacts, h);
    EXPECT_TRUE(solver.factor(0.0, A, beta, 0.0));
    std::vector<ClosedContact> none;
    Pressed found{.a = Vector::Zero(A.size()), .pushes = {}};
    EXPECT_TRUE(solver.solve(0.0, A, Vector::Zero(A.size()), beta, 0.0, none, found.a));
    MasslessContacts contacts(problem, solver, h, theta);
    EXPECT_TRUE(contacts.press({0.0, A, Vector::Zero(A.size())}, A, found.a, found.pushes));
    found.slid = contacts.take_work().friction;
    return found;
}

TEST(MasslessContacts, an_end_above_the_plane_is_not_pressed)
{
    const Problem problem = mass_on_a_massless_end(0.1, 0.1, 0.0);
    const auto [a, pushes, slid] = pressed(problem, problem.initial.q);
    EXPECT_TRUE(pushes.empty());
    EXPECT_EQ(slid, 0.0);
    EXPECT_NEAR(a.norm(), 0.0, 1e-12);  // the spring is not strained
}

// The end stays at the plane, so the spring is strained by what the mass is below, −y: ν = −k (y + βa), and
// the mass has (m + βk) a = −k y.
TEST(MasslessContacts, an_end_at_the_plane_carries_the_springs_force)
{
    const double y = -0.01;
    const Problem problem = mass_on_a_massless_end(0.0, y, 0.0);
    const auto [a, pushes, slid] = pressed(problem, problem.initial.q);
    const double expected = -k * y / (m + beta * k);
    EXPECT_NEAR(a(1), expected, 1e-10 * expected);
    EXPECT_NEAR(beta * a(0), 0.0, 1e-15);
    ASSERT_EQ(pushes.size(), 1u);
    EXPECT_NEAR(pushes[0].impulse, -h * k * (y + beta * expected), 1e-12);
    EXPECT_EQ(slid, 0.0);
}

// The mass is displaced by x along the plane: the end sticks if k|x| is less than μ times the normal force,
// and else is dragged until the spring pulls with just that.
TEST(MasslessContacts, friction_holds_the_end_or_is_dragged_along)
{
    const double y = -0.01;
    for (const double x : {0.001, 0.02}) {
        const double mu = 0.5;
        Problem problem = mass_on_a_massless_end(0.0, y, mu);
        problem.initial.q(3) = x;
        const auto [a, pushes, slid] = pressed(problem, problem.initial.q);
        ASSERT_EQ(pushes.size(), 1u);
        const double normal = pushes[0].impulse / h, friction = pushes[0].friction / h;
        const double end = beta * a(2), mass = x + beta * a(3);
        EXPECT_NEAR(friction, -k * (mass - end), 1e-9);  // equilibrium of the end
        if (k * x < mu * normal) {
            EXPECT_NEAR(end, 0.0, 1e-15);
            EXPECT_EQ(slid, 0.0);
        } else {
            EXPECT_NEAR(std::abs(friction), mu * normal, 1e-9);
            EXPECT_GT(end, 0.0);
            EXPECT_NEAR(slid, -friction * end, 1e-12);
        }
    }
}

}  // namespace
}  // namespace rebond::test
