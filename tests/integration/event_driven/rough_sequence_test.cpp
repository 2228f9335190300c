// Contacts with friction at one instant and between instants, each on the smallest body with an exact motion.
#include "rebond/integration/event_driven/rough_sequence.hpp"

#include "integration/rough_contact.hpp"
#include "rebond/analysis/findings.hpp"
#include "rebond/contact/gaps/motion.hpp"

#include <Eigen/LU>

#include <cmath>
#include <memory>
#include <numbers>

namespace rebond::test {
namespace {

// Everything a run with friction tells.
struct ToldOfFriction final : Recorder {
    State last;
    std::vector<Impact> impacts;
    std::vector<ContactChange> changes;
    std::vector<SustainedContact> phases;
    int indeterminates = 0;

    void step(const Instant& now) override { last = {now.t(), now.q(), now.v()}; }
    void impact(const Impact& impact) override { impacts.push_back(impact); }
    void change(const ContactChange& change) override { changes.push_back(change); }
    void sustained(const SustainedContact& phase) override { phases.push_back(phase); }
    void indeterminate(Index, double) override { ++indeterminates; }
};

struct Followed {
    ToldOfFriction told;
    Findings found;
    Outcome outcome;
};

Followed follow(const Problem& problem)
{
    Followed run;
    Analyst analyst(problem, {});
    Recorders both{&run.told, &analyst};
    run.outcome = integrate(problem, EventAccurate{}, both);
    run.found = analyst.findings();
    return run;
}

Followed follow_to_the_end(const Problem& problem)
{
    Followed run = follow(problem);
    EXPECT_EQ(run.outcome.status, Status::ok) << run.outcome.reason;
    return run;
}

const Vector x_axis = vector({1.0, 0.0}), y_axis = vector({0.0, 1.0});

// A unit mass at (x, y) = (0, height) on or above rough ground, under g = 10 and a spring along x.
Problem block_on_rough_ground(double friction, double e, double height, const Vector& v, double duration,
                              double spring = 0.0)
{
    Matrix K = Matrix::Zero(2, 2);
    K(0, 0) = spring;
    return linear_problem(linear_system(Matrix::Identity(2, 2), K, vector({0.0, -10.0})),
                          {rough_contact(y_axis, x_axis, {Law::newton, e, friction})}, vector({0.0, height}),
                          v, duration);
}

TEST(RoughSequence, a_block_slides_and_stops_for_good)
{
    const double v = 2.0, friction = 0.25, stops = v / (10.0 * friction);
    for (const double s : {1.0, -1.0}) {
        const Followed run =
            follow_to_the_end(block_on_rough_ground(friction, 0.5, 0.0, vector({s * v, 0.0}), 2.0));
        ASSERT_EQ(run.told.changes.size(), 2u);
        EXPECT_EQ(run.told.changes[0].to, sliding_to(s));
        EXPECT_EQ(run.told.changes[1].to, Sliding::sticks);
        EXPECT_NEAR(run.told.changes[1].time, stops, 1e-13);  // rounding
        EXPECT_NEAR(run.told.last.q(0), s * 0.5 * v * stops, 1e-13);
        EXPECT_EQ(run.told.last.v(0), 0.0);
        ASSERT_EQ(run.told.phases.size(), 1u);
        EXPECT_NEAR(run.told.phases[0].impulse, 20.0, 1e-12);
        EXPECT_NEAR(run.told.phases[0].friction, -s * v, 1e-13);
        EXPECT_NEAR(run.found.energy.lost_in_friction, 0.5 * v * v, 1e-12);
        EXPECT_NEAR(run.found.contacts.slip_time, stops, 1e-12);
        EXPECT_NEAR(run.found.contacts.stick_time, 2.0 - stops, 1e-12);
        EXPECT_EQ(run.found.contacts.transitions, 1);
    }
}

// Slower than the belt, the block is drawn along: x = a(1 − cos t), a = μN/k, until it has the belt's
// velocity V. It sticks until the spring pulls with μN at x = a, and then swings about a with amplitude V.
TEST(RoughSequence, a_block_on_a_belt_sticks_and_slips)
{
    const double a = 0.5, V = 0.1;
    Problem problem = block_on_rough_ground(0.05, 0.0, 0.0, vector({0.0, 0.0}), 1.0, 1.0);
    problem.contacts[0].slide.function = std::make_shared<Belt>(V);
    const double sticks = std::asin(V / a), slips = sticks + a * std::cos(sticks) / V, more = 3.0;
    problem.duration = problem.sample_every = slips + more;
    const Followed run = follow_to_the_end(problem);
    ASSERT_EQ(run.told.changes.size(), 3u);
    EXPECT_EQ(run.told.changes[0].to, Sliding::backwards);
    EXPECT_EQ(run.told.changes[1].to, Sliding::sticks);
    EXPECT_NEAR(run.told.changes[1].time, sticks, 1e-11);  // of the integration
    EXPECT_EQ(run.told.changes[2].to, Sliding::backwards);
    EXPECT_NEAR(run.told.changes[2].time, slips, 1e-11);
    EXPECT_NEAR(run.told.last.q(0), a + V * std::sin(more), 1e-10);
    EXPECT_NEAR(run.told.last.v(0), V * std::cos(more), 1e-10);
    // The belt does the work of its pull along its way.
    EXPECT_NEAR(run.found.energy.work_of_loads, V * run.told.phases.at(0).friction, 1e-10);
    EXPECT_NEAR(run.found.energy.balance_error, 0.0, 1e-11);
}

TEST(RoughSequence, a_spring_too_weak_to_break_a_contact_loose_leaves_it)
{
    Problem problem = block_on_rough_ground(0.3, 0.0, 0.0, vector({0.0, 0.0}), 5.0, 10.0);
    problem.initial.q(0) = 0.29;  // 2.9 N against 3 N
    const Followed run = follow_to_the_end(problem);
    EXPECT_EQ(run.told.last.q(0), 0.29);
    ASSERT_EQ(run.told.changes.size(), 1u);
    EXPECT_EQ(run.told.changes[0].to, Sliding::sticks);
}

// While it slides, the ground takes μ times what it gives along the normal, by bounces or at rest: v − μ g t
// from the first touch on where the bounces are over.
TEST(RoughSequence, bounces_of_a_block_that_slides_accumulate)
{
    const double height = 0.8, e = 0.5, friction = 0.1, v = 3.0;
    const double falls = std::sqrt(2.0 * height / 10.0), rests = falls * (1.0 + 2.0 * e / (1.0 - e));
    const double stops = v / (10.0 * friction);
    const Followed run = follow_to_the_end(block_on_rough_ground(friction, e, height, vector({v, 0.0}), 4.0));
    ASSERT_GT(run.told.impacts.size(), 10u);
    EXPECT_NEAR(run.told.impacts[0].impulse, (1.0 + e) * 10.0 * falls, 1e-13);
    EXPECT_NEAR(run.told.impacts[0].friction, -friction * (1.0 + e) * 10.0 * falls, 1e-14);
    ASSERT_EQ(run.told.phases.size(), 1u);
    EXPECT_NEAR(run.told.phases[0].start, rests, 1e-7);  // the last bounces are not seen
    EXPECT_EQ(run.told.changes.back().to, Sliding::sticks);
    EXPECT_NEAR(run.told.changes.back().time, stops, 1e-7);  // of bounces not seen
    EXPECT_EQ(run.told.last.v(0), 0.0);
    EXPECT_EQ(run.told.last.v(1), 0.0);
    EXPECT_NEAR(run.found.energy.final, 0.0, 1e-12);
    EXPECT_NEAR(run.found.energy.balance_error, 0.0, 1e-11);
}

// A body with the mobility G = (1, 0.6; 0.6, 0.5) of its contact, and the acceleration b without reactions.
Problem leaning(double friction, const Vector& b, double slip, const ImpactLaw& law)
{
    Matrix G(2, 2);
    G << 1.0, 0.6, 0.6, 0.5;
    const Matrix M = G.inverse();
    ImpactLaw rough = law;
    rough.friction = friction;
    return linear_problem(linear_system(M, Matrix::Zero(2, 2), M * b), {rough_contact(x_axis, y_axis, rough)},
                          Vector::Zero(2), vector({0.0, slip}), 0.5);
}

// μ = 2 > a/|c|, sliding to +t: the impulse −G⁻¹(0, u_t) stops it, and from then on it sticks.
TEST(RoughSequence, a_contact_that_slides_into_painleves_paradox_jams)
{
    const Followed run = follow_to_the_end(leaning(2.0, vector({-1.0, 0.0}), 1.0, {Law::poisson, 0.0}));
    ASSERT_EQ(run.told.impacts.size(), 1u);
    EXPECT_TRUE(run.told.impacts[0].is_jam);
    EXPECT_NEAR(run.told.impacts[0].impulse, 0.6 / 0.14, 1e-12);
    EXPECT_NEAR(run.told.impacts[0].friction, -1.0 / 0.14, 1e-12);
    EXPECT_NEAR(run.told.impacts[0].energy_loss, 0.5 / 0.14, 1e-12);
    EXPECT_EQ(run.told.changes.back().to, Sliding::sticks);
    EXPECT_LE(run.told.last.v.norm(), 1e-12);
    EXPECT_LE(run.told.last.q.norm(), 1e-12);
    EXPECT_EQ(run.found.contacts.jams, 1);
}

TEST(RoughSequence, a_contact_jams_only_where_friction_and_direction_ask_for_it)
{
    const ImpactLaw plastic{Law::poisson, 0.0};
    const auto jams = [&](double friction, double b, double slip) {
        return follow(leaning(friction, vector({b, 0.0}), slip, plastic)).found.contacts.jams;
    };
    EXPECT_EQ(jams(1.6, -1.0, 1.0), 0);  // μ < a/|c| = 1.667
    EXPECT_EQ(jams(1.7, -1.0, 1.0), 1);
    EXPECT_EQ(jams(1.7, -1.0, -1.0), 0);
    EXPECT_EQ(jams(1.7, 1.0, 1.0), 0);
}

TEST(RoughSequence, a_contact_with_several_answers_opens_and_says_so)
{
    const Followed run = follow_to_the_end(leaning(2.0, vector({1.0, 0.0}), 1.0, {Law::poisson, 0.0}));
    EXPECT_EQ(run.told.indeterminates, 1);
    EXPECT_EQ(run.found.contacts.indeterminate, 1);
    EXPECT_NEAR(run.told.last.q(0), 0.5 * 0.25, 1e-12);  // free flight
    EXPECT_FALSE(run.outcome.warnings.empty());
}

// A block in a corner: floor and wall, both rough.
Problem corner(const ImpactLaw& floor, const ImpactLaw& wall)
{
    Matrix M = Matrix::Identity(3, 3);
    M(2, 2) = 0.5;  // a disc of unit radius: x, y, angle
    const Vector n_floor = vector({0.0, 1.0, 0.0}), t_floor = vector({1.0, 0.0, 1.0});
    const Vector n_wall = vector({1.0, 0.0, 0.0}), t_wall = vector({0.0, -1.0, 1.0});
    return linear_problem(linear_system(M, Matrix::Zero(3, 3)),
                          {rough_contact(n_floor, t_floor, floor), rough_contact(n_wall, t_wall, wall)},
                          Vector::Zero(3), vector({-1.0, -2.0, 0.5}), 0.1);
}

TEST(RoughSequence, different_laws_at_contacts_that_touch_together_are_refused)
{
    const Followed run = follow(corner({Law::newton, 0.5, 0.3}, {Law::poisson, 0.5, 0.3}));
    EXPECT_EQ(run.outcome.status, Status::event_failed);
    EXPECT_NE(run.outcome.reason.find("contacts 1 and 2 have an impact together and different laws, which no "
                                      "law covers: give them one"),
              std::string::npos)
        << run.outcome.reason;
}

TEST(RoughSequence, stronges_law_at_contacts_that_touch_together_is_refused)
{
    const Followed run = follow(corner({Law::stronge, 0.5, 0.3}, {Law::stronge, 0.5, 0.3}));
    EXPECT_EQ(run.outcome.status, Status::event_failed);
    EXPECT_NE(run.outcome.reason.find("contacts 1 and 2 have an impact together, and Stronge's law is one of "
                                      "single contacts: take impact.law = \"poisson\""),
              std::string::npos)
        << run.outcome.reason;
}

// The laws differ in what restitution does only.
TEST(RoughSequence, laws_do_not_differ_without_restitution)
{
    const Followed newton = follow_to_the_end(corner({Law::newton, 0.0, 0.3}, {Law::newton, 0.0, 0.3}));
    for (const auto& [floor, wall] : {std::pair(Law::stronge, Law::stronge), {Law::newton, Law::stronge}}) {
        const Followed other = follow_to_the_end(corner({floor, 0.0, 0.3}, {wall, 0.0, 0.3}));
        EXPECT_LE((other.told.last.v - newton.told.last.v).norm(), 1e-12);  // rounding
        EXPECT_LE((other.told.last.q - newton.told.last.q).norm(), 1e-12);
    }
    // One without restitution follows the law of the other.
    const Followed poisson = follow_to_the_end(corner({Law::poisson, 0.5, 0.3}, {Law::poisson, 0.0, 0.3}));
    const Followed mixed = follow_to_the_end(corner({Law::poisson, 0.5, 0.3}, {Law::newton, 0.0, 0.3}));
    EXPECT_EQ(mixed.told.last.v, poisson.told.last.v);
}

TEST(RoughSequence, different_laws_at_contacts_that_touch_one_after_the_other_are_fine)
{
    Problem problem = corner({Law::newton, 0.5, 0.3}, {Law::stronge, 0.5, 0.3});
    problem.initial.q = vector({0.02, 0.1, 0.0});  // the wall after 0.02 s, the floor after 0.05 s
    const Followed run = follow_to_the_end(problem);
    ASSERT_EQ(run.told.impacts.size(), 2u);
    EXPECT_EQ(run.told.impacts[0].contact, 1);
    EXPECT_NEAR(run.told.impacts[0].velocity_after, 0.5, 1e-14);
    EXPECT_EQ(run.told.impacts[1].contact, 0);
}

TEST(RoughSequence, contacts_that_no_impulse_connects_have_impacts_of_their_own)
{
    // Two blocks that know nothing of each other touch at the same instant, by different laws.
    Problem problem = linear_problem(
        linear_system(Matrix::Identity(4, 4), Matrix::Zero(4, 4)),
        {rough_contact(vector({0.0, 1.0, 0.0, 0.0}), vector({1.0, 0.0, 0.0, 0.0}), {Law::newton, 0.5, 0.1}),
         rough_contact(vector({0.0, 0.0, 0.0, 1.0}), vector({0.0, 0.0, 1.0, 0.0}), {Law::stronge, 0.7, 0.2})},
        Vector::Zero(4), vector({1.0, -1.0, 2.0, -1.0}), 1.0);
    const Followed run = follow_to_the_end(problem);
    ASSERT_EQ(run.told.impacts.size(), 2u);
    EXPECT_NEAR(run.told.last.v(0), 1.0 - 0.1 * 1.5, 1e-14);
    EXPECT_NEAR(run.told.last.v(1), 0.5, 1e-14);
    EXPECT_NEAR(run.told.last.v(2), 2.0 - 0.2 * 1.7, 1e-14);
    EXPECT_NEAR(run.told.last.v(3), 0.7, 1e-14);
}

// A block on rough ground, and a mass without friction that strikes it at 1 m/s after 0.1 m, e = 0.5: with
// the velocity v of the block then, (1 − v)/2 · 1.5 is added to it.
Problem struck_block(double friction, double start, double v, double duration)
{
    return linear_problem(
        linear_system(Matrix::Identity(3, 3), Matrix::Zero(3, 3), vector({0.0, -10.0, 0.0})),
        {rough_contact(vector({0.0, 1.0, 0.0}), vector({1.0, 0.0, 0.0}), {Law::newton, 0.5, friction}),
         contact_along(vector({1.0, 0.0, -1.0}), 0.1, 0.5)},
        vector({start, 0.0, 0.0}), vector({v, 0.0, 1.0}), duration);
}

TEST(RoughSequence, a_block_that_sticks_slides_where_it_is_struck)
{
    const double v = 0.75, slows = 0.2 * 10.0;
    const Followed run = follow_to_the_end(struck_block(0.2, 0.0, 0.0, 0.6));
    EXPECT_NEAR(run.told.last.q(0), 0.5 * v * v / slows, 1e-12);
    EXPECT_EQ(run.told.last.v(0), 0.0);
    EXPECT_NEAR(run.told.last.v(2), 0.25, 1e-14);
    ASSERT_EQ(run.told.changes.size(), 3u);
    EXPECT_EQ(run.told.changes[1].to, Sliding::forwards);
    EXPECT_EQ(run.told.changes[2].to, Sliding::sticks);
    EXPECT_NEAR(run.told.changes[2].time, 0.1 + v / slows, 1e-12);
    EXPECT_NEAR(run.found.energy.balance_error, 0.0, 1e-12);
}

TEST(RoughSequence, a_block_that_slides_is_turned_round_where_it_is_struck)
{
    // It starts at 0.1 m, slides against the mass and meets it at t: 0.2 − 0.5 t + t² = t.
    const double t = 0.5 * (1.5 - std::sqrt(1.5 * 1.5 - 0.8)), v = -0.5 + 2.0 * t;
    const double after = v + 0.75 * (1.0 - v), stops = t + after / 2.0;
    const Followed run = follow_to_the_end(struck_block(0.2, 0.1, -0.5, stops + 0.01));
    ASSERT_EQ(run.told.changes.size(), 3u);
    EXPECT_EQ(run.told.changes[0].to, Sliding::backwards);
    EXPECT_EQ(run.told.changes[1].to, Sliding::forwards);
    EXPECT_NEAR(run.told.changes[1].time, t, 1e-13);
    EXPECT_EQ(run.told.changes[2].to, Sliding::sticks);
    EXPECT_NEAR(run.told.changes[2].time, stops, 1e-12);
    EXPECT_NEAR(run.told.last.q(0), t - 0.1 + 0.25 * after * after, 1e-12);
    EXPECT_NEAR(run.found.energy.balance_error, 0.0, 1e-12);
}

TEST(RoughSequence, a_contact_without_rebound_and_without_weight_stays)
{
    const Vector none = vector({0.0, 0.0});
    for (const double v : {0.0, 0.1, 1.0}) {
        const Problem problem =
            linear_problem(linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), none),
                           {rough_contact(y_axis, x_axis, {Law::newton, 0.0, 0.3})}, vector({0.0, 1.0}),
                           vector({v, -1.0}), 2.0);
        const Followed run = follow_to_the_end(problem);
        EXPECT_NEAR(run.told.last.v(0), std::max(v - 0.3, 0.0), 1e-15) << v;
        EXPECT_EQ(run.told.last.v(1), 0.0) << v;
        EXPECT_EQ(run.told.last.t, 2.0) << v;
    }
}

