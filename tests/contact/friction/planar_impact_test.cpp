#include "rebond/contact/friction/planar_impact.hpp"

#include "rebond/contact/friction/frictional_impact.hpp"
#include "rebond/contact/frictionless_impact.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace rebond {
namespace {

constexpr std::array all_laws = {Law::newton, Law::poisson, Law::stronge};

Eigen::Matrix2d mobility(double a, double c, double b)
{
    Eigen::Matrix2d G;
    G << a, c, c, b;
    return G;
}

// Kinetic energy that depends on the contact's velocities.
double energy(const Eigen::Matrix2d& G, const Vector2& u)
{
    return 0.5 * u.dot(Vector2(G.inverse() * u));
}

// The lower tip of a uniform rod of mass 1 and length 1.
Eigen::Matrix2d rod_tip(double angle)
{
    const double s = std::sin(angle), c = std::cos(angle);
    return mobility(1.0 + 3.0 * c * c, -3.0 * s * c, 1.0 + 3.0 * s * s);
}

// Random contacts that approach: every state of slip occurs.
struct RandomContacts {
    std::mt19937 random{31};
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    Eigen::Matrix2d G;
    Vector2 u;
    double friction, e;

    void next()
    {
        do {
            Eigen::Matrix<double, 2, 3> W;
            for (double& weight : W.reshaped()) weight = normal(random);
            G = W * W.transpose();
        } while (G.determinant() < 1e-3 * G(0, 0) * G(1, 1));
        u = {-std::abs(normal(random)), normal(random)};
        if (uniform(random) < 0.1) u(1) = 0.0;
        friction = 2.0 * uniform(random);
        e = uniform(random) < 0.1 ? std::round(uniform(random)) : uniform(random);
    }
    double speed() const { return u.cwiseAbs().maxCoeff(); }
};

// What happens along the path up to the normal impulse N, by steps to the next change of slip.
struct Walk {
    Vector2 u;
    double T = 0.0;
    double work = 0.0, negative_work = 0.0;  // ∫u_n dN, and its part with u_n < 0

