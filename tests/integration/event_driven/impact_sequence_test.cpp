// What an impact leaves to be done at the same instant, each on the smallest body that needs it.
#include "rebond/integration/event_driven/impact_sequence.hpp"

#include "integration/linear_problem.hpp"

#include <algorithm>
#include <limits>
#include <optional>

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

// It lies in a corner of four stops, two of them redundant, and what they have for speeds is rounding.
TEST(ImpactSequence, a_body_at_rest_in_a_corner_stays_there)
{
    const Matrix M = vector({0.794337546414027, 0.15119120764566132}).asDiagonal();
    const Matrix K = (Matrix(2, 2) << 2.0, -1.0, -1.0, 2.0).finished();
    const Problem problem = linear_problem(
        linear_system(M, K, vector({-0.854299967635208, -9.81})),
        {contact_along(vector({1.0, 0.0}), 0.0, 0.0), contact_along(vector({0.0, 1.0}), 0.0, 0.0),
         contact_along(vector({2.0, 1.0}), 0.0, 0.0),
         contact_along(vector({0.34500432588936936, 1.0}), 0.0, 0.0)},
        Vector::Zero(2), Vector::Zero(2), 1.0);
    for (const Scheme& scheme : exact_schemes) {
        const State end = path_of(problem, scheme).last();
        EXPECT_LT(end.q.norm(), 1e-13)
            << scheme.index();  // rounding of what its weight would give in a second
        EXPECT_LT(end.v.norm(), 1e-13) << scheme.index();
    }
}