// A disc of unit radius in a corner: both contacts slide with u_t = ω. With floor (N, −μN) and wall (μN,
// −μ²N) N (1 + μ²) = m g, and I ω̇ = −μ (1 + μ) N.
TEST(RoughSequence, contacts_that_stop_sliding_together_stick_together)
{
    Problem problem = corner({Law::newton, 0.0, 0.2}, {Law::newton, 0.0, 0.2});
    problem = linear_problem(linear_system(Eigen::DiagonalMatrix<double, 3>(1.0, 1.0, 0.5).toDenseMatrix(),
                                           Matrix::Zero(3, 3), vector({0.0, -10.0, 0.0})),
                             problem.contacts, Vector::Zero(3), vector({0.0, 0.0, 4.0}), 1.0);
    const double N = 10.0 / 1.04, stops = 0.5 * 4.0 / (0.2 * 1.2 * N);
    const Followed run = follow_to_the_end(problem);
    EXPECT_NEAR(run.told.last.q(2), 0.5 * 4.0 * stops, 1e-12);
    EXPECT_LE(run.told.last.v.norm(), 1e-13);
    ASSERT_FALSE(run.told.changes.empty());
    EXPECT_EQ(run.told.changes.back().to, Sliding::sticks);
    EXPECT_NEAR(run.told.changes.back().time, stops, 1e-12);
}

