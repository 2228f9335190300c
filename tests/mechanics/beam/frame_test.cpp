#include "rebond/mechanics/beam/frame.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

constexpr double right = 0.5 * std::numbers::pi;

double frequency(const LinearSystem& system, Index coordinate)
{
    return std::sqrt(system.stiffness.diagonal()(coordinate) / system.mass.diagonal()(coordinate));
}

// Of a free rod, ω_j = jπc/l; bending of a slender beam is Euler's, β₁l = 4.730041, β₂l = 7.853205.
TEST(Frame, modes_are_those_of_a_free_beam)
{
    FrameSpec spec{.elements = 200, .diameter = 0.1 / 200.0, .modes = 4};
    const double c = std::sqrt(spec.young / spec.density), l = spec.length;
    const Frame frame(spec, 1.0, 0.0);
    ASSERT_EQ(frame.dofs(), 3 + 4 + 4);
    for (Index j = 1; j <= 4; ++j)
        EXPECT_NEAR(frequency(frame.system(), 2 + j) / (static_cast<double>(j) * std::numbers::pi * c / l),
                    1.0, 2e-4 * static_cast<double>(j * j));
    const double gyration = spec.diameter / 4.0;
    const double unit = c * gyration / (l * l);
    EXPECT_NEAR(frequency(frame.system(), 7) / (4.730041 * 4.730041 * unit), 1.0, 2e-4);
    EXPECT_NEAR(frequency(frame.system(), 8) / (7.853205 * 7.853205 * unit), 1.0, 5e-4);
}

// Ten axial and twenty bending modes are all that ten elements have: energies of any motion are the same.
TEST(Frame, all_modes_are_the_mesh)
{
    for (const BeamMass mass : {BeamMass::lumped, BeamMass::consistent}) {
        FrameSpec spec{.elements = 10, .mass_matrix = mass};
        const Frame nodes(spec, 0.7, 0.0);
        spec.modes = 10;
        spec.bending_modes = 20;
        const Frame modes(spec, 0.7, 0.0);
        ASSERT_EQ(modes.dofs(), nodes.dofs());
        const auto mobility = [](const Frame& frame, double beta) {
            const auto dynamics = frame.dynamics();
            EXPECT_TRUE(dynamics->factor(beta, 0.0));
            Vector y = Vector::Zero(frame.dofs());
            for (const auto& [i, weight] : frame.displacement_away(0)) y(i) += weight;
            dynamics->solve(y);
            double here = 0.0, there = 0.0;
            for (const auto& [i, weight] : frame.displacement_away(0)) here += weight * y(i);
            for (const auto& [i, weight] : frame.displacement_along(frame.last_node()))
                there += weight * y(i);
            return Vector2(here, there);
        };
        for (const double beta : {0.0, 1e-14, 1e-12}) {
            const Vector2 of_nodes = mobility(nodes, beta), of_modes = mobility(modes, beta);
            EXPECT_NEAR(of_modes(0), of_nodes(0), 1e-9 * of_nodes(0));
            EXPECT_NEAR(of_modes(1), of_nodes(1), 1e-9 * of_nodes(0));
        }
    }
}

// The motion as a rigid body, v + ω × r, has the kinetic energy of a beam.
double kinetic(const Frame& frame, double vx, double vy, double omega, double angle)
{
    Vector v = frame.translation(vx, vy);
    for (Index node = 0; node <= frame.last_node(); ++node) {
        const double s = frame.spec().length *
                         (static_cast<double>(node) / static_cast<double>(frame.spec().elements) - 0.5);
        v(3 * node) -= omega * s * std::sin(angle);
        v(3 * node + 1) += omega * s * std::cos(angle);
        v(3 * node + 2) += omega;
    }
    return 0.5 * frame.system().mass.form(v);
}

