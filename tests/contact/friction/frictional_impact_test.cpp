#include "rebond/contact/friction/frictional_impact.hpp"

#include "rebond/contact/friction/planar_impact.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace rebond {
namespace {

// One contact of a body with the mobility G, approaching at u.
FrictionalImpact resolved(const Eigen::Matrix2d& G, const Vector2& u, const ImpactLaw& law)
{
    FrictionalImpact contacts(1);
    contacts.add(0, law, u, u);
    contacts.G = G;
    EXPECT_TRUE(contacts.resolve());
    return contacts;
}

// A rod of mass 1 and length 2 that leans at an angle: its end is (cos, sin) away from its middle.
Eigen::Matrix2d rod(double angle)
{
    const double J = 1.0 / 3.0, x = -std::cos(angle), y = -std::sin(angle);
    Eigen::Matrix2d G;
    G << 1.0 + x * x / J, -x * y / J, -x * y / J, 1.0 + y * y / J;
    return G;
}

TEST(FrictionalImpact, newton_and_poisson_are_the_same_without_friction)
{
    for (const double e : {0.0, 0.3, 1.0}) {
        const Vector2 u(-1.3, 0.7);
        const FrictionalImpact newton = resolved(rod(0.8), u, {Law::newton, e, 0.0});
        EXPECT_NEAR(newton.after(0), -e * u(0), 1e-15);
        EXPECT_EQ(newton.impulses(1), 0.0);
        // Friction too small to be seen goes through both phases.
        for (const double friction : {0.0, 1e-300}) {
            const FrictionalImpact poisson = resolved(rod(0.8), u, {Law::poisson, e, friction});
            EXPECT_NEAR(newton.impulses(0), poisson.impulses(0), 1e-15);
            EXPECT_NEAR(poisson.after(0), -e * u(0), 1e-15);
            EXPECT_NEAR(poisson.impulses(1), 0.0, 1e-299);
        }
    }
}

// Where friction turns the sliding round, the two give different rebounds; by hand: compression ends sliding
// or sticking, and restitution goes on from there.
TEST(FrictionalImpact, newton_and_poisson_differ_with_friction)
{
    const double e = 0.5, friction = 0.4;
    const Eigen::Matrix2d G = rod(0.8);
    const Vector2 u(-1.0, 0.4);
    const FrictionalImpact newton = resolved(G, u, {Law::newton, e, friction});
    const FrictionalImpact poisson = resolved(G, u, {Law::poisson, e, friction});
    EXPECT_NEAR(newton.after(0), e, 1e-15);
    EXPECT_GT(std::abs(newton.impulses(0) - poisson.impulses(0)), 1e-3);

    // Compression: slides forth, T = −μN, u_n = 0, or ends that early.
    double N = 1.0 / (G(0, 0) - friction * G(0, 1)), T = -friction * N;
    Vector2 end = u + G * Vector2(N, T);
    if (end(1) < 0.0) {  // it sticks
        const Vector2 p = -G.inverse() * u;
        ASSERT_LE(std::abs(p(1)), friction * p(0));
        N = p(0);
        T = p(1);
        end.setZero();
    }
    // Restitution gives eN again; sliding goes on, or stops, or turns.
    const Vector2 without = end + G * Vector2(e * N, 0.0);
    const double more = std::clamp(-without(1) / G(1, 1), -friction * e * N, friction * e * N);
    EXPECT_NEAR(poisson.impulses(0), (1.0 + e) * N, 1e-14);
    EXPECT_NEAR(poisson.impulses(1), T + more, 1e-14);
}

// In a step, where forces change the velocities meanwhile: still the same for one contact without friction.
TEST(FrictionalImpact, newton_and_poisson_are_the_same_in_a_step_without_friction)
{
    std::mt19937 random(17);
    std::normal_distribution<double> normal;
    for (int trial = 0; trial < 1000; ++trial) {
        const Vector2 before(normal(random), normal(random));
        const Vector2 free = before + 0.7 * Vector2(normal(random), normal(random));
        const auto impulse = [&](Law law) {
            FrictionalImpact contacts(1);
            contacts.add(0, {law, 0.8, law == Law::poisson ? 1e-300 : 0.0}, before, free);  // two phases
            contacts.G = rod(0.8);
            EXPECT_TRUE(contacts.resolve());
            return contacts.impulses(0);
        };
        const double newton = impulse(Law::newton);
        if (before(0) > 0.0) continue;  // it parts: there the laws say different things
        ASSERT_NEAR(impulse(Law::poisson), newton, 1e-12) << trial;
    }
}

double energy_change(const FrictionalImpact& contacts)
{
    double change = 0.0;
    for (Index i = 0; i < contacts.size(); ++i) change -= contacts.energy_loss(i);
    return change;
}

// Independent of `energy_loss`: ½u⁺G⁻¹u⁺ − ½u⁻G⁻¹u⁻ is the change of the kinetic energy.
TEST(FrictionalImpact, never_add_energy)
{
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    int bounded = 0, struck_by_poisson = 0;
    for (int trial = 0; trial < 100000; ++trial) {
        Eigen::Matrix<double, 2, 3> W;
        for (double& weight : W.reshaped()) weight = normal(random);
        const Eigen::Matrix2d G = W * W.transpose();
        const Vector2 u(-std::abs(normal(random)), normal(random));
        const ImpactLaw law{trial % 2 == 0 ? Law::newton : Law::poisson, uniform(random),
                            2.0 * uniform(random)};
        const FrictionalImpact contacts = resolved(G, u, law);
        const Vector2 after = contacts.after, p = contacts.impulses;
        const Eigen::Matrix2d inverse = G.inverse();
        const double before_energy = 0.5 * u.dot(inverse * u);
        const double change = 0.5 * after.dot(inverse * after) - before_energy;
        ASSERT_LE(change, 1e-9 * before_energy) << trial;
        ASSERT_NEAR(change, energy_change(contacts), 1e-7 * before_energy) << trial;
        ASSERT_LE(std::abs(p(1)), law.friction * p(0) * (1.0 + 1e-9) + 1e-12) << trial;
        ASSERT_GE(after(0), -1e-9 * u.norm()) << trial;
        if (contacts.is_bounded()) ++bounded;
        if (law.law == Law::poisson) {
            ASSERT_FALSE(contacts.is_bounded());
            ++struck_by_poisson;
        }
    }
    EXPECT_GT(bounded, 100);  // Newton's law needs it
    EXPECT_EQ(struck_by_poisson, 50000);
}

// With G = (1 c; c 1) and u⁻ = (−1, −c) the energy before is that of a contact that sticks and leaves at
// √(1 − c²): Newton's law asks for more, and gets just that.
TEST(FrictionalImpact, newtons_law_with_friction_is_bounded_where_it_would_add_energy)
{
    const double c = 0.9, e = 0.9;
    Eigen::Matrix2d G;
    G << 1.0, c, c, 1.0;
    const FrictionalImpact bounded = resolved(G, {-1.0, -c}, {Law::newton, e, 2.0});
    EXPECT_TRUE(bounded.is_bounded());
    EXPECT_NEAR(bounded.after(0), std::sqrt(1.0 - c * c), 1e-9);
    EXPECT_NEAR(bounded.after(1), 0.0, 1e-12);
    EXPECT_NEAR(energy_change(bounded), 0.0, 1e-9);
    const FrictionalImpact harmless = resolved(G, {-1.0, -c}, {Law::newton, 0.4, 2.0});
    EXPECT_FALSE(harmless.is_bounded());
    EXPECT_NEAR(harmless.after(0), 0.4, 1e-12);
}

// Given N, Coulomb's T leaves the least kinetic energy of all |T| ≤ μN: the principle of maximal dissipation.
TEST(FrictionalImpact, friction_leaves_the_least_energy)
{
    const Eigen::Matrix2d G = rod(1.1);
    const Vector2 u(-1.0, 0.9);
    const double friction = 0.3;
    const FrictionalImpact contacts = resolved(G, u, {Law::poisson, 0.0, friction});
    const double N = contacts.impulses(0);
    const auto energy = [&](double T) {
        const Vector2 after = u + G * Vector2(N, T);
        return 0.5 * after.dot(G.inverse() * after);
    };
    for (int i = -100; i <= 100; ++i)
        EXPECT_GE(energy(0.01 * i * friction * N), energy(contacts.impulses(1)) - 1e-14);
}

// Two contacts of one body, resolved together.
TEST(FrictionalImpact, two_contacts_together)
{
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    for (int trial = 0; trial < 2000; ++trial) {
        Matrix W(4, 5);
        for (double& weight : W.reshaped()) weight = normal(random);
        const Matrix G = W * W.transpose();
        FrictionalImpact contacts(2);
        Vector u(4);
        for (Index k = 0; k < 2; ++k) {
            const Vector2 before(-std::abs(normal(random)), normal(random));
            u.segment<2>(2 * k) = before;
            contacts.add(k, {trial % 2 == 0 ? Law::newton : Law::poisson, 0.6, 0.4}, before, before);
        }
        contacts.G = G;
        ASSERT_TRUE(contacts.resolve()) << trial;
        const Matrix inverse = G.inverse();
        const double before_energy = 0.5 * u.dot(inverse * u);
        ASSERT_LE(0.5 * contacts.after.dot(inverse * contacts.after), before_energy * (1.0 + 1e-9)) << trial;
    }
}

// Contacts of one body, or of several, as a scene may name them.
struct Struck {
    Matrix W;       // of unit masses
    Vector motion;  // v⁻
    std::vector<ImpactLaw> laws;