// The body that leans, and one that lies on rough ground of its own; `coupling` is a part of the mobility by
// which a push of one moves the other.
Problem leaning_beside_another(double coupling, const ImpactLaw& law, int others = 1)
{
    const Index n = 2 + 2 * others;
    Matrix G = Matrix::Zero(n, n);
    G.topLeftCorner<2, 2>() << 1.0, 0.6, 0.6, 0.5;
    for (Index k = 2; k < n; ++k) {
        G(k, k) = 1.0 + 0.1 * static_cast<double>(k);
        for (Index j = 0; j < 2; ++j) G(j, k) = G(k, j) = coupling * (k % 3 == j ? 0.4 : -0.3);
    }
    const Matrix M = G.inverse();
    Vector b = Vector::Zero(n), v = Vector::Zero(n);
    b(0) = -1.0;
    v(1) = 1.0;
    std::vector<Contact> contacts;
    for (Index k = 0; k < n; k += 2) {
        Vector normal = Vector::Zero(n), tangent = Vector::Zero(n);
        normal(k) = tangent(k + 1) = 1.0;
        b(k) = -1.0;
        contacts.push_back(rough_contact(normal, tangent, law));
    }
    return linear_problem(linear_system(M, Matrix::Zero(n, n), M * b), contacts, Vector::Zero(n), v, 0.02);
}