TEST(Frame, massless_ends_keep_mass_centre_and_inertia)
{
    for (const Index elements : {6, 7, 40}) {
        FrameSpec spec{.elements = elements};
        const Frame nodal(spec, 0.9, 9.81);
        spec.contact_mass = ContactMass::massless;
        const Frame massless(spec, 0.9, 9.81);
        const Vector masses = massless.system().mass.diagonal();
        EXPECT_NEAR(masses(0), 0.0, 1e-17);
        EXPECT_NEAR(masses(3 * elements + 1), 0.0, 1e-17);
        for (Index node = 1; node < elements; ++node) EXPECT_GT(masses(3 * node), 0.0) << node;
        for (const auto& [vx, vy, omega] : {std::array{1.0, 0.0, 0.0}, std::array{0.3, -1.0, 20.0}}) {
            const double expected = kinetic(nodal, vx, vy, omega, 0.9);
            EXPECT_NEAR(kinetic(massless, vx, vy, omega, 0.9), expected, 1e-12 * expected);
        }
        EXPECT_NEAR(massless.system().force.sum(), nodal.system().force.sum(), 1e-12);
    }
}

TEST(Frame, translation_moves_every_node_alike)
{
    for (const BeamTheory theory : {BeamTheory::timoshenko, BeamTheory::euler_bernoulli}) {
        for (const bool is_truncated : {false, true}) {
            FrameSpec spec{.elements = 5, .theory = theory};
            if (is_truncated) spec.modes = 2;
            const Frame frame(spec, 0.6, 0.0);
            const Vector v = frame.translation(0.25, -2.0);
            for (const Index node : {Index{0}, Index{3}, frame.last_node()}) {
                double x = 0.0, y = 0.0;
                for (const auto& [i, weight] : frame.displacement_along(node)) x += weight * v(i);
                for (const auto& [i, weight] : frame.displacement_away(node)) y += weight * v(i);
                EXPECT_NEAR(x, 0.25, 1e-14);
                EXPECT_NEAR(y, -2.0, 1e-14);
            }
            EXPECT_NEAR(*frame.mass_centre_velocity(v, v), -2.0, 1e-13);
            EXPECT_NEAR(0.5 * frame.system().mass.form(v), 0.5 * frame.total_mass() * (0.0625 + 4.0), 1e-12);
        }
    }
}

TEST(Frame, rayleigh_damping_follows_mass_and_stiffness)
{
    FrameSpec spec{.elements = 8, .mass_damping = 3.0, .stiffness_damping = 2e-7};
    const Frame nodes(spec, 1.2, 0.0);
    Vector x = Vector::LinSpaced(nodes.dofs(), -1.0, 2.0);
    EXPECT_NEAR(nodes.system().damping.form(x),
                3.0 * nodes.system().mass.form(x) + 2e-7 * nodes.system().stiffness.form(x),
                1e-9 * nodes.system().damping.form(x));
    EXPECT_TRUE(nodes.has_modal_damping());
}

TEST(Frame, objects_to_large_rotations)
{
    for (const bool is_truncated : {false, true}) {
        FrameSpec spec{.elements = 4};
        if (is_truncated) spec.modes = 2;
        const Frame frame(spec, 0.5, 0.0);
        const auto turned = [&](double rotation) {
            Vector q = frame.translation(3.0, 4.0);  // far away, but as it was
            if (is_truncated) {
                q(2) = rotation;
                return q;
            }
            for (Index node = 0; node <= 4; ++node) {
                const double s = rotation * 0.025 * static_cast<double>(node);
                q(3 * node) -= s * std::sin(0.5);
                q(3 * node + 1) += s * std::cos(0.5);
            }
            return q;
        };
        EXPECT_FALSE(frame.validity_warning(turned(0.09)));
        EXPECT_TRUE(frame.validity_warning(turned(-0.11)));
    }
}

// A rigid beam at 90° is as heavy as its mass along the normal; along the wall its end turns it.
TEST(Frame, rigid_mobility)
{
    const FrameSpec spec{.mass_matrix = BeamMass::consistent};  // which has the inertia of the beam
    const Frame upright(spec, right, 0.0);
    const double m = upright.total_mass(), l = spec.length, d = spec.diameter;
    const Eigen::Matrix2d G = upright.rigid_mobility();
    EXPECT_NEAR(m * G(0, 0), 1.0, 1e-12);
    EXPECT_NEAR(m * G(0, 1), 0.0, 1e-12);
    EXPECT_NEAR(m * G(1, 1), 1.0 + 0.25 * l * l / (l * l / 12.0 + d * d / 16.0), 1e-9);
}

}  // namespace
}  // namespace rebond