// A mass between two stops without play that give all back: its impacts have no end, and the run says so
// before a second has passed.
TEST(ImpactSequence, elastic_stops_without_play_are_refused_soon)
{
    const Problem problem =
        linear_problem(linear_system(Matrix::Identity(1, 1), Matrix::Identity(1, 1)),
                       {contact_along(vector({1.0}), 0.0, 1.0), contact_along(vector({-1.0}), 0.0, 1.0)},
                       vector({0.0}), vector({1.0}), 1.0);
    for (const Scheme& scheme : exact_schemes) {
        Path path;
        const Outcome outcome = integrate(problem, scheme, path);
        EXPECT_EQ(outcome.status, Status::event_failed);
        EXPECT_TRUE(outcome.never_rests) << scheme.index();
        EXPECT_LE(path.impacts.size(), 30'000u) << scheme.index();
    }
}

// A bead of 1e-8 of the mass that falls on it, and touches the floor: π/2 over the root of the ratio are 15
// 708 impacts with either of them, until all energy is back in the mass.
TEST(ImpactSequence, a_light_elastic_bead_gets_through_all_its_turns)
{
    const double light = 1e-8;
    const Problem problem = linear_problem(
        linear_system(vector({light, 1.0}).asDiagonal(), Matrix::Zero(2, 2)),
        {contact_along(vector({1.0, 0.0}), 0.0, 1.0), contact_along(vector({-1.0, 1.0}), 0.0, 1.0)},
        Vector::Zero(2), vector({1.0, -1.0}), 1.0);
    for (const Scheme& scheme : exact_schemes) {
        const Path path = path_of(problem, scheme);
        EXPECT_NEAR(path.last().v(1), 1.0, 1e-3) << scheme.index();
        EXPECT_NEAR(static_cast<double>(path.impacts.size()), 31'416.0, 2.0) << scheme.index();
    }
}

// A body at one instant: two coordinates, each with a stop, and masses by which an impulse at one pushes the
// other down.
class Placed final : public Flight {
public:
    static constexpr double gap_rounding = 1e-16, speed_rounding = 1e-16;
    State state{.t = 0.0, .q = Vector::Ones(2), .v = Vector::Zero(2)};
    Matrix mobilities = (Matrix(2, 2) << 1.0, -0.5, -0.5, 1.0).finished();

    bool may_shorten() const override { return true; }
    double next_step() const override { return 1.0; }
    const Instant& now() override { return here_; }
    bool mobility(const std::vector<Index>& contacts, Matrix& G) override
    {
        const auto n = static_cast<Index>(contacts.size());
        G.topLeftCorner(n, n) = mobilities(contacts, contacts);
        return true;
    }
    bool accelerations(const std::vector<Index>& contacts, Vector& a) override
    {
        a.head(static_cast<Index>(contacts.size())).setConstant(-1.0);
        return true;
    }
    void gradient(Index contact, Vector& w) override { w = Vector::Unit(2, contact); }
    void apply_impulses(const std::vector<Index>& contacts, const Vector& impulses) override
    {
        for (std::size_t i = 0; i < contacts.size(); ++i)
            state.v += mobilities.col(contacts[i]) * impulses(static_cast<Index>(i));
    }
    std::optional<double> try_step(std::vector<ClosedContact>&, const std::vector<Opening>&, double longest,
                                   bool) override
    {
        return longest;
    }
    double smooth_time() const override { return 1.0; }
    std::optional<double> first_touch(Index) override { return {}; }
    std::optional<double> first_release(std::size_t) override { return {}; }
    bool land(double) override { return true; }
    void arrive(std::optional<double>) override {}
    double time() const override { return state.t; }
    double gap(Index contact) override { return state.q(contact); }
    double rate(Index contact) override { return state.v(contact); }
    double rounding(Index) const override { return gap_rounding; }
    double rate_rounding(Index) override { return speed_rounding; }
    void close(Index) override {}
    std::optional<double> reaction(const std::vector<ClosedContact>&, std::size_t) override { return 1.0; }
    Pressing pressing(std::size_t) override { return {}; }
    Work work() override { return {}; }
    long residual_evaluations() const override { return 0; }

private:
    class Here final : public Instant {
    public:
        explicit Here(const State& state) : state_(state) {}
        double t() const override { return state_.t; }
        const Vector& q() const override { return state_.q; }
        const Vector& v() const override { return state_.v; }
        const Energy& energy() const override { return energy_; }

    private:
        const State& state_;
        Energy energy_;
    };
    Here here_{state};
};

// Contact 0 may be at its stop when contact 1 reaches its own; e = 1/2 for both.
struct TwoStops {
    // Contact 0 starts that far from its stop [m].
    explicit TwoStops(double gap)
    {
        flight.state.q(0) = gap;
        sequence.emplace(problem, flight, path, closed_set, openings, nullptr);
    }

    // Contact `touched` touches at t, with gaps and rates as told; how many impacts contact 0 has then.
    long impacts_of_first(Index touched, double t, double gap, const Vector& rates)
    {
        flight.state = {.t = t, .q = vector({gap, 0.0}), .v = rates};
        if (touched == 0) flight.state.q = vector({0.0, 1.0});
        path.impacts.clear();
        EXPECT_FALSE(sequence->resolve({touched}, t, t, false));
        return std::count_if(path.impacts.begin(), path.impacts.end(),
                             [](const Impact& impact) { return impact.contact == 0; });
    }

    Problem problem = linear_problem(
        linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2)),
        {contact_along(vector({1.0, 0.0}), 0.0, 0.5), contact_along(vector({0.0, 1.0}), 0.0, 0.5)},
        Vector::Ones(2), Vector::Zero(2), 10.0);
    Placed flight;
    Path path;
    std::vector<Opening> openings = {Opening::open, Opening::open};
    ClosedSet closed_set{flight, path, 2, false};
    std::optional<ImpactSequence> sequence;
};

constexpr double twenty_roundings = 20.0 * Placed::gap_rounding;

TEST(ImpactSequence, a_contact_that_comes_from_afar_coincides_within_some_roundings)
{
    TwoStops stops(1.0);
    EXPECT_EQ(stops.impacts_of_first(1, 1.0, twenty_roundings, vector({-1.0, -1.0})), 1);
    TwoStops farther(1.0);
    EXPECT_EQ(farther.impacts_of_first(1, 1.0, 100.0 * twenty_roundings, vector({-1.0, -1.0})), 0);
}

