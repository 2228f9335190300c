// What an impact leaves to be done at the same instant, each on the smallest body that needs it.
#include "rebond/integration/event_driven/impact_sequence.hpp"

#include "integration/linear_problem.hpp"

namespace rebond::test {
namespace {

double total_impulse(const Path& path)
{
    double sum = 0.0;
    for (const Impact& impact : path.impacts) sum += impact.impulse;
    for (const SustainedContact& phase : path.phases) sum += phase.impulse;
    return sum;
}

// Its flights begin and end at a gap of exactly zero, whose rounding therefore is none; what ends the bounces
// is that time has no digits for them.
TEST(ImpactSequence, bounces_at_the_origin_come_to_rest)
{
    const double duration = 1e4, v = 1e-6;
    const Problem problem =
        linear_problem(linear_system(Matrix::Identity(1, 1), Matrix::Identity(1, 1), vector({-1.0})),
                       {contact_along(vector({1.0}), 0.0, 0.9)}, vector({0.0}), vector({v}), duration);
    for (const Scheme& scheme : exact_schemes) {
        const Path path = path_of(problem, scheme);
        EXPECT_EQ(path.last().q(0), 0.0) << scheme.index();
        EXPECT_EQ(path.last().v(0), 0.0) << scheme.index();
        EXPECT_NEAR(total_impulse(path), duration - v, 1e-15 * duration)
            << scheme.index();  // momentum, rounding
    }
}

// Two masses that collide on a stop: the lower is thrown onto it, off it, and against the upper one again,
// all at once. That the first contact has just bounced does not make its second bounce one too low to see.
TEST(ImpactSequence, a_contact_struck_again_at_the_same_instant_is_no_accumulation)
{
    const double v_lower = 0.456, v_upper = -0.918, e = 0.5, play = 0.05, duration = 1.0;
    // Masses are equal, so an impact keeps the mean velocity m and turns the relative one, w, to −e w.
    double m = 0.5 * (v_lower + v_upper), w = -e * (v_upper - v_lower);
    const double lower = -e * (m - 0.5 * w), upper = m + 0.5 * w;  // the lower one off the stop
    ASSERT_LT(upper, lower);
    m = 0.5 * (lower + upper), w = -e * (upper - lower);
    const double separated = play / w;  // when the play is used up
    ASSERT_LT(separated, duration);

    const Problem problem =
        linear_problem(linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2)),
                       {contact_along(vector({1.0, 0.0}), 0.0, e), contact_along(vector({-1.0, 1.0}), 0.0, e),
                        contact_along(vector({1.0, -1.0}), play, e)},
                       Vector::Zero(2), vector({v_lower, v_upper}), duration);
    for (const Scheme& scheme : exact_schemes) {
        const Path path = path_of(problem, scheme);
        ASSERT_EQ(path.impacts.size(), 4u) << scheme.index();
        EXPECT_NEAR(path.impacts.back().time, separated, 1e-13) << scheme.index();
        EXPECT_NEAR(path.last().v(0), m + 0.5 * e * w, 1e-14) << scheme.index();
        EXPECT_NEAR(path.last().v(1), m - 0.5 * e * w, 1e-14) << scheme.index();
    }
}

// Newmark's step is some thirty periods of the light mass between its springs, so that the acceleration right
// after an impact is not the one its bounces have. A start of a random campaign that does not end without the
// rule.
TEST(ImpactSequence, bounces_that_a_step_does_not_resolve_are_completed)
{
    Matrix M = 2.0 * Matrix::Identity(3, 3);
    M(1, 1) = 0.1;
    const Problem problem =
        linear_problem(linear_system(M, 1e6 * anchored_row(3), vector({0.5, -9.81, -9.81})),
                       {contact_along(vector({0.0, 1.0, 0.0}), 0.0, 0.7)}, Vector::Zero(3),
                       vector({0.24533908244205249, -0.98780907940484464, 0.68531837709914445}), 1.0);
    const Path path = path_of(problem, EventNewmark{.step = 0.05});
    EXPECT_EQ(path.last().t, 1.0);
    EXPECT_FALSE(path.phases.empty());
}