    Index size() const { return std::ssize(laws); }

    // In another order and with other tangents.
    Struck told(const std::vector<Index>& order, const std::vector<double>& senses) const
    {
        Struck other{.W = W, .motion = motion, .laws = laws};
        for (Index i = 0; i < size(); ++i) {
            other.W.row(2 * i) = W.row(2 * order[i]);
            other.W.row(2 * i + 1) = senses[i] * W.row(2 * order[i] + 1);
            other.laws[i] = laws[order[i]];
        }
        return other;
    }

    FrictionalImpact resolved() const
    {
        FrictionalImpact contacts(size(), FrictionalImpact::Answer::least_moving);
        const Vector u = W * motion;
        for (Index k = 0; k < size(); ++k) contacts.add(k, laws[k], u.segment<2>(2 * k), u.segment<2>(2 * k));
        contacts.G.topLeftCorner(u.size(), u.size()) = W * W.transpose();
        EXPECT_TRUE(contacts.resolve());
        EXPECT_LE(contacts.residual(), coulomb_tolerance);
        return contacts;
    }

    Vector motion_after(const FrictionalImpact& contacts) const
    {
        return motion + W.transpose() * contacts.impulses.head(2 * size());
    }
};

enum class Body { any, disc_between_planes, corners };

// Their mobility is singular where the body has less than two freedoms for each contact.
template <typename Random>
Struck struck(Body body, Index n, Law law, bool all_alike, Random& random)
{
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    const Index freedoms = body == Body::any ? std::max<Index>(2, 2 * n - 2 + (random() % 4)) : 3;
    Struck scene{.W = Matrix(2 * n, freedoms), .motion = Vector(freedoms), .laws = {}};
    const double spin = 1.0 / std::sqrt(0.1 + uniform(random));
    for (double& weight : scene.W.reshaped()) weight = normal(random);
    for (double& velocity : scene.motion) velocity = normal(random);
    const double e = uniform(random), friction = uniform(random);
    for (Index k = 0; k < n; ++k) {
        if (all_alike)
            scene.laws.push_back({law, e, friction});
        else
            scene.laws.push_back({law, uniform(random), k % 5 == 4 ? 0.0 : 2.0 * uniform(random)});
        if (body == Body::any) continue;
        const bool is_disc = body == Body::disc_between_planes;
        const double angle = is_disc ? 6.3 * uniform(random) : k % 2 == 0 ? 0.0 : 1.2;
        const Vector2 at(2.0 * uniform(random) - 1.0, 2.0 * uniform(random) - 1.0);
        const Vector2 n_k(-std::sin(angle), std::cos(angle)), t_k(n_k(1), -n_k(0));
        const Vector2 arm = is_disc ? Vector2(-n_k) : at;
        scene.W.row(2 * k) << n_k.transpose(), spin * (arm(0) * n_k(1) - arm(1) * n_k(0));
        scene.W.row(2 * k + 1) << t_k.transpose(), spin * (arm(0) * t_k(1) - arm(1) * t_k(0));
    }
    return scene;
}

// All orders of the contacts and other tangents: the same motion to 1e-9 and the same impulses to 1e-8; and
// no energy is gained.
TEST(FrictionalImpact, several_contacts_have_one_motion_in_any_order)
{
    std::mt19937 random(23);
    int impacts = 0, indeterminate = 0, singular = 0;
    for (const Body body : {Body::any, Body::disc_between_planes, Body::corners})
        for (const Law law : {Law::newton, Law::poisson})
            for (int trial = 0; trial < 90; ++trial) {
                const Index n = 2 + trial % 3;
                const Struck scene = struck(body, n, law, trial % 2 == 0, random);
                std::vector<Index> order(static_cast<std::size_t>(n));
                std::iota(order.begin(), order.end(), Index{0});
                std::vector<double> senses(static_cast<std::size_t>(n), 1.0);
                const FrictionalImpact first = scene.resolved();
                const Vector after = scene.motion_after(first);
                const double speed = scene.motion.norm();
                ++impacts;
                if (first.is_indeterminate()) ++indeterminate;
                if (scene.W.cols() < scene.W.rows()) ++singular;
                ASSERT_LE(after.squaredNorm(), speed * speed * (1.0 + 1e-8)) << impacts;
                do {
                    for (double& sense : senses) sense = random() % 2 == 0 ? 1.0 : -1.0;
                    const Struck other = scene.told(order, senses);
                    const FrictionalImpact second = other.resolved();
                    ASSERT_LE((other.motion_after(second) - after).norm(), 1e-9 * speed) << impacts;
                    ASSERT_EQ(second.is_indeterminate(), first.is_indeterminate()) << impacts;
                    for (Index i = 0; i < n; ++i) {
                        const Vector2 p = second.impulses.segment<2>(2 * i);
                        const Vector2 miss =
                            Vector2(p(0), senses[i] * p(1)) - first.impulses.segment<2>(2 * order[i]);
                        ASSERT_LE(miss.norm(), 1e-8 * first.impulses.head(2 * n).norm()) << impacts;
                    }
                } while (std::next_permutation(order.begin(), order.end()));
            }
    EXPECT_GT(indeterminate, impacts / 20);
    EXPECT_GT(singular, impacts / 2);
    RecordProperty("indeterminate", indeterminate);
}

// A contact that jams and one that rests on the other side of a soft body: the weaker they are coupled, the
// nearer to the jam of one contact, with any law.
TEST(FrictionalImpact, a_jam_that_moves_others_tends_to_the_jam_of_one)
{
    Eigen::Matrix2d alone, rests;
    alone << 1.0, 0.6, 0.6, 0.5;
    rests << 2.0, 0.3, 0.3, 1.0;
    const Vector2 sliding(0.0, 1.0);
    for (const Law law : {Law::newton, Law::poisson, Law::stronge})
        for (const double e : {0.0, 0.5, 1.0})
            for (const double coupling : {1e-3, 1e-6, 1e-9}) {
                const ImpactLaw jamming{law, e, 2.0}, resting{law, 0.7, 0.4};
                const PlanarImpact one = jam(alone, 1.0, jamming);
                ASSERT_TRUE(one.is_jam);
                FrictionalImpact contacts(2, FrictionalImpact::Answer::least_moving);
                contacts.add(0, resting, Vector2::Zero(), Vector2::Zero());
                contacts.add(1, jamming, sliding, sliding);
                contacts.G.setZero();
                contacts.G.block<2, 2>(0, 0) = rests;
                contacts.G.block<2, 2>(2, 2) = alone;
                contacts.G.block<2, 2>(0, 2) = coupling * Eigen::Matrix2d{{0.3, -0.8}, {0.5, 0.2}};
                contacts.G.block<2, 2>(2, 0) = contacts.G.block<2, 2>(0, 2).transpose();
                ASSERT_TRUE(contacts.resolve_jam(Eigen::Vector4d(-1.0, 0.2, -1.0, 0.0)));
                EXPECT_TRUE(contacts.jams(1));
                EXPECT_FALSE(contacts.jams(0));
                const double near = 100.0 * coupling + 1e-12;
                EXPECT_LE((contacts.impulses.segment<2>(2) - one.impulse).norm(), near);
                EXPECT_LE((contacts.after.segment<2>(2) - one.after).norm(), near);
                EXPECT_LE(contacts.impulses.head<2>().norm(), near);
                EXPECT_NEAR(contacts.energy_loss(1), one.energy_loss, near);
            }
}

// Of contacts that jam the one jams that is pressed, and not one that would if it were.
TEST(FrictionalImpact, a_contact_that_is_not_pressed_does_not_jam)
{
    Eigen::Matrix2d alone;
    alone << 1.0, 0.6, 0.6, 0.5;
    FrictionalImpact contacts(2, FrictionalImpact::Answer::least_moving);
    for (const Index k : {0, 1}) contacts.add(k, {Law::poisson, 0.5, 2.0}, {0.0, 1.0}, {0.0, 1.0});
    contacts.G.block<2, 2>(0, 0) = contacts.G.block<2, 2>(2, 2) = alone;
    contacts.G(1, 3) = contacts.G(3, 1) = 1e-6;
    ASSERT_TRUE(contacts.resolve_jam(Eigen::Vector4d(1.0, 0.0, -1.0, 0.0)));
    EXPECT_FALSE(contacts.jams(0));
    EXPECT_TRUE(contacts.jams(1));
}

// Random contacts that touch, slide and are pressed: where they jam, no energy is gained, and the order of
// the contacts does not matter.
TEST(FrictionalImpact, jams_never_add_energy_and_have_no_order)
{
    std::mt19937 random(29);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    int jams = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const Index n = 2 + trial % 2;
        Struck scene = struck(Body::corners, n, trial % 2 == 0 ? Law::poisson : Law::stronge, false, random);
        scene.W.conservativeResize(2 * n, 2 * n + 1);
        for (double& weight : scene.W.rightCols(2 * n - 2).reshaped()) weight = 0.3 * normal(random);
        const Matrix G = scene.W * scene.W.transpose();
        Vector u = Vector::Zero(2 * n), pressing(2 * n);
        for (Index k = 0; k < n; ++k) {
            u(2 * k + 1) = normal(random);
            pressing.segment<2>(2 * k) << normal(random) - 1.0, normal(random);
            scene.laws[k].friction = 1.0 + 3.0 * uniform(random);
        }
        const auto resolve = [&](bool is_reversed, FrictionalImpact& contacts) {
            const auto of = [&](Index i) { return is_reversed ? n - 1 - i : i; };
            Vector accelerations(2 * n);
            for (Index i = 0; i < n; ++i) {
                const Vector2 before = u.segment<2>(2 * of(i));
                contacts.add(of(i), scene.laws[of(i)], before, before);
                accelerations.segment<2>(2 * i) = pressing.segment<2>(2 * of(i));
                for (Index j = 0; j < n; ++j)
                    contacts.G.block<2, 2>(2 * i, 2 * j) = G.block<2, 2>(2 * of(i), 2 * of(j));
            }
            return contacts.resolve_jam(accelerations);
        };
        FrictionalImpact there(n, FrictionalImpact::Answer::least_moving),
            back = FrictionalImpact(n, FrictionalImpact::Answer::least_moving);
        const bool is_jam = resolve(false, there);
        ASSERT_EQ(resolve(true, back), is_jam) << trial;
        if (!is_jam) continue;
        ++jams;
        double lost = 0.0, turnover = 0.0;
        for (Index i = 0; i < n; ++i) {
            lost += there.energy_loss(i);
            turnover += there.impulses.segment<2>(2 * i).norm() *
                        (there.before.segment<2>(2 * i).norm() + there.after.segment<2>(2 * i).norm());
            ASSERT_LE((there.after.segment<2>(2 * i) - back.after.segment<2>(2 * (n - 1 - i))).norm(),
                      1e-9 * u.norm() + 1e-12 * there.after.norm())
                << trial;
        }
        ASSERT_GE(lost, -1e-9 * turnover) << trial;
    }
    EXPECT_GT(jams, 100);
}

}  // namespace
}  // namespace rebond
