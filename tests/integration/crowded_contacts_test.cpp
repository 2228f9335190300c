// Rows of masses that bounce between each other and two walls: bursts of impacts, several contacts within
// rounding of zero at once, some of them parting while others meet.
#include "integration/linear_problem.hpp"
#include "rebond/analysis/findings.hpp"
#include "rebond/contact/closed_contacts.hpp"

namespace rebond::test {
namespace {

// A contact that is already parting, at zero gap to rounding, while another strikes: whatever its law, it
// does not come out approaching.
TEST(CrowdedContacts, AContactThatPartsIsNotTurnedRound)
{
    // A mass between a wall it has just left at 1 and one it is struck by: G = [1 −1; −1 2].
    for (const double e : {0.25, 0.5, 1.0}) {
        ClosedContacts contacts(2);
        contacts.add(0, e, 1.0);
        contacts.add(1, e, -4.0);
        contacts.G << 1.0, -1.0, -1.0, 2.0;
        ASSERT_TRUE(contacts.strike());
        EXPECT_GE(contacts.after(0), 0.0) << e;
        EXPECT_GE(contacts.after(1), 0.0) << e;
        EXPECT_GE(contacts.energy_loss(0) + contacts.energy_loss(1), -1e-14) << e;
    }
}

// Touching balls under no force stay where they are until something comes.
TEST(CrowdedContacts, ManyContactsAtRestWithoutReactionWait)
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

TEST(CrowdedContacts, RowsBouncingBetweenWallsKeepTheirGapsOpen)
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
            for (const Contact& contact : *contacts) least = std::min(least, gap_at(contact.gap, now.q()));
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

// The same pushed about by loads, damped, with normals of any length: gaps stay open and the books close.
TEST(CrowdedContacts, RowsUnderLoadsKeepTheirBooks)
{
    struct Watch final : Recorder {
        const std::vector<Contact>* contacts = nullptr;
        double least = 0.0;
        void step(const Instant& now) override
        {
            for (const Contact& contact : *contacts) least = std::min(least, gap_at(contact.gap, now.q()));
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
        for (const Scheme& scheme : {Scheme(EventModal{}), Scheme(EventAccurate{})}) {
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
        }
    }
}

}  // namespace
}  // namespace rebond::test