// However weakly a contact that jams moves others, it rebounds as it does alone; and of many others, too.
TEST(RoughSequence, a_jam_that_moves_others_tends_to_the_jam_of_one_contact)
{
    for (const Law law : {Law::newton, Law::poisson, Law::stronge}) {
        const ImpactLaw one{law, 0.5, 2.0};
        const Followed alone = follow_to_the_end(leaning_beside_another(0.0, one));
        ASSERT_EQ(alone.found.contacts.jams, 1);
        for (const int others : {1, 8})
            for (const double coupling : {1e-3, 1e-6, 1e-9}) {
                const Followed run = follow_to_the_end(leaning_beside_another(coupling, one, others));
                EXPECT_EQ(run.found.contacts.jams, 1);
                ASSERT_FALSE(run.told.impacts.empty());
                EXPECT_TRUE(run.told.impacts[0].is_jam);
                const double near = 100.0 * coupling + 1e-12;
                EXPECT_NEAR(run.told.impacts[0].impulse, alone.told.impacts[0].impulse, near);
                EXPECT_NEAR(run.told.impacts[0].friction, alone.told.impacts[0].friction, near);
                EXPECT_LE((run.told.last.v.head(2) - alone.told.last.v.head(2)).norm(), near);
                EXPECT_NEAR(run.found.energy.balance_error, 0.0, 1e-11);
                EXPECT_TRUE(run.outcome.warnings.empty());
            }
    }
}