// Whether together or in turn, near the distance up to which they coincide.
TEST(ImpactSequence, says_where_other_rounding_would_resolve_contacts_together)
{
    const auto part_by_chance = [](double roundings) {
        TwoStops stops(1.0);
        stops.impacts_of_first(1, 1.0, roundings * Placed::gap_rounding, vector({-1.0, -1.0}));
        return stops.sequence->part_by_chance();
    };
    EXPECT_EQ(part_by_chance(2.0), 0.0);
    EXPECT_GT(part_by_chance(100.0), 0.1);
    EXPECT_GT(part_by_chance(300.0), 0.1);
    EXPECT_EQ(part_by_chance(5000.0), 0.0);
}

// It is as near at the start as at the impact of the other, and not at its stop.
TEST(ImpactSequence, a_contact_that_stays_near_its_stop_does_not_come_from_afar)
{
    TwoStops stops(twenty_roundings);
    EXPECT_EQ(stops.impacts_of_first(1, 1.0, twenty_roundings, vector({-1e-15, -1.0})), 0);
}

// The other pushes it to its stop first: 1.5 N s by a mobility of a half.
TEST(ImpactSequence, a_rate_of_rounding_does_not_bring_a_contact_to_its_stop)
{
    TwoStops stops(1.0);
    EXPECT_EQ(stops.impacts_of_first(1, 1.0, twenty_roundings, vector({-1e-17, -1.0})), 1);
    ASSERT_GE(stops.path.impacts.size(), 2u);
    EXPECT_EQ(stops.path.impacts[0].contact, 1);
    EXPECT_EQ(stops.path.impacts[1].velocity_before, -0.75);
}

// It rested for four seconds before it was released: its hop has lasted for a microsecond.
TEST(ImpactSequence, a_hop_after_a_release_does_not_come_from_afar)
{
    TwoStops stops(1.0);
    EXPECT_EQ(stops.impacts_of_first(0, 1.0, 0.0, vector({-1.0, 0.0})), 1);
    const double released = 5.0;
    stops.closed_set.close_only({}, released);
    stops.sequence->open(0, released);
    stops.openings = {Opening::open, Opening::open};
    EXPECT_EQ(stops.impacts_of_first(1, released + 1e-6, twenty_roundings, vector({-1e-8, -1.0})), 0);
}

// What pushes it comes from the other contact, and says nothing of how high it has hopped.
TEST(ImpactSequence, a_hop_that_another_impact_pushes_does_not_come_from_afar)
{
    TwoStops stops(1.0);
    EXPECT_EQ(stops.impacts_of_first(0, 1.0, 0.0, vector({-1.0, 0.0})), 1);
    stops.openings = {Opening::open, Opening::open};
    EXPECT_EQ(stops.impacts_of_first(1, 1.0 + 1e-6, twenty_roundings, vector({-1e-10, -1.0})), 0);
}

// A light mass falls above a heavy one, 4e-14 m apart and as fast to rounding: the heavy one hits the floor
// first and throws the light one up, as it does where both are exactly as fast.
TEST(ImpactSequence, two_masses_that_fall_side_by_side_have_impacts_in_turn)
{
    const double light = 0.1, apart = 4e-14;
    Matrix M = Matrix::Identity(2, 2);
    M(1, 1) = light;
    const double up = (3.0 - light) / (1.0 + light);  // from 1 m/s against −1 m/s
    for (const double faster : {0.0, 1.0, 4.0})
        for (const Scheme& scheme : exact_schemes) {
            const double v = -1.0 - faster * std::numeric_limits<double>::epsilon();
            const Problem problem = linear_problem(
                linear_system(M, Matrix::Zero(2, 2)),
                {contact_along(vector({1.0, 0.0}), 0.0, 1.0), contact_along(vector({-1.0, 1.0}), 0.0, 1.0)},
                vector({1.0, 1.0 + apart}), vector({-1.0, v}), 2.0);
            EXPECT_NEAR(path_of(problem, scheme).last().v(1), up, 1e-12) << faster << ", " << scheme.index();
        }
}

}  // namespace
}  // namespace rebond::test
