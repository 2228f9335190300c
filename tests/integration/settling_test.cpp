// Several bodies that come to rest on each other, or move on together: exact ends of bursts that contract.
#include "integration/linear_problem.hpp"
#include "rebond/scene/build.hpp"

#include <numbers>

namespace rebond::test {
namespace {

constexpr double g = 9.81;

// Masses above each other at the heights given, the lowest above a floor at zero, under gravity.
Problem falling_masses(const Vector& masses, const Vector& heights, double e, double duration)
{
    const Index n = masses.size();
    std::vector<Contact> contacts{contact_along(Vector::Unit(n, 0), 0.0, e)};
    for (Index k = 1; k < n; ++k)
        contacts.push_back(contact_along(Vector::Unit(n, k) - Vector::Unit(n, k - 1), 0.0, e));
    return linear_problem(linear_system(masses.asDiagonal(), Matrix::Zero(n, n), -g * masses),
                          std::move(contacts), heights, Vector::Zero(n), duration);
}

// A light bead lands, and a heavy mass on it: both rest on the floor, whatever the ratio of their masses.
TEST(Settling, a_bead_between_a_floor_and_a_mass_rests_for_any_ratio_of_masses)
{
    const double h = 1e-4;
    const Scheme schemes[] = {EventAccurate{},         EventModal{},
                              EventNewmark{.step = h}, PaoliSchatzman{.step = h},
                              MoreauJean{.step = h},   PaoliSchatzmanImplicit{.step = h}};
    for (double ratio = 1e-12; ratio < 2e12; ratio *= 1e3)
        for (const Scheme& scheme : schemes) {
            const double bead = std::min(ratio, 1.0), mass = std::min(1.0 / ratio, 1.0);
            const Problem problem = falling_masses(vector({bead, mass}), vector({0.1, 0.2}), 0.0, 0.5);
            const Path path = path_of(problem, scheme);
            // Time stepping lands a step late, and stays where it landed.
            const double late = scheme.index() < 3 ? 1e-9 : 2.0 * h * std::sqrt(2.0 * g * 0.2);
            EXPECT_NEAR(path.last().q(0), 0.0, late) << ratio << " scheme " << scheme.index();
            EXPECT_NEAR(path.last().q(1), 0.0, 2.0 * late) << ratio << " scheme " << scheme.index();
            EXPECT_LT(path.last().v.norm(), 1e-3) << ratio << " scheme " << scheme.index();
            if (scheme.index() < 3) {
                ASSERT_FALSE(path.impacts.empty());
                EXPECT_NEAR(path.impacts.back().time, std::sqrt(2.0 * 0.2 / g), 1e-9);
            }
        }
}

// Rows of masses fall with gaps, or touching, on a floor that gives back half: all lie there in the end.
TEST(Settling, stacks_come_to_rest)
{
    std::vector<Vector> stacks{vector({0.98, 1.27, 0.13, 7.85, 1.19, 0.2}), vector({1.14, 0.35, 3.8, 0.33}),
                               vector({1.0, 1.0, 1.0, 1.0, 1.0})};
    for (const Vector& masses : stacks)
        for (const double gap : {0.0, 0.01})
            for (const double e : {0.0, 0.3, 0.5, 0.7})
                for (const Scheme& scheme : exact_schemes) {
                    const Index n = masses.size();
                    const Vector heights = Vector::LinSpaced(n, 0.1, 0.1 + gap * double(n - 1));
                    const Path path = path_of(falling_masses(masses, heights, e, 5.0), scheme);
                    EXPECT_LT(path.last().q.norm(), 1e-9) << n << " " << gap << " e " << e;
                    EXPECT_LT(path.last().v.norm(), 1e-9) << n << " " << gap << " e " << e;
                }
}

// Without forces, masses that lose half of each impact may collapse: what is left is one body, and its
// velocity is that of the centre of mass of those that moved.
TEST(Settling, free_masses_that_collapse_move_on_together)
{
    const Vector m = vector({0.84, 0.21, 0.44, 0.27, 0.24, 0.11, 0.98, 0.19, 0.94, 0.48});
    const Index n = m.size();
    std::vector<Contact> contacts;
    for (Index k = 1; k < n; ++k)
        contacts.push_back(contact_along(Vector::Unit(n, k) - Vector::Unit(n, k - 1), 0.0, 0.5));
    const Problem problem = linear_problem(linear_system(m.asDiagonal(), Matrix::Zero(n, n)), contacts,
                                           Vector::LinSpaced(n, 0.0, 0.9), Vector::Unit(n, 0), 3.0);
    for (const Scheme& scheme : exact_schemes) {
        const Path path = path_of(problem, scheme);
        EXPECT_NEAR(m.dot(path.last().v), m(0), 1e-13);  // momentum
        EXPECT_NEAR(m.dot(path.last().q), m.dot(problem.initial.q) + 3.0 * m(0), 1e-12);
        for (Index k = 1; k < n; ++k) {
            EXPECT_GE(path.last().q(k) - path.last().q(k - 1), -1e-13);  // rounding of velocities, for 3 s
            EXPECT_GE(path.last().v(k) - path.last().v(k - 1), -1e-12);  // nothing approaches any more
        }
        double lost = 0.0;
        for (const Impact& impact : path.impacts) lost += impact.energy_loss;
        for (const SustainedContact& phase : path.phases) lost += phase.energy_loss;
        EXPECT_NEAR(path.energies.front() - path.energies.back(), lost, 1e-12);
    }
}

// Two free masses collide without rebound while both move at 10 m/s: their velocities agree to rounding of
// those, and no approach is left.
TEST(Settling, masses_that_dock_move_on_together)
{
    const Vector m = vector({2.46, 4.13});
    const Problem problem = linear_problem(
        linear_system(m.asDiagonal(), Matrix::Zero(2, 2), vector({-2.46, 0.0})),
        {contact_along(vector({-1.0, 1.0}), 0.0, 0.0)}, vector({0.0, 0.1}), vector({11.0, 10.0}), 0.5);
    // The gap 0.1 − t + t²/2 closes at 1 − √0.8; the load then pulls the first mass away again.
    const double t = 1.0 - std::sqrt(0.8);
    const double together = (2.46 * (11.0 - t) + 4.13 * 10.0) / 6.59;
    for (const Scheme& scheme : exact_schemes) {
        const Path path = path_of(problem, scheme);
        ASSERT_EQ(path.impacts.size(), 1u);
        EXPECT_NEAR(path.impacts[0].time, t, 1e-13);
        EXPECT_NEAR(path.last().v(0), together - (0.5 - t), 1e-12);
        EXPECT_NEAR(path.last().v(1), together, 1e-12);
    }
}

// Five masses fall touching, e = 1: nothing tells them apart, so their impacts are resolved together and rise
// together.
TEST(Settling, masses_that_fall_touching_rise_together)
{
    for (const Scheme& scheme : exact_schemes) {
        Problem problem = falling_masses(Vector::Ones(5), Vector::Constant(5, 0.1), 1.0, 0.5);
        problem.sample_every = 0.005;
        const Path path = path_of(problem, scheme);
        const double fall = std::sqrt(2.0 * 0.1 / g);
        const double s = 0.5 - 3.0 * fall;  // since the second impact
        const double height = std::sqrt(2.0 * g * 0.1) * s - 0.5 * g * s * s;
        ASSERT_GT(s, 0.0);
        for (Index k = 0; k < 5; ++k) EXPECT_NEAR(path.last().q(k), height, 1e-12) << k;
    }
}

// k = 1 beside 1e15: the soft mass swings as cos t, and hits its stop at arccos(−½).
TEST(Settling, a_soft_spring_beside_a_stiff_one_is_not_forgotten)
{
    const Matrix K{{1.0, -1.0}, {-1.0, 1e15}};
    const Problem problem = linear_problem(linear_system(Matrix::Identity(2, 2), K),
                                           {contact_along(vector({1.0, 0.0}), 0.5, 1.0)}, vector({1.0, 0.0}),
                                           Vector::Zero(2), 3.0);
    const Path path = path_of(problem, EventModal{});
    ASSERT_FALSE(path.impacts.empty());
    EXPECT_NEAR(path.impacts[0].time, 2.0 * std::numbers::pi / 3.0,
                1e-11);  // 1e-15 of coupling, and rounding
}

// A bead between a floor and a mass that comes down on it, no forces: where the mass of the bead is a small
// part a of both, the cycle of its two impacts has the trace e((1+e)(1−a) − 1) + 1 − (1+e)a and the
// determinant e². Where the trace is 2e or more both eigenvalues are positive: the turns never end, and tend
// to rest, although the gaps close long before the mass has lost its speed.
TEST(Settling, a_mass_that_catches_a_bead_comes_to_rest_by_turns)
{
    struct Turn {
        double bead, e;
        Law law;
    };
    for (const auto& [bead, e, law] :
         {Turn{2.4e-12, 0.9, Law::newton}, Turn{1e-10, 0.7, Law::newton}, Turn{1.7e-8, 0.7, Law::newton},
          Turn{3e-7, 0.7, Law::newton}, Turn{1e-4, 0.5, Law::newton}, Turn{0.01, 0.7, Law::newton},
          Turn{1e-4, 0.3, Law::outward}, Turn{0.1, 0.3, Law::outward}}) {
        const double a = bead / (1.0 + bead);
        ASSERT_GE(e * ((1.0 + e) * (1.0 - a) - 1.0) + 1.0 - (1.0 + e) * a, 2.0 * e);
        std::vector<Contact> contacts{contact_along(vector({1.0, 0.0}), 0.0, e),
                                      contact_along(vector({-1.0, 1.0}), 0.0, e)};
        for (Contact& contact : contacts) contact.law.law = law;
        for (const double height : {0.163, 0.1187, 0.0771}) {
            const Problem problem =
                linear_problem(linear_system(vector({bead, 1.0}).asDiagonal(), Matrix::Zero(2, 2)), contacts,
                               vector({height, 0.325}), vector({-0.557, -0.621}), 1.0);
            for (const Scheme& scheme : exact_schemes) {
                const Path path = path_of(problem, scheme);
                EXPECT_LT(path.last().v.norm(), 1e-12) << bead << " " << e << " scheme " << scheme.index();
                EXPECT_LT(path.last().q.norm(), 1e-12) << bead << " " << e << " scheme " << scheme.index();
            }
        }
    }
}

// The same without the promise of rest: impacts in turn, nothing else, say how the two separate.
// There is no length in it, so the answer is the same for every gap, down to those that rounding closes.
TEST(Settling, turns_that_end_separate_as_their_velocities_say)
{
    struct Turn {
        double bead, e;
    };
    for (const auto& [bead, e] : {Turn{1e-4, 0.99}, Turn{1e-4, 0.9999}, Turn{1e-6, 0.9999}, Turn{1e-6, 0.999},
                                  Turn{0.01, 0.9}, Turn{0.003, 0.9}, Turn{1e-6, 1.0}}) {
        double v = 0.0, V = -1.0;  // of the bead and of the mass
        for (bool has_struck = true; has_struck;) {
            has_struck = false;
            if (V < v) {
                const double p = (1.0 + e) * (v - V) / (1.0 + 1.0 / bead);
                v -= p / bead;
                V += p;
                has_struck = true;
            }
            if (v < 0.0) {
                v = -e * v;
                has_struck = true;
            }
        }
        for (const double gap : {1e-3, 1e-6, 1e-9, 1e-10, 1e-11, 1e-12, 1e-14, 1e-15}) {
            const Problem problem = linear_problem(
                linear_system(vector({bead, 1.0}).asDiagonal(), Matrix::Zero(2, 2)),
                {contact_along(vector({1.0, 0.0}), 0.0, e), contact_along(vector({-1.0, 1.0}), 0.0, e)},
                vector({gap, gap + 0.5}), vector({0.0, -1.0}), 1.0);
            for (const Scheme& scheme : exact_schemes)
                EXPECT_NEAR(path_of(problem, scheme).last().v(1), V, 1e-10)
                    << bead << " e " << e << " gap " << gap << " scheme " << scheme.index();
        }
    }
}

// Impacts in turn at one instant, which only one of the two contacts rests after: by flights of two
// kinds. To end the low bounces of one contact between them would separate the two by 3e-7 of the motion.
TEST(Settling, impacts_in_turn_end_alike_in_every_flight)
{
    const Matrix M{{0.14, -0.0014}, {-0.0014, 1.83}}, K{{40.6, 13.8}, {13.8, 12.2}};
    const Problem problem = linear_problem(linear_system(M, K),
                                           {contact_along(vector({1.0, -1.0}), 0.00314, 0.5),
                                            contact_along(vector({-1.05, 0.21}), 0.00333, 0.5)},
                                           Vector::Zero(2), vector({0.331, 0.473}), 0.4);
    const Path accurate = path_of(problem, EventAccurate{}), modal = path_of(problem, EventModal{});
    ASSERT_GT(accurate.impacts.size(), 20u);
    EXPECT_LT((accurate.last().q - modal.last().q).norm(), 1e-11);
    EXPECT_LT((accurate.last().v - modal.last().v).norm(), 1e-10);
}

}  // namespace
}  // namespace rebond::test