// A disc in a corner on which a load presses, and another disc in a corner of its own, 10⁸ times faster: what
// the first does is what it does alone.
TEST(RoughSequence, a_body_elsewhere_changes_nothing_however_fast)
{
    const Eigen::Vector3d masses(1.0, 1.0, 0.5), start(-0.3, -0.1, 0.7), load(-1.0, -10.0, 0.0);
    const auto motion = [&](double fast, bool is_first) {
        Matrix M = Matrix::Zero(6, 6);
        M.diagonal() << masses, masses;
        std::vector<Contact> slow_contacts, fast_contacts;
        const auto add = [&](std::vector<Contact>& contacts, Index first, const ImpactLaw& law) {
            const auto placed = [&](const Eigen::Vector3d& row) {
                Vector all = Vector::Zero(6);
                all.segment<3>(first) = row;
                return all;
            };
            contacts.push_back(rough_contact(placed({0.0, 1.0, 0.0}), placed({1.0, 0.0, 1.0}), law));
            contacts.push_back(rough_contact(placed({1.0, 0.0, 0.0}), placed({0.0, -1.0, 1.0}), law));
        };
        add(slow_contacts, 0, {Law::newton, 0.0, 0.2});
        add(fast_contacts, 3, {Law::newton, 0.3, 0.2});
        std::vector<Contact> contacts = is_first ? slow_contacts : fast_contacts;
        const std::vector<Contact>& more = is_first ? fast_contacts : slow_contacts;
        contacts.insert(contacts.end(), more.begin(), more.end());
        Vector v(6), f(6);
        v << start, fast * Eigen::Vector3d(-1.0, -2.0, 0.5);
        f << load, Eigen::Vector3d::Zero();
        return follow_to_the_end(
            linear_problem(linear_system(M, Matrix::Zero(6, 6), f), contacts, Vector::Zero(6), v, 0.5));
    };
    const Followed alone = motion(0.0, true);
    const auto changes_of = [](const Followed& run, Index contact) {
        std::vector<std::pair<double, std::optional<Sliding>>> changes;
        for (const ContactChange& change : run.told.changes)
            if (change.contact == contact) changes.emplace_back(change.time, change.to);
        return changes;
    };
    for (const double fast : {1.0, 1e4, 1e8})
        for (const bool is_first : {true, false}) {
            const Followed beside = motion(fast, is_first);
            EXPECT_LE((beside.told.last.q.head(3) - alone.told.last.q.head(3)).norm(), 1e-12) << fast;
            EXPECT_LE((beside.told.last.v.head(3) - alone.told.last.v.head(3)).norm(), 1e-12) << fast;
            for (const Index k : {0, 1}) {
                const auto expected = changes_of(alone, k), found = changes_of(beside, is_first ? k : k + 2);
                ASSERT_EQ(found.size(), expected.size()) << fast;
                for (std::size_t i = 0; i < found.size(); ++i) {
                    EXPECT_NEAR(found[i].first, expected[i].first, 1e-12) << fast;
                    EXPECT_EQ(found[i].second, expected[i].second) << fast;
                }
            }
        }
}

}  // namespace
}  // namespace rebond::test