    Walk(const Eigen::Matrix2d& G, const Vector2& start, double friction, double N) : u(start)
    {
        double left = N;
        while (left > 0.0) {
            const double s = u(1) > 0.0 ? 1.0 : u(1) < 0.0 ? -1.0 : 0.0;
            double dT = -friction * s;
            if (s == 0.0) {
                dT = -G(1, 0) / G(1, 1);
                if (std::abs(dT) > friction) dT = dT > 0.0 ? friction : -friction;
            }
            Vector2 rate = G * Vector2(1.0, dT);
            if (s == 0.0 && std::abs(dT) < friction) rate(1) = 0.0;
            double step = left;
            bool stops = false;
            if (s * rate(1) < 0.0 && -u(1) / rate(1) <= step) {
                step = -u(1) / rate(1);
                stops = true;
            }
            if (u(0) < 0.0 && rate(0) > 0.0 && -u(0) / rate(0) < step) {
                step = std::max(-u(0) / rate(0), 1e-14 * N);
                stops = false;
            }
            const double done = step * (u(0) + 0.5 * step * rate(0));
            work += done;
            if (u(0) + 0.5 * step * rate(0) < 0.0) negative_work += done;
            u += step * rate;
            if (stops) u(1) = 0.0;
            T += step * dT;
            left -= step;
        }
    }
};

void expect_near(const Vector2& is, const Vector2& wanted, double tolerance)
{
    EXPECT_NEAR(is(0), wanted(0), tolerance);
    EXPECT_NEAR(is(1), wanted(1), tolerance);
}

TEST(PlanarImpact, has_the_reference_values_where_the_slip_reverses)
{
    const Eigen::Matrix2d G = mobility(1.0, 0.6, 0.5);
    const Vector2 u(-1.0, -0.3);
    struct Row {
        Law law;
        Vector2 after, impulse;
        double change;  // of the energy, over the energy before
    };
    for (const Row& row : {Row{Law::newton,
                               {0.5000000000000001, 0.5205882352941177},
                               {1.8403361344537816, -0.5672268907563025},
                               -0.6362644802166391},
                           Row{Law::poisson,
                               {0.39411764705882346, 0.46764705882352936},
                               {1.6890756302521008, -0.4915966386554621},
                               -0.6730931247179179},
                           Row{Law::stronge,
                               {0.41037580886093905, 0.47577613972458715},
                               {1.7123015756836946, -0.503209611371259},
                               -0.6683884105699577}}) {
        const PlanarImpact impact = planar_impact(G, u, {row.law, 0.5, 0.5});
        expect_near(impact.after, row.after, 1e-14);
        expect_near(impact.impulse, row.impulse, 1e-14);
        EXPECT_NEAR(-impact.energy_loss / energy(G, u), row.change, 1e-14);
        EXPECT_TRUE(impact.reverses);
        EXPECT_FALSE(impact.sticks);
        EXPECT_FALSE(impact.is_bounded);
    }
}

// Kane and Levinson's double pendulum on rough ground.
TEST(PlanarImpact, of_a_double_pendulum_gains_energy_by_newtons_law_only_and_only_unbounded)
{
    Eigen::Matrix2d M, W;  // W: normal and tangent as columns
    M << 1.3333333333333333, 0.492403876506104, 0.492403876506104, 0.3333333333333333;
    W << 0.3420201433256687, 0.9396926207859084, 0.49999999999999994, 0.8660254037844387;
    const Vector2 v(-0.1, -0.2), u = W.transpose() * v;
    const Eigen::Matrix2d G = W.transpose() * M.inverse() * W;
    struct Row {
        ImpactLaw law;
        Vector2 after;  // of the coordinates
        double change;
    };
    for (const Row& row :
         {Row{{Law::newton, 0.5, 0.7, false},
              {-0.33464892984356287, 0.36311536423032115},
              0.5874946869298461},
          Row{{Law::newton, 0.5, 0.7, true}, {-0.265603198273, 0.288196355885}, 0.0},
          Row{{Law::poisson, 0.5, 0.7}, {-0.1909665015969545, 0.20721079495333733}, -0.48305089989695943},
          Row{{Law::stronge, 0.5, 0.7}, {-0.1926019305136754, 0.20898533930058955}, -0.4741587263712421}}) {
        const PlanarImpact impact = planar_impact(G, u, row.law);
        expect_near(v + M.inverse() * W * impact.impulse, row.after, 1e-11);
        EXPECT_NEAR(-impact.energy_loss / energy(G, u), row.change, 1e-12);
        EXPECT_TRUE(impact.sticks);
        EXPECT_FALSE(impact.reverses);
        const bool lowers = row.law.law == Law::newton && row.law.bounded;
        EXPECT_EQ(impact.is_bounded, lowers);
        EXPECT_NEAR(impact.restitution, lowers ? 0.396838559140 : 0.5, 1e-12);
    }
}

TEST(PlanarImpact, of_a_rod_and_a_floor_has_the_reference_values)
{
    const Eigen::Matrix2d G = rod_tip(std::acos(-1.0) / 3.0);
    struct Row {
        Law law;
        Vector2 impulse;
        double normal, change;
    };
    for (const Row& row :
         {Row{Law::newton, {1.0564904735808351, 0.11459119491257952}, 0.7, -0.10117797358083552},
          Row{Law::poisson, {0.82915880508742, 0.02372581029719492}, 0.4202071772388736, -0.2285072569108415},
          Row{Law::stronge,
              {0.9012480719556033, 0.052540180965522265},
              0.5089324287689453,
              -0.19501676040319335}}) {
        const PlanarImpact impact = planar_impact(G, {-1.0, 1.0}, {row.law, 0.7, 0.5});
        expect_near(impact.impulse, row.impulse, 1e-14);
        expect_near(impact.after, {row.normal, 0.0}, 1e-14);
        EXPECT_NEAR(-impact.energy_loss, row.change, 1e-14);
    }
}

// The first impact of the dropped bar, e = 0. It falls at `u_n`, which the energy lost and the impulse give.
TEST(PlanarImpact, of_the_dropped_bar_has_the_reference_values)
{
    struct Row {
        Eigen::Matrix2d G;
        double friction, N, T, loss;
        bool sticks;
    };
    for (const Row& row : {Row{mobility(226.2083903920622, 32.23162892065573, 158.1584806736906), 0.1,
                               0.004642403598883507, -0.0004642403598883507, 0.002420568480741211, false},
                           Row{mobility(82.40523265531012, 86.85488995229056, 188.18909327566854), 0.3,
                               0.018371075396987815, -0.005511322619096344, 0.011047643681664342, false},
                           Row{mobility(139.646429185152, 93.37148445626117, 147.98432786589836), 1.0,
                               0.012822325612314712, -0.00809031330458376, 0.006636755101456094, true}}) {
        const double u_n = -(row.G(0, 0) * row.N + row.G(0, 1) * row.T);
        EXPECT_NEAR(u_n, -1.0351874, 1e-6);
        for (const Law law : all_laws) {
            const PlanarImpact impact = planar_impact(row.G, {u_n, 0.0}, {law, 0.0, row.friction});
            expect_near(impact.impulse, {row.N, row.T}, 1e-13);
            EXPECT_EQ(impact.after(0), 0.0);
            EXPECT_NEAR(impact.energy_loss, row.loss, 1e-13);
            EXPECT_EQ(impact.sticks, row.sticks);
            if (row.sticks) {
                EXPECT_EQ(impact.after(1), 0.0);
            }
        }
    }
}

// A bar that slides and then sticks. G follows from the impulses of the first two rows; the third tests it.
TEST(PlanarImpact, of_a_sliding_bar_has_the_reference_values)
{
    const Eigen::Matrix2d G = mobility(197.4324344810663, 54.4128167582878, 181.47115183129);
    const Vector2 u(-1.0351874226438418, -0.5);
    struct Row {
        Law law;
        Vector2 impulse;
        double normal, loss;
    };
    for (const Row& row : {Row{Law::newton,
                               {0.007745593322863865, 0.0004327985415103865},
                               0.5175937113219209,
                               0.0021127348325632954},
                           Row{Law::poisson,
                               {0.007331713684496892, 0.0005568973676609106},
                               0.4426330134242329,
                               0.0023114439773574166},
                           Row{Law::stronge,
                               {0.007473447449181646, 0.0005143995199951672},
                               0.46830342803645286,
                               0.002246888751739038}}) {
        const PlanarImpact impact = planar_impact(G, u, {row.law, 0.5, 0.5});
        expect_near(impact.impulse, row.impulse, 1e-10);
        expect_near(impact.after, {row.normal, 0.0}, 1e-10);
        EXPECT_NEAR(impact.energy_loss, row.loss, 1e-10);
        EXPECT_TRUE(impact.sticks);
    }
}

// A disc on a floor and two discs: c = 0, and the three laws agree.
TEST(PlanarImpact, of_discs_has_the_reference_values_by_every_law)
{
    const double r = 0.1, m = 2.0;
    const Eigen::Matrix2d floor = mobility(1.0 / m, 0.0, 3.0 / m), pair = mobility(1.5, 0.0, 4.5);
    const Vector2 n(-std::sqrt(0.75), -0.5), t(n(1), -n(0)), dv(3.0, 0.5);
    const Vector2 u(n.dot(dv), t.dot(dv) + 0.1 * 5.0 + 0.15 * -3.0);
    for (const Law law : all_laws) {
        const PlanarImpact sticking = planar_impact(floor, {-4.0, 3.0}, {law, 0.5, 0.2});
        expect_near(sticking.impulse, {12.0, -2.0}, 1e-14);
        expect_near(sticking.after, {2.0, 0.0}, 1e-14);
        EXPECT_NEAR(sticking.energy_loss, 15.0, 1e-13);
        const PlanarImpact slipping = planar_impact(floor, {-2.0, 5.0 + r * 20.0}, {law, 0.5, 0.2});
        expect_near(slipping.impulse, {6.0, -1.2}, 1e-14);
        expect_near(slipping.after, {1.0, 4.4 + r * 8.0}, 1e-14);
        EXPECT_NEAR(slipping.energy_loss, 10.32, 1e-13);
        const PlanarImpact rolling = planar_impact(pair, u, {law, 0.8, 0.1});
        expect_near(rolling.impulse, {3.4176914536239793, 0.22599717735728456}, 1e-14);
        EXPECT_NEAR(rolling.energy_loss, 1.0883027020714833, 1e-14);
        const PlanarImpact rubbing = planar_impact(pair, u, {law, 0.8, 0.05});
        expect_near(rubbing.impulse, {3.4176914536239793, 0.17088457268119897}, 1e-14);
        EXPECT_NEAR(rubbing.energy_loss, 1.0814685538845725, 1e-14);
    }
}

TEST(PlanarImpact, without_friction_has_the_bits_of_the_frictionless_impact)
{
    RandomContacts contact;
    for (int trial = 0; trial < 20000; ++trial) {
        contact.next();
        for (const Law law : all_laws) {
            const ImpactLaw smooth{law, contact.e, 0.0};
            const PlanarImpact impact = planar_impact(contact.G, contact.u, smooth);
            FrictionlessImpact frictionless(1);
            frictionless.add(0, smooth, contact.u(0));
            frictionless.G(0, 0) = contact.G(0, 0);
            ASSERT_TRUE(frictionless.resolve());
            ASSERT_EQ(impact.impulse(0), frictionless.impulses(0));
            ASSERT_EQ(impact.after(0), frictionless.after(0));
            ASSERT_EQ(impact.energy_loss, frictionless.energy_loss(0));
            ASSERT_EQ(impact.impulse(1), 0.0);
            ASSERT_NEAR(impact.after(1), contact.u(1) + contact.G(1, 0) * impact.impulse(0), 1e-14);
        }
    }
}

TEST(PlanarImpact, keeps_every_condition_over_random_contacts)
{
    RandomContacts contact;
    int bounded = 0, unbounded_gains = 0, reversals = 0, stops = 0;
    for (int trial = 0; trial < 100000; ++trial) {
        contact.next();
        const auto& [random, normal, uniform, G, u, friction, e] = contact;
        PlanarImpact by[3];
        const double E = energy(G, u);
        for (std::size_t k = 0; k < 3; ++k) {
            const PlanarImpact impact = by[k] = planar_impact(G, u, {all_laws[k], e, friction});
            const Vector2& p = impact.impulse;
            // Momentum, to rounding.
            const double size = contact.speed() + (G.cwiseAbs() * p.cwiseAbs()).maxCoeff();
            ASSERT_LE((u + G * p - impact.after).cwiseAbs().maxCoeff(), 1e-12 * size) << trial;
            ASSERT_GE(impact.after(0), 0.0) << trial;
            ASSERT_GT(p(0), 0.0);
            ASSERT_LE(std::abs(p(1)), friction * p(0)) << trial;
            const double turnover = p.cwiseAbs().dot(Vector2(u.cwiseAbs() + impact.after.cwiseAbs()));
            ASSERT_GE(impact.energy_loss, -1e-12 * turnover) << trial;
            ASSERT_NEAR(impact.energy_loss, E - energy(G, impact.after), 1e-10 * (E + turnover)) << trial;
            if (impact.sticks) {
                ASSERT_EQ(impact.after(1), 0.0);
            }
            // Along the path: friction and velocities by independent steps.
            const Walk walk(G, u, friction, p(0));
            ASSERT_LE((walk.u - impact.after).cwiseAbs().maxCoeff(), 1e-10 * size) << trial;
            ASSERT_NEAR(walk.T, p(1), 1e-10 * (1.0 + friction) * p(0)) << trial;

            // Its mirror image flips T, to the last bit.
            Eigen::Matrix2d mirrored = G;
            mirrored(0, 1) = mirrored(1, 0) = -G(0, 1);
            const PlanarImpact image = planar_impact(mirrored, {u(0), -u(1)}, {all_laws[k], e, friction});
            ASSERT_EQ(image.impulse(0), p(0));
            ASSERT_EQ(image.impulse(1), -p(1));
            ASSERT_EQ(image.after(1), -impact.after(1));
        }
        const auto& [newton, poisson, stronge] = by;
        const Walk walk(G, u, friction, stronge.impulse(0));
        ASSERT_NEAR(walk.work - walk.negative_work, -e * e * walk.negative_work,
                    1e-10 * std::abs(walk.negative_work))
            << trial;
        ASSERT_NEAR(poisson.impulse(0), (1.0 + e) * poisson.compression, 1e-14 * poisson.impulse(0));
        if (!newton.is_bounded) {
            ASSERT_EQ(newton.after(0), -e * u(0));
        }

        // One state of slip: the laws agree.
        const double s = u(1) > 0.0 ? 1.0 : -1.0;
        const bool changes = u(1) != 0.0 && !(s * newton.after(1) > 0.0 && s * poisson.after(1) > 0.0);
        if (!changes) {
            const double size = 1e-12 * newton.impulse(0);
            ASSERT_NEAR(newton.impulse(0), poisson.impulse(0), size) << trial;
            ASSERT_NEAR(newton.impulse(0), stronge.impulse(0), size) << trial;
        }
        // A gain of the unbounded law, and only that, lowers e.
        const PlanarImpact paradox = planar_impact(G, u, {Law::newton, e, friction, false});
        if (std::abs(paradox.energy_loss) > 1e-9 * E) {
            ASSERT_EQ(newton.is_bounded, paradox.energy_loss < 0.0) << trial;
        }
        if (newton.is_bounded) {
            ASSERT_GE(newton.restitution, 0.0);
            ASSERT_LT(newton.restitution, e);
            ASSERT_NEAR(newton.energy_loss, 0.0, 1e-11 * E);
        }
        bounded += newton.is_bounded;
        unbounded_gains += paradox.energy_loss < -1e-6 * E;
        reversals += paradox.reverses;
        stops += paradox.sticks;
    }
    EXPECT_GT(bounded, 500);
    EXPECT_GT(unbounded_gains, 500);
    EXPECT_LE(unbounded_gains, bounded);
    EXPECT_GT(reversals, 1000);
    EXPECT_GT(stops, 10000);
}

TEST(PlanarImpact, is_the_same_by_every_law_where_normal_and_tangent_do_not_couple)
{
    RandomContacts contact;
    for (int trial = 0; trial < 20000; ++trial) {
        contact.next();
        contact.G(0, 1) = contact.G(1, 0) = 0.0;
        PlanarImpact by[3];
        for (std::size_t k = 0; k < 3; ++k)
            by[k] = planar_impact(contact.G, contact.u, {all_laws[k], contact.e, contact.friction});
        for (const PlanarImpact& impact : by) {
            ASSERT_NEAR(impact.after(0), -contact.e * contact.u(0), 1e-14 * contact.speed());
            ASSERT_NEAR(impact.impulse(0), by[0].impulse(0), 1e-14 * by[0].impulse(0));
            ASSERT_NEAR(impact.impulse(1), by[0].impulse(1), 1e-14 * (1.0 + by[0].impulse(0)));
            ASSERT_FALSE(impact.reverses);
        }
    }
}

// For one contact the total-impulse law differs only where the sliding reverses.
TEST(PlanarImpact, equals_the_law_of_total_impulses_unless_the_sliding_reverses)
{
    RandomContacts contact;
    int differ = 0, compared = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        contact.next();
        // Beyond a/|c| the total-impulse problem has several answers.
        if (contact.friction * std::abs(contact.G(0, 1)) >= contact.G(0, 0)) continue;
        for (const Law law : {Law::newton, Law::poisson}) {
            const ImpactLaw rough{law, contact.e, contact.friction};
            const PlanarImpact impact = planar_impact(contact.G, contact.u, rough);
            if (impact.is_bounded) continue;
            FrictionalImpact total(1);
            total.add(0, rough, contact.u, contact.u);
            total.G = contact.G;
            ASSERT_TRUE(total.resolve());
            if (total.is_bounded()) continue;
            const double apart = (total.impulses - impact.impulse).norm() / impact.impulse.norm();
            if (impact.reverses) {
                differ += apart > 1e-6;
                continue;
            }
            ++compared;
            ASSERT_LE(apart, 1e-9) << trial;
        }
    }
    EXPECT_GT(differ, 100);
    EXPECT_GT(compared, 10000);
}

