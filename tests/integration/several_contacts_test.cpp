// Several contacts at one instant. Each example is put together backwards: the state at the impact, the exact
// flight before it, the velocities after it from the complementarity problem solved by hand, and the exact
// motion after that.
#include "integration/linear_problem.hpp"

#include <functional>

namespace rebond::test {
namespace {

struct Example {
    Problem problem;
    std::function<State(double t)> truth;  // from the impact, at t = 1, on
};

constexpr double impact_time = 1.0;

Problem arriving(const Matrix& M, const Matrix& K, const Vector& f, std::vector<Contact> contacts,
                 const State& at_impact, double duration)
{
    const State start = exact_flight(M, K, f, at_impact, -impact_time);
    return linear_problem(linear_system(M, K, f), std::move(contacts), start.q, start.v, duration);
}

Example flying_on(const Matrix& M, const Matrix& K, const Vector& f, std::vector<Contact> contacts,
                  const State& before, const Vector& v_after, double duration)
{
    return {.problem = arriving(M, K, f, std::move(contacts), before, duration), .truth = [=](double t) {
                return exact_flight(M, K, f, {impact_time, before.q, v_after}, t - impact_time);
            }};
}

// Masses 1 and 2 on springs, each at a stop of its own: the impulses do not see each other.
Example two_masses_at_two_stops()
{
    const Matrix M = vector({1.0, 2.0}).asDiagonal();
    return flying_on(
        M, anchored_row(2), vector({0.1, -0.2}),
        {contact_along(vector({-1.0, 0.0}), 1.0, 1.0), contact_along(vector({0.0, -1.0}), 1.5, 0.5)},
        {.q = vector({1.0, 1.5}), .v = vector({1.0, 2.0})}, vector({-1.0, -1.0}), 1.7);
}

// The same with inertia that couples the masses, M = [2 ½; ½ 1], and e = 0: both stop. The springs lift the
// first and press the second, which is closed: 2q̈₁ + 2q₁ = 1 with the reaction ¾cos τ − ½ > 0 for τ < 0.84.
Example two_coupled_masses_at_two_stops()
{
    const Matrix M = (Matrix(2, 2) << 2.0, 0.5, 0.5, 1.0).finished();
    return {
        .problem = arriving(
            M, anchored_row(2), Vector::Zero(2),
            {contact_along(vector({-1.0, 0.0}), 1.0, 0.0), contact_along(vector({0.0, -1.0}), 1.0, 0.0)},
            {.q = vector({1.0, 1.0}), .v = vector({1.0, 2.0})}, 1.7),
        .truth = [](double t) {
            const double tau = t - impact_time;
            return State{t, vector({0.5 + 0.5 * std::cos(tau), 1.0}), vector({-0.5 * std::sin(tau), 0.0})};
        }};
}

Matrix free_row(Index n)
{
    Matrix K = anchored_row(n);
    K(0, 0) = 1.0;
    return K;
}

// Masses 1, 3, 1 on two springs between two stops, both ends reaching them together, and separating
// differently.
Example three_masses_between_stops(double e_left, double e_right)
{
    const Matrix M = vector({1.0, 3.0, 1.0}).asDiagonal();
    return flying_on(M, free_row(3), Vector::Zero(3),
                     {contact_along(vector({1.0, 0.0, 0.0}), 1.0, e_left),
                      contact_along(vector({0.0, 0.0, -1.0}), 1.0, e_right)},
                     {.q = vector({-1.0, 0.0, 1.0}), .v = vector({-2.0, 0.0, 2.0})},
                     vector({2.0 * e_left, 0.0, -2.0 * e_right}), 1.6);
}

// A mass of 2 lies on the floor under its weight; one of 3 falls on it. The floor answers at once: p = (p,
// p), the lower mass stays, the upper one leaves at e times its speed.
Example resting_mass_hit_from_above()
{
    const double e = 0.5, V = 2.0, g = 1.0;
    const Matrix M = vector({2.0, 3.0}).asDiagonal();
    const double height = V * impact_time - 0.5 * g * impact_time * impact_time;
    return {
        .problem = linear_problem(
            linear_system(M, Matrix::Zero(2, 2), vector({-2.0 * g, -3.0 * g})),
            {contact_along(vector({1.0, 0.0}), 0.0, 0.7), contact_along(vector({-1.0, 1.0}), 0.0, e)},
            vector({0.0, height}), vector({0.0, -(V - g * impact_time)}), 2.5),
        .truth = [=](double t) {
            const double tau = t - impact_time;
            return State{t, vector({0.0, e * V * tau - 0.5 * g * tau * tau}), vector({0.0, e * V - g * tau})};
        }};
}

// M = [1 −0.6; −0.6 1], G = M⁻¹ = [1 0.6; 0.6 1]/0.64: the impact of the second contact, p = 0.64 (1 + e),
// throws the first one, pressed by f = (−1, 0), off its stop at 0.6 (1 + e).
Example closed_contact_thrown_off()
{
    const double e = 0.5;
    const Matrix M = (Matrix(2, 2) << 1.0, -0.6, -0.6, 1.0).finished();
    const Vector f = vector({-1.0, 0.0});
    return {.problem = linear_problem(
                linear_system(M, Matrix::Zero(2, 2), f),
                {contact_along(vector({1.0, 0.0}), 0.0, 0.3), contact_along(vector({0.0, 1.0}), 0.0, e)},
                vector({0.0, 1.0}), vector({0.0, -1.0}), 1.4),
            .truth = [=](double t) {
                const double tau = t - impact_time;
                const Vector v = vector({0.6 * (1.0 + e), e}), a = vector({-1.0, -0.6}) / 0.64;
                return State{t, tau * v + 0.5 * tau * tau * a, v + tau * a};
            }};
}

// n equal balls in a row, touching except for the first, which comes at speed 1. All impacts are resolved
// together: e = 1 gives −1 + 2/n to the first ball and 2/n to the others [science page: −1/3, 2/3, 2/3 and
// −0.6, 0.4 × 4]. In general momentum is shared as if the others were one body of n − 1 masses: v₁ = (1 − e
// (n−1))/n, others (1 + e)/n.
Example cradle(Index n, double e)
{
    std::vector<Contact> contacts;
    for (Index k = 0; k + 1 < n; ++k) {
        Vector normal = Vector::Zero(n);
        normal(k) = -1.0;
        normal(k + 1) = 1.0;
        contacts.push_back(contact_along(normal, 0.0, e));
    }
    Vector q = Vector::Zero(n), v = Vector::Zero(n);
    q(0) = -1.0;
    v(0) = 1.0;
    const double count = static_cast<double>(n);
    return {.problem = linear_problem(linear_system(Matrix::Identity(n, n), Matrix::Zero(n, n)), contacts, q,
                                      v, 1.8),
            .truth = [=](double t) {
                Vector after = Vector::Constant(n, (1.0 + e) / count);
                after(0) = (1.0 - e * (count - 1.0)) / count;
                return State{t, (t - impact_time) * after, after};
            }};
}

double error_of(const Example& example, const Scheme& scheme)
{
    const State end = path_of(example.problem, scheme).last();
    return distance(end, example.truth(end.t));
}

std::vector<std::pair<const char*, Example>> examples()
{
    return {{"two masses at two stops", two_masses_at_two_stops()},
            {"two coupled masses at two stops", two_coupled_masses_at_two_stops()},
            {"three masses, symmetric", three_masses_between_stops(0.6, 0.6)},
            {"three masses, elastic", three_masses_between_stops(1.0, 1.0)},
            {"three masses, different stops", three_masses_between_stops(0.2, 0.9)},
            {"resting mass hit from above", resting_mass_hit_from_above()},
            {"closed contact thrown off", closed_contact_thrown_off()},
            {"cradle of 3", cradle(3, 1.0)},
            {"cradle of 3, e = 0.8", cradle(3, 0.8)}};
}

TEST(SeveralContacts, exact_flights_meet_the_solution_to_rounding)
{
    for (const Scheme& scheme : exact_schemes)
        for (const auto& [name, example] : examples())
            EXPECT_LT(error_of(example, scheme), 1e-11) << name << ", " << scheme.index();
}

// No impact falls on a step: 1/h is no integer.
double step_of(double steps)
{
    return 1.0 / (steps + 0.37);
}

double order_of(const Example& example, const std::function<Scheme(double)>& scheme)
{
    const double coarse = error_of(example, scheme(step_of(100.0)));
    const double fine = error_of(example, scheme(step_of(1600.0)));
    return fine < 1e-10 ? 99.0 : std::log2(coarse / fine) / 4.0;
}

TEST(SeveralContacts, resolved_newmark_converges_at_second_order_or_is_exact)
{
    for (const auto& [name, example] : examples())
        EXPECT_GT(order_of(example,
                           [](double step) {
                               return EventNewmark{.step = step, .substep = EventNewmark::Substep::resolved};
                           }),
                  1.9)
            << name;
}

TEST(SeveralContacts, time_stepping_converges_at_first_order)
{
    const std::vector<std::pair<const char*, std::function<Scheme(double)>>> schemes{
        {"paoli_schatzman", [](double step) { return PaoliSchatzman{.step = step}; }},
        {"paoli_schatzman_implicit", [](double step) { return PaoliSchatzmanImplicit{.step = step}; }},
        {"moreau_jean", [](double step) { return MoreauJean{.step = step}; }},
        {"moreau_jean predicted", [](double step) {
             return MoreauJean{.step = step, .activation = MoreauJean::Activation::predicted};
         }}};
    for (const auto& [name, example] : examples())
        for (const auto& [scheme_name, scheme] : schemes)
            EXPECT_GT(order_of(example, scheme), 0.85) << name << ", " << scheme_name;
}

// ---------------------------------------------------------------- what is true without a hand solution

TEST(SeveralContacts, a_cradle_keeps_its_momentum_and_loses_no_more_than_it_has)
{
    for (const double e : {0.0, 0.3, 0.8, 1.0}) {
        const Example example = cradle(3, e);
        const Path path = path_of(example.problem, EventAccurate{});
        EXPECT_NEAR(path.last().v.sum(), 1.0, 1e-13) << e;
        for (std::size_t i = 1; i < path.energies.size(); ++i)
            EXPECT_LE(path.energies[i], path.energies[i - 1] + 1e-14) << e;
        // Two bodies of masses 1 and 2 with restitution e: (1 − e²) ½ 2/3.
        EXPECT_NEAR(path.energies.front() - path.energies.back(), (1.0 - e * e) / 3.0, 1e-13) << e;
        double lost = 0.0;
        for (const Impact& impact : path.impacts) lost += impact.energy_loss;
        EXPECT_NEAR(lost, path.energies.front() - path.energies.back(), 1e-13) << e;
    }
}

TEST(SeveralContacts, impulses_of_a_cradle_fall_linearly_along_the_row)
{
    // Each ball after the first takes 2/3 from the contact before it: p = 4/3, 2/3 at e = 1, told or in a
    // phase.
    const Path path = path_of(cradle(3, 1.0).problem, EventAccurate{});
    Vector impulse = Vector::Zero(2);
    for (const Impact& impact : path.impacts) impulse(impact.contact) += impact.impulse;
    for (const SustainedContact& phase : path.phases) impulse(phase.contact) += phase.impulse;
    EXPECT_NEAR(impulse(0), 4.0 / 3.0, 1e-12);
    EXPECT_NEAR(impulse(1), 2.0 / 3.0, 1e-12);
}

TEST(SeveralContacts, a_jolt_on_a_closed_contact_belongs_to_its_phase)
{
    // Weight 5 N over 2.5 s on the floor, the fall of the upper mass included once it lands: its momentum
    // 3·2 in, 3·1 out, and its weight is carried by nobody while it flies.
    for (const Scheme& scheme : exact_schemes) {
        const Path path = path_of(resting_mass_hit_from_above().problem, scheme);
        ASSERT_EQ(path.impacts.size(), 1u);
        EXPECT_EQ(path.impacts[0].contact, 1);
        EXPECT_NEAR(path.impacts[0].impulse, 9.0, 1e-12);
        ASSERT_EQ(path.phases.size(), 1u);
        EXPECT_EQ(path.phases[0].contact, 0);
        EXPECT_NEAR(path.phases[0].impulse, 2.0 * 2.5 + 9.0, 1e-11);
        EXPECT_NEAR(path.phases[0].end - path.phases[0].start, 2.5, 1e-12);
    }
}

TEST(SeveralContacts, a_closed_contact_thrown_off_ends_its_phase)
{
    const Path path = path_of(closed_contact_thrown_off().problem, EventAccurate{});
    ASSERT_EQ(path.phases.size(), 1u);
    EXPECT_NEAR(path.phases[0].end, 1.0, 1e-13);
    EXPECT_NEAR(path.phases[0].impulse, 1.0, 1e-12);
    ASSERT_EQ(path.impacts.size(), 1u);
    EXPECT_NEAR(path.impacts[0].impulse, 0.64 * 1.5, 1e-12);
}

TEST(SeveralContacts, symmetric_impacts_are_told_at_one_instant)
{
    // Mirror images to the last bit.
    for (const double e : {0.2, 0.6, 1.0}) {
        Problem problem = three_masses_between_stops(e, e).problem;
        problem.initial.q = vector({0.0, 0.0, 0.0});
        problem.initial.v = vector({-2.0, 0.0, 2.0});
        problem.duration = 1.0;
        const Path path = path_of(problem, EventAccurate{});
        ASSERT_EQ(path.impacts.size(), 2u) << e;
        EXPECT_EQ(path.impacts[0].time, path.impacts[1].time);
        EXPECT_NEAR(path.impacts[0].time, std::asin(0.5), 1e-14);  // q = 2 sin t on a unit spring
        EXPECT_EQ(path.impacts[0].impulse, path.impacts[1].impulse);
    }
}

// A contact that others lift faster than its own law asks gets no impulse: M = [1 −0.9; −0.9 1], u⁻ = (−1,
// −½): p₁ = (1 + e) 0.19, u₂⁺ = −½ + 0.9 (1 + e).
TEST(SeveralContacts, a_contact_lifted_by_another_gets_no_impulse)
{
    const double e = 0.5;
    const Matrix M = (Matrix(2, 2) << 1.0, -0.9, -0.9, 1.0).finished();
    const Problem problem =
        linear_problem(linear_system(M, Matrix::Zero(2, 2)),
                       {contact_along(vector({1.0, 0.0}), 0.0, e), contact_along(vector({0.0, 1.0}), 0.0, e)},
                       vector({1.0, 0.5}), vector({-1.0, -0.5}), 2.0);
    for (const Scheme& scheme :
         {Scheme(EventAccurate{}), Scheme(EventNewmark{.step = 0.01}), Scheme(MoreauJean{.step = 0x1p-7})}) {
        const Path path = path_of(problem, scheme);
        ASSERT_EQ(path.impacts.size(), 1u) << scheme.index();
        EXPECT_EQ(path.impacts[0].contact, 0);
        EXPECT_NEAR(path.impacts[0].impulse, 1.5 * 0.19, 1e-12);
        EXPECT_NEAR(path.last().v(0), 0.5, 1e-12);
        EXPECT_NEAR(path.last().v(1), -0.5 + 0.9 * 1.5, 1e-12);
    }
}

// Random rows between walls, several contacts each, equal e: whatever happens, momentum balances impulses,
// energy never grows, no gap closes and no impulse pulls.
TEST(SeveralContacts, random_rows_between_walls)
{
    for (unsigned seed = 0; seed < 60; ++seed) {
        std::srand(seed);
        const Index n = 3 + static_cast<Index>(seed % 3);
        const Matrix M = Vector(1.5 * Vector::Ones(n) + Vector::Random(n)).asDiagonal();
        const Matrix K = free_row(n);
        const double e = 0.25 * static_cast<double>(seed % 5);
        Vector left = Vector::Zero(n), right = Vector::Zero(n);
        left(0) = 1.0;
        right(n - 1) = -1.0;
        const std::vector<Contact> contacts{contact_along(left, 0.2, e), contact_along(right, 0.2, e)};
        const Problem problem =
            linear_problem(linear_system(M, K), contacts, Vector::Zero(n), 2.0 * Vector::Random(n), 20.0);
        const Path path = path_of(problem, exact_schemes[seed / 30]);
        EXPECT_FALSE(path.impacts.empty());
        for (std::size_t i = 1; i < path.energies.size(); ++i)
            ASSERT_LE(path.energies[i], path.energies[i - 1] + 1e-12) << seed << ", " << path.states[i].t;
        for (const State& state : path.states)
            for (const Contact& contact : contacts)
                ASSERT_GT(gap_at(contact.gap, 0.0, state.q), -1e-13) << seed;
        double lost = 0.0;
        for (const Impact& impact : path.impacts) {
            ASSERT_GT(impact.impulse, 0.0);
            lost += impact.energy_loss;
        }
        EXPECT_NEAR(path.energies.front() - path.energies.back(), lost, 1e-10) << seed;
        // The last state's momentum is what the walls gave.
        double given = 0.0;
        const auto wall = [&](Index contact) { return contact == 0 ? 1.0 : -1.0; };
        for (const Impact& impact : path.impacts) given += wall(impact.contact) * impact.impulse;
        for (const SustainedContact& phase : path.phases) given += wall(phase.contact) * phase.impulse;
        EXPECT_NEAR((M * (path.last().v - problem.initial.v)).sum(), given, 1e-10) << seed;
    }
}

}  // namespace
}  // namespace rebond::test
