#include "rebond/mechanics/beam/beam_element.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <limits>

namespace rebond {
namespace {

using Coordinates = Eigen::Matrix<double, 6, 1>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double h = 0.7;
const BeamSection soft{.axial = 5.0, .bending = 2.0, .shear = 9.0, .mass = 1.3, .rotary_mass = 0.2};
const BeamSection stiff_in_shear{
    .axial = 5.0, .bending = 2.0, .shear = infinity, .mass = 1.3, .rotary_mass = 0.2};

const Coordinates lengthwise{1.0, 0.0, 0.0, 1.0, 0.0, 0.0};
const Coordinates across{0.0, 1.0, 0.0, 0.0, 1.0, 0.0};
const Coordinates turning{0.0, -0.5 * h, 1.0, 0.0, 0.5 * h, 1.0};  // about the middle

double form(const ElementMatrix& A, const Coordinates& x)
{
    return x.dot(A * x);
}

TEST(BeamElement, rigid_motion_strains_nothing)
{
    for (const BeamSection& section : {soft, stiff_in_shear})
        for (const Coordinates& motion : {lengthwise, across, turning})
            EXPECT_LT((beam_stiffness(section, h) * motion).norm(), 1e-12);
}

// A cantilever under a force at its end sinks by Fh³/3EI and Fh/κGA, and turns by Fh²/2EI.
TEST(BeamElement, bends_as_the_theories_say)
{
    for (const BeamSection& section : {soft, stiff_in_shear}) {
        const Eigen::Matrix3d free_end = beam_stiffness(section, h).bottomRightCorner<3, 3>();
        const Eigen::Vector3d sunk = free_end.inverse() * Eigen::Vector3d(0.0, 1.0, 0.0);
        EXPECT_NEAR(sunk(1), h * h * h / (3.0 * section.bending) + h / section.shear, 1e-14);
        EXPECT_NEAR(sunk(2), h * h / (2.0 * section.bending), 1e-14);
        const Eigen::Vector3d pulled = free_end.inverse() * Eigen::Vector3d(1.0, 0.0, 0.0);
        EXPECT_NEAR(pulled(0), h / section.axial, 1e-15);
    }
}

TEST(BeamElement, has_the_mass_and_the_moment_of_inertia_of_a_beam)
{
    for (const BeamSection& section : {soft, stiff_in_shear}) {
        const double mass = section.mass * h;
        const double inertia = mass * h * h / 12.0 + section.rotary_mass * h;
        const ElementMatrix consistent = beam_mass_consistent(section, h),
                            lumped = beam_mass_lumped(section, h);
        for (const ElementMatrix& M : {consistent, lumped}) {
            EXPECT_NEAR(form(M, lengthwise), mass, 1e-14);
            EXPECT_NEAR(form(M, across), mass, 1e-14);
            EXPECT_EQ(M, M.transpose());
        }
        EXPECT_NEAR(form(consistent, turning), inertia, 1e-14);
    }
    // Masses at the ends are further out than those between: ¼ instead of 1/12, and what the nodes add.
    const double mass = soft.mass * h;
    EXPECT_NEAR(form(beam_mass_lumped(soft, h), turning), mass * h * h / 4.0 + soft.rotary_mass * h, 1e-14);
}

// The static shapes satisfy Timoshenko's equations, so the kinetic energy of a shape is an integral that can
// be done by quadrature: w and θ of the element, from the nodes, by the theory itself.
TEST(BeamElement, consistent_mass_is_the_kinetic_energy_of_its_shapes)
{
    for (const BeamSection& section : {soft, stiff_in_shear}) {
        const Eigen::Matrix3d flexibility = beam_stiffness(section, h).bottomRightCorner<3, 3>().inverse();
        // Clamped at the first node, displaced by w and θ at the second: a force and a moment there.
        for (const Eigen::Vector3d& end : {Eigen::Vector3d(0.0, 1.0, 0.0), Eigen::Vector3d(0.0, 0.3, -2.0)}) {
            const Eigen::Vector3d load = flexibility.inverse() * end;
            const double F = load(1), moment = load(2);
            double energy = 0.0;
            constexpr int panels = 2000;
            for (int i = 0; i <= panels; ++i) {
                const double s = h * i / panels;
                const double weight = (i == 0 || i == panels ? 1.0
                                       : i % 2 == 1          ? 4.0
                                                             : 2.0) *
                                      h / panels / 3.0;
                // EI θ′ = F(h − s) + moment, w′ = θ + F/κGA.
                const double turn = (F * (h * s - 0.5 * s * s) + moment * s) / section.bending;
                const double sink =
                    (F * (0.5 * h * s * s - s * s * s / 6.0) + 0.5 * moment * s * s) / section.bending +
                    F * s / section.shear;
                energy += weight * (section.mass * sink * sink + section.rotary_mass * turn * turn);
            }
            Coordinates motion = Coordinates::Zero();
            motion.tail<3>() = end;
            EXPECT_NEAR(form(beam_mass_consistent(section, h), motion), energy, 1e-9 * energy);
        }
    }
}

}  // namespace
}  // namespace rebond
