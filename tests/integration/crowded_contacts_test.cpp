// Rows of masses that bounce between each other and two walls: bursts of impacts, several contacts within
// rounding of zero at once, some of them parting while others meet.
#include "integration/linear_problem.hpp"
#include "rebond/analysis/findings.hpp"

namespace rebond::test {
namespace {

// Two masses, the lower above a stop that gives back 0.7, the upper above the lower, which gives back
// nothing. Their impacts take turns, at intervals that soon are shorter than rounding shows while speeds are
// not: each pair of them leaves 0.43 of the speed, and what is left in the end is rest.
TEST(CrowdedContacts, impacts_that_take_turns_come_to_rest)
{
    struct Start {
        double k, v_lower, v_upper, duration;
    };
    for (const auto& [k, v_lower, v_upper, duration] :
         {Start{5.0, 0.0, -0.5, 0.14}, Start{0.0, -1.0, -1.5, 0.116}, Start{5.0, 1.0, -1.5, 0.6}}) {
        const Matrix M = vector({1.0, 2.0}).asDiagonal();
        const Matrix K = k * (Matrix(2, 2) << 1.0, -1.0, -1.0, 1.0).finished();
        const Problem problem = linear_problem(
            linear_system(M, K, vector({-9.81, -17.62})),
            {contact_along(vector({1.0, 0.0}), 0.1, 0.7), contact_along(vector({-1.0, 1.0}), 0.05, 0.0)},
            Vector::Zero(2), vector({v_lower, v_upper}), duration);
        for (const Scheme& scheme : exact_schemes) {
            const State end = path_of(problem, scheme).last();
            EXPECT_NEAR(end.q(0), -0.1, 1e-12) << "k = " << k << ", scheme " << scheme.index();
            EXPECT_NEAR(end.q(1), -0.15, 1e-12) << "k = " << k << ", scheme " << scheme.index();
            EXPECT_LT(end.v.norm(), 1e-9) << "k = " << k << ", scheme " << scheme.index();
        }
    }
}

// Between two stops without play a mass strikes one and the other without end and loses everything.
TEST(CrowdedContacts, no_play_leaves_no_motion)
{
    for (const Scheme& scheme : exact_schemes)
        for (const double v : {0.25, 0.2, 1.0, 0.3, 0.7, -0.3})
            for (const auto& [e, e_other] : {std::pair(0.0, 0.0),
                                             {0.25, 0.25},
                                             {0.3, 0.3},
                                             {0.5, 0.5},
                                             {0.8, 0.8},
                                             {0.99, 0.99},
                                             {1.0, 0.5},
                                             {0.0, 1.0}}) {
                const Problem problem = linear_problem(
                    linear_system(Matrix::Ones(1, 1), 3.0 * Matrix::Ones(1, 1)),
                    {contact_along(vector({1.0}), 0.0, e), contact_along(vector({-1.0}), 0.0, e_other)},
                    Vector::Zero(1), vector({v}), 1.0);
                const Path path = path_of(problem, scheme);
                EXPECT_NEAR(path.last().q(0), 0.0, 1e-15) << v << " " << e;
                EXPECT_NEAR(path.last().v(0), 0.0, 1e-15) << v << " " << e;
                double lost = 0.0;
                for (const Impact& impact : path.impacts) lost += impact.energy_loss;
                for (const SustainedContact& phase : path.phases) lost += phase.energy_loss;
                EXPECT_NEAR(lost, 0.5 * v * v, 1e-12) << v << " " << e;  // rounding of many strikes
            }
}

// The same stop given twice, the second time with a normal of another length, is one stop.
TEST(CrowdedContacts, a_stop_given_twice_is_one)
{
    for (const double e : {0.0, 0.3})
        for (const double length : {1.0, 2.0, 3.0}) {
            LinearSystem system = linear_system(Matrix::Ones(1, 1), 4.0 * Matrix::Ones(1, 1), vector({-1.0}),
                                                0.2 * Matrix::Ones(1, 1));
            system.harmonics.push_back({.amplitude = vector({3.0}), .frequency = 2.5, .phase = 0.0});
            const Contact once = contact_along(vector({1.0}), 0.05, e);
            const Contact again = contact_along(vector({length}), 0.05 * length, e);
            const Problem alone = linear_problem(system, {once}, Vector::Zero(1), vector({-1.0}), 4.0);
            const Problem twice = linear_problem(system, {once, again}, Vector::Zero(1), vector({-1.0}), 4.0);
            for (const Scheme& scheme : exact_schemes) {
                const Path one = path_of(alone, scheme), both = path_of(twice, scheme);
                EXPECT_NEAR(both.last().q(0), one.last().q(0), 1e-9) << e << " " << length;
                EXPECT_NEAR(both.last().v(0), one.last().v(0), 1e-9) << e << " " << length;
            }
        }
}

// A plate that heaves and pitches on legs at −1, 0 and 1, pushed about by loads: the leg in the middle takes
// part in the energy balance and changes nothing, whichever legs carry.
TEST(CrowdedContacts, a_leg_more_changes_nothing)
{
    const auto leg = [](double x, double e) { return contact_along(vector({1.0, x}), 0.0, e); };
    for (const double moment : {0.2, 0.45, 0.7, 1.5}) {
        LinearSystem system = linear_system(vector({1.0, 0.4}).asDiagonal(), vector({0.5, 0.2}).asDiagonal(),
                                            vector({-1.0, 0.05}));
        system.harmonics.push_back({.amplitude = vector({0.3, moment}), .frequency = 3.1, .phase = 0.4});
        const Vector q = Vector::Zero(2), v = Vector::Zero(2);
        const Problem two = linear_problem(system, {leg(-1.0, 0.0), leg(1.0, 0.0)}, q, v, 3.0);
        for (const std::vector<Contact>& legs :
             {std::vector{leg(-1.0, 0.0), leg(1.0, 0.0), leg(0.0, 0.0)},
              std::vector{leg(0.0, 0.0), leg(-1.0, 0.0), leg(1.0, 0.0)},
              std::vector{leg(-1.0, 0.0), leg(-0.5, 0.0), leg(0.5, 0.0), leg(1.0, 0.0)}}) {
            const Problem more = linear_problem(system, legs, q, v, 3.0);
            for (const Scheme& scheme : exact_schemes)
                EXPECT_LT(distance(path_of(more, scheme).last(), path_of(two, scheme).last()), 1e-8)
                    << "moment " << moment << ", " << legs.size() << " legs, the first at "
                    << legs[0].gap.offset << ", scheme " << scheme.index();
        }
    }
}

// A stack that has come to rest rests: nothing of the speed it came with is left to separate it.
TEST(CrowdedContacts, a_stack_at_rest_stays_closed)
{
    const Matrix M = vector({1.0, 2.0, 0.7}).asDiagonal();
    const Problem problem = linear_problem(
        linear_system(M, Matrix::Zero(3, 3), vector({-9.81, -19.62, -6.867})),
        {contact_along(vector({1.0, 0.0, 0.0}), 0.1, 0.2), contact_along(vector({-1.0, 1.0, 0.0}), 0.05, 0.7),
         contact_along(vector({0.0, -1.0, 1.0}), 0.07, 0.2)},
        Vector::Zero(3), vector({0.31, -0.54, 0.12}), 2000.0);
    for (const Scheme& scheme : exact_schemes) {
        const State end = path_of(problem, scheme).last();
        for (const Contact& contact : problem.contacts)
            EXPECT_NEAR(gap_at(contact.gap, 0.0, end.q), 0.0, 1e-11) << scheme.index();
        EXPECT_LT(end.v.norm(), 1e-13) << scheme.index();
    }
}

// Touching balls under no force stay where they are until something comes.
TEST(CrowdedContacts, many_contacts_at_rest_without_reaction_wait)
{
    for (const Index n : {3, 4, 5, 8}) {
        std::vector<Contact> contacts;
        for (Index k = 0; k + 1 < n; ++k)
            contacts.push_back(contact_along(Vector::Unit(n, k + 1) - Vector::Unit(n, k), 0.0, 1.0));
        const Problem problem = linear_problem(linear_system(Matrix::Identity(n, n), Matrix::Zero(n, n)),
                                               contacts, -Vector::Unit(n, 0), Vector::Unit(n, 0), 1.8);
        const Path path = path_of(problem, EventAccurate{});
        // −1 + 2/n for the first and 2/n for the others, the complementarity law's cradle.
        for (Index i = 0; i < n; ++i)
            EXPECT_NEAR(path.last().v(i), 2.0 / static_cast<double>(n) - (i == 0 ? 1.0 : 0.0), 1e-12) << n;
    }
}

TEST(CrowdedContacts, rows_bouncing_between_walls_keep_their_gaps_open)
{
    struct Watch final : Recorder {
        const std::vector<Contact>* contacts = nullptr;
        double least = 0.0;
        double energy = 1e300;
        double gained = 0.0;
        long steps = 0;
        void step(const Instant& now) override
        {
            ++steps;
            for (const Contact& contact : *contacts)
                least = std::min(least, gap_at(contact.gap, 0.0, now.q()));
            gained = std::max(gained, now.energy().total() - energy);
            energy = now.energy().total();
        }
        bool enough() const override { return steps > 20'000; }  // a few hundred are needed
    };
    for (unsigned seed = 0; seed < 60; ++seed) {
        std::srand(seed);
        const Index n = 3 + static_cast<Index>(seed % 3);
        const Matrix M = Vector(1.5 * Vector::Ones(n) + Vector::Random(n)).asDiagonal();
        Matrix K = anchored_row(n);
        K(0, 0) = 1.0;
        const double e = 0.25 * static_cast<double>(seed % 5);
        std::vector<Contact> contacts;
        for (Index k = 0; k <= n; ++k) {  // wall, neighbours, wall
            Vector normal = Vector::Zero(n);
            if (k > 0) normal(k - 1) = -1.0;
            if (k < n) normal(k) = 1.0;
            contacts.push_back(contact_along(normal, 0.2, e));
        }
        const Problem problem =
            linear_problem(linear_system(M, K), contacts, Vector::Zero(n), 2.0 * Vector::Random(n), 5.0);
        Watch watch;
        watch.contacts = &contacts;
        const Outcome outcome = integrate(problem, EventAccurate{}, watch);
        EXPECT_EQ(outcome.status, Status::ok) << "seed " << seed << ": " << outcome.reason;
        EXPECT_NEAR(outcome.time, 5.0, 1e-11) << "seed " << seed << " stands still";
        EXPECT_GT(watch.least, -1e-12) << "seed " << seed;  // rounding
        EXPECT_LT(watch.gained, 1e-12) << "seed " << seed;
    }
}

// The same pushed about by loads, damped, with normals of any length: gaps stay open, the energy balance
// closes, and two ways to fly, which share no formula between impacts, end in the same state.
TEST(CrowdedContacts, rows_under_loads_keep_their_books)
{
    struct Watch final : Recorder {
        const std::vector<Contact>* contacts = nullptr;
        double least = 0.0;
        void step(const Instant& now) override
        {
            for (const Contact& contact : *contacts)
                least = std::min(least, gap_at(contact.gap, 0.0, now.q()));
        }
    };
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::srand(seed);
        const Index n = 2 + static_cast<Index>(seed % 3);
        const Matrix M = Vector(1.5 * Vector::Ones(n) + Vector::Random(n)).asDiagonal();
        const Matrix K = anchored_row(n);
        LinearSystem system = linear_system(M, K, 0.3 * Vector::Random(n), 0.02 * M + 0.01 * K);
        system.harmonics.push_back({.amplitude = 0.5 * Vector::Random(n), .frequency = 1.7, .phase = 0.3});
        std::vector<Contact> contacts;
        for (Index k = 0; k <= n; ++k) {
            Vector normal = Vector::Zero(n);
            if (k > 0) normal(k - 1) = -1.0;
            if (k < n) normal(k) = 1.0;
            const double length = 1.0 + 0.5 * static_cast<double>(k);
            contacts.push_back(
                contact_along(length * normal, 0.2 * length, 0.2 * static_cast<double>(seed % 6)));
        }
        Problem problem = linear_problem(system, contacts, Vector::Zero(n), Vector::Random(n), 8.0);
        problem.sample_every = 0.01 * static_cast<double>(1 + seed % 4);
        std::vector<State> ends;
        for (const Scheme& scheme : exact_schemes) {
            Watch watch;
            watch.contacts = &contacts;
            Analyst analyst(problem, {});
            Recorders recorders{&watch, &analyst};
            const Outcome outcome = integrate(problem, scheme, recorders);
            const EnergyFindings energy = analyst.findings().energy;
            EXPECT_EQ(outcome.status, Status::ok) << "seed " << seed << ": " << outcome.reason;
            EXPECT_GT(watch.least, -1e-12) << "seed " << seed << ", scheme " << scheme.index();
            EXPECT_LT(std::abs(energy.balance_error), 1e-9 * *energy.at_stake)
                << "seed " << seed << ", scheme " << scheme.index();
            ends.push_back(analyst.findings().final);
        }
        EXPECT_LT(distance(ends[0], ends[1]), 1e-6) << "seed " << seed;  // rounding, grown over the impacts
    }
}

}  // namespace
}  // namespace rebond::test