// The path in small steps of the normal impulse, with Coulomb's friction implicit in each of them.
TEST(PlanarImpact, is_the_limit_of_small_steps_of_impulse)
{
    RandomContacts contact;
    constexpr int steps = 20000;
    for (int trial = 0; trial < 300; ++trial) {
        contact.next();
        const auto& [random, normal, uniform, G, u, friction, e] = contact;
        for (const Law law : all_laws) {
            const PlanarImpact impact = planar_impact(G, u, {law, e, friction, false});
            const double dN = impact.compression / steps;
            Vector2 v = u;
            double N = 0.0, T = 0.0, work = 0.0, N_c = 0.0, compressed = 0.0;
            for (int k = 0; k < 1000 * steps; ++k) {
                const double slid = v(1) + G(1, 0) * dN;  // without friction
                const double dT = std::clamp(-slid / G(1, 1), -friction * dN, friction * dN);
                const Vector2 next = v + G * Vector2(dN, dT);
                work += 0.5 * dN * (v(0) + next(0));
                N += dN;
                T += dT;
                v = next;
                // A contact that goes in deeper first has v(0) < 0, too.
                if (N_c == 0.0 && v(0) >= 0.0) {
                    N_c = N;
                    compressed = work;
                }
                if (N_c == 0.0) continue;
                const bool ends = law == Law::newton    ? v(0) >= -e * u(0)
                                  : law == Law::poisson ? N >= (1.0 + e) * N_c
                                                        : work - compressed >= -e * e * compressed;
                if (ends) break;
            }
            // The steps' error is of first order; Stronge's root magnifies it where e is small.
            const double size = 20.0 / steps * impact.impulse(0) * (1.0 + friction);
            ASSERT_NEAR(N_c, impact.compression, size) << trial;
            ASSERT_NEAR(N, impact.impulse(0), law == Law::stronge ? 10.0 * size : size) << trial;
            ASSERT_NEAR(T, impact.impulse(1), law == Law::stronge ? 10.0 * size : size) << trial;
        }
    }
}