// Contacts on both sides without play ask for velocities that contradict each other by rounding. The two
// masses move as one.
TEST(ImpactSequence, stops_without_play_that_contradict_each_other_by_rounding)
{
    Matrix M = Matrix::Identity(2, 2), K(2, 2);
    M(0, 0) = 10.0;
    K << 20.0, -10.0, -10.0, 10.0;
    const double duration = 10.0;
    const Problem problem = linear_problem(
        linear_system(M, K, vector({-1.0, -100.0})),
        {contact_along(vector({-1.0, 1.0}), 0.0, 0.25), contact_along(vector({-1.0, 1.0}), 0.0, 1.0),
         contact_along(vector({1.0, -1.0}), 0.0, 0.0)},
        Vector::Zero(2), vector({1.0, 0.0}), duration);
    // 11 q̈ + 10 q = −101 from q = 0 at the common velocity 10/11.
    const double omega = std::sqrt(10.0 / 11.0), middle = -10.1, v = 10.0 / 11.0;
    const double phase = omega * duration;
    const double q_end = middle * (1.0 - std::cos(phase)) + v / omega * std::sin(phase);
    const double v_end = middle * omega * std::sin(phase) + v * std::cos(phase);
    for (const Scheme& scheme : exact_schemes) {
        const State end = path_of(problem, scheme).last();
        for (Index i = 0; i < 2; ++i) {
            EXPECT_NEAR(end.q(i), q_end, 1e-11) << scheme.index();  // rounding of 20 m over a dozen radians
            EXPECT_NEAR(end.v(i), v_end, 1e-11) << scheme.index();
        }
    }
}

// A particle flies into a wedge, out of which a force pushes it. It hits the sides in turn ever faster,
// and within rounding of one instant the last times. With e = 0 both orders end at rest in the corner:
// nothing is chance.
TEST(ImpactSequence, taking_turns_within_rounding_is_no_chance_if_nothing_is_given_back)
{
    const double push = 0.05, duration = 4.0, sine = std::sqrt(0.75);
    const Problem problem = linear_problem(
        linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), vector({push, 0.0})),
        {contact_along(vector({0.5, -sine}), 0.0, 0.0), contact_along(vector({0.5, sine}), 0.0, 0.0)},
        vector({1.0, 0.2}), vector({-1.0, 0.05}), duration);
    for (const Scheme& scheme : exact_schemes) {
        Path path;
        const Outcome outcome = integrate(problem, scheme, path);
        ASSERT_EQ(outcome.status, Status::ok) << outcome.reason;
        EXPECT_TRUE(outcome.warnings.empty()) << scheme.index();
        const double since = duration - path.impacts.back().time;
        EXPECT_NEAR(path.last().v(0), push * since, 1e-12) << scheme.index();  // from rest; time's rounding
        EXPECT_NEAR(path.last().v(1), 0.0, 1e-12) << scheme.index();
    }
}

// Two equal masses with one stop each, coupled by mass and springs, thrown alike: they stay alike, whatever
// rounding does to either.
TEST(ImpactSequence, a_symmetric_body_stays_symmetric)
{
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::srand(seed);
        const Vector r = Vector::Random(5);
        Matrix M(2, 2), K(2, 2);
        M << 1.0, 0.4 * r(0), 0.4 * r(0), 1.0;
        const double ground = 25.0 + 24.0 * r(1), coupling = 25.0 + 25.0 * r(2);
        K << ground + coupling, -coupling, -coupling, ground + coupling;
        const Problem problem = linear_problem(linear_system(M, K),
                                               {contact_along(vector({1.0, 0.0}), 0.6, 0.5 + 0.5 * r(3)),
                                                contact_along(vector({0.0, 1.0}), 0.6, 0.5 + 0.5 * r(3))},
                                               vector({0.5 * r(4), 0.5 * r(4)}), vector({-3.0, -3.0}), 3.0);
        for (const Scheme& scheme : exact_schemes) {
            const State end = path_of(problem, scheme).last();
            EXPECT_NEAR(end.q(0), end.q(1), 1e-9) << seed << ", " << scheme.index();  // rounding, grown
            EXPECT_NEAR(end.v(0), end.v(1), 1e-9) << seed << ", " << scheme.index();
        }
    }
}

// After e = 0 a body that nothing damps comes back to its stops with no speed but that of rounding, 1e-8 of
// its own.
TEST(ImpactSequence, a_symmetric_body_that_grazes_stays_symmetric)
{
    for (const double coupling : {1.0, 5.2, 20.0, 40.0}) {
        Matrix M(2, 2), K(2, 2);
        M << 4.0, -0.14, -0.14, 4.0;
        K << 37.0 + coupling, -coupling, -coupling, 37.0 + coupling;
        const Problem problem = linear_problem(
            linear_system(M, K),
            {contact_along(vector({-1.0, 0.0}), 0.5, 0.0), contact_along(vector({0.0, -1.0}), 0.5, 0.0)},
            vector({0.0, 0.0}), vector({4.16, 4.16}), 20.0);
        for (const Scheme& scheme : exact_schemes) {
            const State end = path_of(problem, scheme).last();
            EXPECT_NEAR(end.q(0), end.q(1), 1e-10) << coupling << ", " << scheme.index();  // rounding, grown
            EXPECT_NEAR(end.v(0), end.v(1), 1e-10) << coupling << ", " << scheme.index();
        }
    }
}

}  // namespace
}  // namespace rebond::test
