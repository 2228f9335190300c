#include "rebond/integration/time_stepping/crowd_impulses.hpp"

#include "solvers/complementarity/falling_discs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace rebond::test {
namespace {

// Discs packed in a box, each with a random velocity of ten times what gravity gives in a step.
struct ThrownBox {
    int rows = 0;
    double friction = 0.0, restitution = 0.0;
    unsigned seed = 0;
};

Bodies thrown(const ThrownBox& box)
{
    Bodies bodies = full_box(box.rows, box.rows, box.friction);
    std::mt19937 random(box.seed);
    std::normal_distribution<double> normal;
    for (double& x : bodies.v) x += 10.0 * fall * normal(random);
    return bodies;
}

Vector2 approach(const BlockContact& contact, const Vector& v)
{
    Vector2 u = contact.first_rows * v.segment<3>(3 * contact.first);
    if (contact.second >= 0) u += contact.second_rows * v.segment<3>(3 * contact.second);
    return u;
}

// Residual of the impulses with the restitution that was used.
double true_residual(const Bodies& bodies, const CrowdImpulses& impulses, const Answer& answer)
{
    std::vector<BlockContact> contacts = bodies.contacts;
    double scale = fall;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        contacts[k].bias(0) += impulses.restitution(k) * impulses.before(k)(0);
        scale = std::max(scale, impulses.before(k).cwiseAbs().maxCoeff());
    }
    BlockContacts lowered;
    lowered.prepare(contacts, bodies.inverse_masses);
    Vector v(bodies.v.size());
    lowered.set_velocities(bodies.v, answer.p, v);
    EXPECT_LE((v - answer.v).cwiseAbs().maxCoeff(), 1e-12 * (1.0 + v.cwiseAbs().maxCoeff()));
    return lowered.residual(v, answer.p) / scale;
}

void expect_no_gain(const ThrownBox& box)
{
    SCOPED_TRACE(std::to_string(box.rows) + " rows, friction " + std::to_string(box.friction) +
                 ", restitution " + std::to_string(box.restitution) + ", seed " + std::to_string(box.seed));
    const Bodies bodies = thrown(box);
    CrowdImpulses impulses(bodies.inverse_masses, fall, 1e-10);
    const ImpactLaw law{.restitution = box.restitution, .friction = box.friction};
    for (const BlockContact& contact : bodies.contacts)
        impulses.add(contact, law, approach(contact, bodies.v));
    Answer answer{{}, bodies.v, Vector::Zero(bodies.size())};
    answer.outcome = impulses.solve(answer.v, answer.p, nullptr);
    EXPECT_LE(bodies.energy(answer.v), (1.0 + 1e-8) * bodies.energy(bodies.v));
    if (impulses.is_bounded()) {
        EXPECT_LE(answer.outcome.residual, CrowdImpulses::certified);
    }
    EXPECT_LE(true_residual(bodies, impulses, answer), answer.outcome.residual + 1e-12);  // rounding
}

TEST(CrowdImpulses, newtons_law_bounded_adds_no_energy_and_its_residual_is_true)
{
    for (const int rows : {5, 8})
        for (const double friction : {0.3, 0.5})
            for (const double restitution : {0.9, 1.0})
                for (const unsigned seed : {1U, 2U, 3U})
                    expect_no_gain(
                        {.rows = rows, .friction = friction, .restitution = restitution, .seed = seed});
    for (const double friction : {0.3, 0.5})
        expect_no_gain({.rows = 12, .friction = friction, .restitution = 0.9, .seed = 1});
}

}  // namespace
}  // namespace rebond::test