TEST(PlanarImpact, gives_no_impulse_to_a_contact_that_does_not_approach)
{
    for (const double u_n : {0.0, 0.3}) {
        const PlanarImpact impact = planar_impact(rod_tip(1.0), {u_n, -1.0}, {Law::poisson, 0.5, 3.0});
        EXPECT_EQ(impact.impulse, Vector2(0.0, 0.0));
        EXPECT_EQ(impact.after, Vector2(u_n, -1.0));
    }
    EXPECT_THROW(static_cast<void>(planar_impact(rod_tip(1.0), {-1.0, 0.0}, {Law::outward, 0.5, 0.1})),
                 std::logic_error);
}

// A body that moves along one line only: friction holds it once it has stopped.
TEST(PlanarImpact, of_a_contact_that_friction_locks_ends_with_compression)
{
    const double n = std::cos(0.5), t = std::sin(0.5);
    const Eigen::Matrix2d G = mobility(n * n, n * t, t * t);
    for (const Law law : all_laws) {
        const PlanarImpact impact = planar_impact(G, {-n, -t}, {law, 0.7, 3.0});
        EXPECT_TRUE(impact.impulse.allFinite());
        expect_near(Vector2(-n, -t) + G * impact.impulse, {0.0, 0.0}, 1e-14);
        expect_near(impact.after, {0.0, 0.0}, 1e-14);
        EXPECT_NEAR(impact.energy_loss, 0.5, 1e-14);
    }
}

// A contact without tangential mobility keeps its sliding, and the normal motion is as without friction.
TEST(PlanarImpact, of_a_contact_that_cannot_move_along_the_surface_is_finite)
{
    for (const double u_t : {0.0, 0.4})
        for (const Law law : all_laws) {
            const PlanarImpact impact = planar_impact(mobility(2.0, 0.0, 0.0), {-1.0, u_t}, {law, 0.5, 0.3});
            EXPECT_NEAR(impact.after(0), 0.5, 1e-15);
            EXPECT_EQ(impact.after(1), u_t);
            EXPECT_NEAR(impact.impulse(0), 0.75, 1e-15);
        }
}

// Painlevé's rod: tan θ = 2, which jams for μ > 4/3 and sliding to −x only.
TEST(Jam, of_painleves_rod_has_the_reference_values)
{
    const Eigen::Matrix2d G = rod_tip(std::atan(2.0));
    const PlanarImpact stopped = jam(G, -1.0, {Law::poisson, 0.0, 2.0});
    expect_near(stopped.impulse, {0.3, 0.4}, 1e-15);
    EXPECT_EQ(stopped.after, Vector2(0.0, 0.0));
    EXPECT_NEAR(stopped.energy_loss, 0.2, 1e-15);
    EXPECT_TRUE(stopped.is_jam);
    EXPECT_TRUE(stopped.sticks);
    for (const double friction : {1.2, (1.0 - 2.0 * paradoxical) * 4.0 / 3.0})
        EXPECT_FALSE(jam(G, -1.0, {Law::poisson, 0.0, friction}).is_jam);
    EXPECT_TRUE(jam(G, -1.0, {Law::poisson, 0.0, 4.0 / 3.0 + 1e-12}).is_jam);
    // Where B is zero to rounding, of either sign, the sliding stops in no time: the limit of both sides.
    for (const double B : {-1e-9, 0.0, 1e-9}) {
        const double friction = (1.0 - B) * 4.0 / 3.0;
        expect_near(jam(G, -1.0, {Law::poisson, 0.0, friction}).impulse, {0.3, 0.4}, 1e-8);
    }
    const PlanarImpact slides = jam(G, 1.0, {Law::poisson, 0.0, 2.0});
    EXPECT_FALSE(slides.is_jam);
    EXPECT_EQ(slides.after, Vector2(0.0, 1.0));
    EXPECT_EQ(slides.impulse, Vector2(0.0, 0.0));
}

TEST(Jam, exists_if_and_only_if_friction_exceeds_the_ratio_of_mobilities_in_the_jamming_direction)
{
    RandomContacts contact;
    int jams = 0;
    for (int trial = 0; trial < 100000; ++trial) {
        contact.next();
        const auto& [random, normal, uniform, G, u, friction, e] = contact;
        if (u(1) == 0.0) continue;
        if (std::abs(G(0, 0) - friction * std::abs(G(0, 1))) <= paradoxical * G(0, 0)) continue;
        const bool expected = G(0, 1) * u(1) > 0.0 && friction > G(0, 0) / std::abs(G(0, 1));
        ASSERT_EQ(can_jam(G, u(1), friction), expected) << trial;
        const Vector2 p_c = -G.inverse() * Vector2(0.0, u(1));
        for (const Law law : all_laws) {
            const PlanarImpact impact = jam(G, u(1), {law, e, friction});
            ASSERT_EQ(impact.is_jam, expected);
            if (!expected) continue;
            ++jams;
            // Stops as −G⁻¹u⁻; restitution sticks.
            const double s = u(1) > 0.0 ? 1.0 : -1.0;
            const double N_1 = -u(1) / (G(1, 0) - friction * s * G(1, 1));  // the sliding stops
            const double more = law == Law::newton    ? 0.0
                                : law == Law::poisson ? e * p_c(0)
                                                      : e * std::sqrt(p_c(0) * (p_c(0) - N_1));
            const Vector2 p = p_c + more * Vector2(1.0, -G(1, 0) / G(1, 1));
            ASSERT_LE((impact.impulse - p).norm(), 1e-9 * p.norm()) << trial;
            ASSERT_LE(std::abs(impact.impulse(1)), friction * impact.impulse(0));
            ASSERT_EQ(impact.after(1), 0.0);
            ASSERT_GE(impact.after(0), 0.0);
            ASSERT_GT(impact.energy_loss, 0.0) << trial;
            const Walk walk(G, {0.0, u(1)}, friction, impact.impulse(0));
            ASSERT_NEAR(walk.u(0), impact.after(0), 1e-9 * std::abs(u(1)) * (1.0 + friction)) << trial;
        }
    }
    EXPECT_GT(jams, 1000);
}

// An approach ever slower tends to the jam where there is one, and to no impulse where there is none.
TEST(Jam, is_the_limit_of_slow_impacts)
{
    const Eigen::Matrix2d G = rod_tip(std::atan(2.0));
    for (const Law law : {Law::poisson, Law::stronge})
        for (const double friction : {1.0, 2.0}) {
            const ImpactLaw rough{law, 0.6, friction};
            const Vector2 slow = planar_impact(G, {-1e-9, -1.0}, rough).impulse;
            expect_near(slow, jam(G, -1.0, rough).impulse, 1e-7);
        }
}

}  // namespace
}  // namespace rebond
