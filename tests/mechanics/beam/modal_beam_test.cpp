#include "rebond/mechanics/beam/modal_beam.hpp"

#include "mechanics/beam/modal_beams.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

namespace rebond::test {
namespace {

using std::numbers::pi;
constexpr std::array supports{Support::pinned_pinned, Support::clamped_free, Support::free_free};

// The n-th root, n ≥ 1, of cos λ = ∓1/cosh λ, in the order of the roots of cos, (n + offset)π.
double root_of_cosine(Index n, double offset, double sign)
{
    const auto f = [&](double x) { return std::cos(x) + sign / std::cosh(x); };
    const double middle = (static_cast<double>(n) + offset) * pi;
    double low = middle - 0.5 * pi, high = middle + 0.5 * pi;
    const bool rises = f(high) > 0.0;
    for (int i = 0; i < 100; ++i) {
        const double x = 0.5 * (low + high);
        ((f(x) > 0.0) == rises ? high : low) = x;
    }
    return 0.5 * (low + high);
}

TEST(ModalBeam, a_pinned_beam_has_sine_modes)
{
    const ModalBeamSpec spec = uniform_beam(Support::pinned_pinned, 1000);
    const ModalBeam beam(spec);
    ASSERT_TRUE(beam.is_resolved());
    const double L = 1.3, mass = 7850.0 * 1.3 * 0.02 * 0.01;
    EXPECT_DOUBLE_EQ(beam.length(), L);
    EXPECT_DOUBLE_EQ(beam.mass(), mass);
    EXPECT_EQ(beam.rigid_modes(), 0);
    const double EI_per_mass = 2.1e11 * 0.01 * 0.01 / 12.0 / 7850.0;
    for (Index n = 1; n <= 1000; ++n) {
        const double k = static_cast<double>(n) * pi / L;
        const double omega = k * k * std::sqrt(EI_per_mass);
        EXPECT_NEAR(beam.frequencies()(n - 1), omega, 3e-15 * omega) << n;  // rounding
    }
    for (const double x : {0.0, 0.1, 0.4, 0.65, 1.0, 1.2999, 1.3}) {
        const Vector phi = beam.shape(x);
        for (Index n = 1; n <= 1000; ++n) {
            const double k = static_cast<double>(n) * pi / L;
            // Rounding of a phase of nπ, and of the waves' amplitudes as much.
            EXPECT_NEAR(phi(n - 1), std::sqrt(2.0 / mass) * std::sin(k * x),
                        1e-14 + 3e-15 * static_cast<double>(n))
                << n << " at " << x;
        }
    }
}

TEST(ModalBeam, cantilevers_and_free_beams_have_the_classical_roots)
{
    for (const Support support : {Support::clamped_free, Support::free_free}) {
        const ModalBeamSpec spec = uniform_beam(support, 1000);
        const ModalBeam beam(spec);
        ASSERT_TRUE(beam.is_resolved());
        const bool is_free = support == Support::free_free;
        const double L = 1.3, scale = std::sqrt(2.1e11 * 0.01 * 0.01 / 12.0 / 7850.0) / (L * L);
        ASSERT_EQ(beam.rigid_modes(), is_free ? 2 : 0);
        for (Index i = beam.rigid_modes(); i < 1000; ++i) {
            const double root = is_free ? root_of_cosine(i - 1, 0.5, -1.0) : root_of_cosine(i + 1, -0.5, 1.0);
            EXPECT_NEAR(beam.frequencies()(i) / (scale * root * root), 1.0, 1e-14) << i;  // rounding
        }
    }
}

// At a free end all these modes have the amplitude of a rigid one, doubled.
TEST(ModalBeam, the_free_end_of_a_uniform_beam_moves_by_twice_its_mean_square)
{
    for (const Support support : {Support::clamped_free, Support::free_free}) {
        const ModalBeam beam(uniform_beam(support, 1000));
        const Vector tip = beam.shape(beam.length());
        for (Index i = beam.rigid_modes(); i < 1000; ++i)
            EXPECT_NEAR(tip(i) * tip(i) * beam.mass(), 4.0, 1e-11) << i;  // rounding of phases up to 1000π
    }
}

TEST(ModalBeam, modes_are_orthonormal)
{
    for (const Support support : supports)
        for (const auto& section : uneven_sections()) {
            const ModalBeamSpec spec{.support = support, .modes = 60, .section = section};
            const ModalBeam beam(spec);
            ASSERT_TRUE(beam.is_resolved());
            // Rounding over the distance of modes.
            EXPECT_LT(distance_from_identity(masses(spec, beam)), 1e-11)
                << section.size() << " pieces, the first " << section[0].length;
        }
}

TEST(ModalBeam, two_hundred_modes_are_orthonormal)
{
    for (const Support support : supports)
        for (const auto& spec : {uniform_beam(support, 200), stepped_beam(support, 200)})
            EXPECT_LT(distance_from_identity(masses(spec, ModalBeam(spec))), 1e-11);  // as above
}

TEST(ModalBeam, rigid_modes_are_a_translation_and_a_rotation_about_the_centre_of_mass)
{
    const ModalBeam beam(stepped_beam(Support::free_free, 5));
    ASSERT_EQ(beam.rigid_modes(), 2);
    EXPECT_EQ(beam.frequencies()(0), 0.0);
    EXPECT_EQ(beam.frequencies()(1), 0.0);
    EXPECT_GT(beam.frequencies()(2), 0.0);
    const double centre = (0.25 * 1.0 + 0.75 * 1.5) / 2.5;
    EXPECT_NEAR(beam.shape(centre)(1), 0.0, 1e-15);
    const Vector left = beam.shape(0.0), middle = beam.shape(0.5), right = beam.shape(1.0);
    EXPECT_NEAR(left(1) + right(1), 2.0 * middle(1), 1e-15);
    for (const Vector& phi : {left, middle, right}) EXPECT_NEAR(phi(0), 1.0 / std::sqrt(beam.mass()), 1e-15);

    // Fewer modes than rigid ones are still rigid.
    EXPECT_EQ(ModalBeam(stepped_beam(Support::free_free, 1)).rigid_modes(), 1);
    EXPECT_NEAR(ModalBeam(stepped_beam(Support::free_free, 1)).shape(0.3)(0), left(0), 1e-15);
}

// Deflection, slope, moment and shear of a mode at an end of a piece, over 1, k, EIk², EIk³ of the first
// piece and √m, from a polynomial through values in the piece.
struct EndState {
    Eigen::Vector4d value;
    Eigen::Vector4d rounding;  // of the shape, and what differentiation makes of it
};

EndState end_state(const ModalBeamSpec& spec, const ModalBeam& beam, Index mode, std::size_t p, bool is_left)
{
    const GaussPanel panel(14);
    const double omega = beam.frequencies()(mode);
    const BeamPiece &piece = spec.section[p], &first = spec.section[0];
    double start = 0.0;
    for (std::size_t before = 0; before < p; ++before) start += spec.section[before].length;
    const double half = 0.5 * std::min(piece.length, 2.0 / wave_number(spec, piece, omega));
    const double middle = is_left ? start + half : start + piece.length - half;
    Vector w(panel.node.size());
    for (Index i = 0; i < w.size(); ++i) w(i) = beam.shape(middle + half * panel.node(i))(mode);
    w *= std::sqrt(beam.mass());

    constexpr double growth = 100.0;  // of rounding in a derivative by 14 nodes
    const double per_radian = 1.0 / (half * wave_number(spec, first, omega));
    const double size = std::max(1.0, w.cwiseAbs().maxCoeff());
    EndState end;
    for (int d = 0; d < 4; ++d) {
        const double unit = d < 2 ? 1.0 : second_moment_of_area(piece) / second_moment_of_area(first);
        end.value(d) = unit * std::pow(per_radian, d) * panel.at(is_left ? -1.0 : 1.0).dot(w);
        end.rounding(d) = 1e-13 * size * std::max(1.0, unit * std::pow(growth * per_radian, d));
        w = panel.derivative * w;
    }
    return end;
}

TEST(ModalBeam, deflection_slope_moment_and_shear_pass_through_joints)
{
    for (const Support support : supports)
        for (const auto& section : uneven_sections()) {
            const ModalBeamSpec spec{.support = support, .modes = 40, .section = section};
            const ModalBeam beam(spec);
            for (const Index mode : {beam.rigid_modes(), Index{7}, Index{39}})
                for (std::size_t p = 1; p < section.size(); ++p) {
                    const EndState left = end_state(spec, beam, mode, p - 1, false);
                    const EndState right = end_state(spec, beam, mode, p, true);
                    for (int d = 0; d < 4; ++d)
                        EXPECT_NEAR(left.value(d), right.value(d), left.rounding(d) + right.rounding(d))
                            << d << " at joint " << p << " of mode " << mode << " of " << section.size();
                }
        }
}

TEST(ModalBeam, an_end_does_what_its_support_says)
{
    const std::array<std::array<int, 2>, 3> left_fixed{{{0, 2}, {0, 1}, {2, 3}}};
    const std::array<std::array<int, 2>, 3> right_fixed{{{0, 2}, {2, 3}, {2, 3}}};
    for (std::size_t s = 0; s < supports.size(); ++s)
        for (const auto& section : uneven_sections()) {
            const ModalBeamSpec spec{.support = supports[s], .modes = 40, .section = section};
            const ModalBeam beam(spec);
            for (const Index mode : {beam.rigid_modes(), Index{7}, Index{39}}) {
                const EndState left = end_state(spec, beam, mode, 0, true);
                const EndState right = end_state(spec, beam, mode, section.size() - 1, false);
                for (const int d : left_fixed[s]) EXPECT_NEAR(left.value(d), 0.0, left.rounding(d)) << d;
                for (const int d : right_fixed[s]) EXPECT_NEAR(right.value(d), 0.0, right.rounding(d)) << d;
            }
        }
}

TEST(ModalBeam, the_bending_energy_of_a_mode_is_half_its_frequency_squared)
{
    const GaussPanel panel(14);
    for (const Support support : supports)
        for (const auto& section : uneven_sections()) {
            const ModalBeamSpec spec{.support = support, .modes = 40, .section = section};
            const ModalBeam beam(spec);
            Matrix K = Matrix::Zero(40, 40);
            for_each_panel(spec, beam, panel, [&](const BeamPiece& piece, double half, const Matrix& phi) {
                const Matrix curvature = panel.derivative * (panel.derivative * phi) / (half * half);
                const Vector weight = half * spec.young * second_moment_of_area(piece) * panel.weight;
                K.noalias() += curvature.transpose() * weight.asDiagonal() * curvature;
            });
            for (Index i = beam.rigid_modes(); i < 40; ++i)
                for (Index j = beam.rigid_modes(); j <= i; ++j) {
                    const double expected = i == j ? 1.0 : 0.0;
                    // Rounding in a second derivative over a panel of two radians of the highest mode: all
                    // the more of a low mode's curvature.
                    const double ratio = beam.frequencies()(39) / beam.frequencies()(j);
                    EXPECT_NEAR(K(i, j) / (beam.frequencies()(i) * beam.frequencies()(j)), expected,
                                1e-11 * std::max(1.0, ratio))
                        << i << ' ' << j << " of " << section.size();
                }
        }
}

TEST(ModalBeam, finite_elements_come_closer_by_the_fourth_power_of_their_length)
{
    for (const Support support : supports) {
        const ModalBeamSpec spec = stepped_beam(support, 8);
        const ModalBeam beam(spec);
        const Vector coarse = finite_element_frequencies(spec, 0.05),
                     fine = finite_element_frequencies(spec, 0.025);
        for (Index i = beam.rigid_modes() + 2; i < 8; ++i) {
            const double omega = beam.frequencies()(i);
            EXPECT_GT(fine(i), omega);  // conforming elements are too stiff
            EXPECT_NEAR(std::log2((coarse(i) - omega) / (fine(i) - omega)), 4.0, 0.15) << i;
            EXPECT_NEAR(fine(i) / omega, 1.0, 1e-3);
        }
    }
}

TEST(ModalBeam, finite_elements_find_no_other_modes)
{
    for (const Support support : supports)
        for (const auto& section : uneven_sections()) {
            const ModalBeamSpec spec{.support = support, .modes = 24, .section = section};
            const ModalBeam beam(spec);
            const Vector elements = finite_element_frequencies(spec, 0.02);
            for (Index i = beam.rigid_modes(); i < 24; ++i)
                // Discretisation.
                EXPECT_NEAR(elements(i) / beam.frequencies()(i), 1.0, 0.01)
                    << i << " of " << section.size() << " pieces, the first " << section[0].length;
        }
}

// The oscillation theorem of beams: mode number n, counted from zero, has n nodes inside.
TEST(ModalBeam, a_mode_has_one_node_more_than_the_one_before)
{
    for (const Support support : supports)
        for (const auto& spec : {uniform_beam(support, 60), stepped_beam(support, 60)}) {
            const ModalBeam beam(spec);
            Eigen::ArrayXi nodes = Eigen::ArrayXi::Zero(60);
            Vector before = beam.shape(0.0005 * beam.length()), here;
            for (double s = 0.001; s < 0.9996; s += 0.0005, before = here) {
                beam.shape(s * beam.length(), here);
                nodes += (before.array() * here.array() < 0.0).cast<int>();
            }
            for (Index i = 0; i < 60; ++i) EXPECT_EQ(nodes(i), i);
        }
}

TEST(ModalBeam, a_beam_cut_into_like_pieces_is_the_uniform_beam)
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(0.001, 0.1);
    for (const Support support : supports) {
        ModalBeamSpec cut = uniform_beam(support, 300), whole = cut;
        cut.section.clear();
        double length = 0.0;
        for (int p = 0; p < 20; ++p) cut.section.push_back({uniform(random), 0.02, 0.01});
        for (const BeamPiece& piece : cut.section) length += piece.length;
        whole.section[0].length = length;
        // The same pieces, told apart by a rounding in their heights, as joints of a uniform beam.
        ModalBeamSpec jointed = cut;
        for (std::size_t p = 0; p < 20; p += 2) jointed.section[p].height *= 1.0 + 4e-16;
        ASSERT_NE(jointed.section[0].height, jointed.section[1].height);

        const ModalBeam one(whole);
        for (const auto& [spec, rounding] : {std::pair{cut, 1e-15}, std::pair{jointed, 1e-14}}) {
            const ModalBeam beam(spec);
            ASSERT_TRUE(beam.is_resolved());
            for (Index i = beam.rigid_modes(); i < 300; ++i)
                EXPECT_NEAR(beam.frequencies()(i) / one.frequencies()(i), 1.0, rounding);
            for (const double s : {0.0, 0.123, 0.5, 0.77, 1.0}) {
                const Vector difference = beam.shape(s * beam.length()) - one.shape(s * one.length());
                // Rounding of phases up to 300π, over the distance of modes, 1/300.
                EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-10) << s;
            }
        }
    }
}

TEST(ModalBeam, a_symmetric_free_beam_has_even_and_odd_modes_in_turn)
{
    for (const double arm_height : {0.05, 0.02, 0.005}) {
        const ModalBeamSpec spec = dumbbell(40, arm_height);
        const ModalBeam beam(spec);
        ASSERT_TRUE(beam.is_resolved());
        double closest = 1.0;
        for (Index i = 3; i < 40; ++i)
            closest = std::min(closest, 1.0 - beam.frequencies()(i - 1) / beam.frequencies()(i));
        for (const double x : {0.0, 0.2, 0.37, 0.5, 0.63}) {
            const Vector left = beam.shape(x), right = beam.shape(beam.length() - x);
            for (Index i = 0; i < 40; ++i)
                // Rounding over the distance of the modes of a pair.
                EXPECT_NEAR(left(i), (i % 2 == 0 ? 1.0 : -1.0) * right(i), 1e-12 + 1e-14 / closest) << i;
        }
        EXPECT_LT(distance_from_identity(masses(spec, beam)), 1e-11);
    }
}

// Arms so soft that rounding can hardly tell the modes of a pair apart.
TEST(ModalBeam, modes_of_almost_the_same_frequency_are_orthonormal)
{
    for (const double arm_height : {1e-3, 1e-4, 1e-5, 2e-7}) {
        const ModalBeamSpec spec = dumbbell(12, arm_height);
        const ModalBeam beam(spec);
        ASSERT_TRUE(beam.is_resolved()) << arm_height;
        EXPECT_LT(beam.frequencies()(3) / beam.frequencies()(2) - 1.0, 0.3 * arm_height / 1e-3);
        EXPECT_LT(distance_from_identity(masses(spec, beam)), 1e-9) << arm_height;  // rounding at steep steps
    }
}

TEST(ModalBeam, frequencies_follow_the_scales)
{
    for (const Support support : supports) {
        const ModalBeamSpec spec = stepped_beam(support, 30);
        const ModalBeam beam(spec);
        ModalBeamSpec larger = spec, wider = spec, stiffer = spec;
        for (BeamPiece& piece : larger.section) piece = {3.0 * piece.length, piece.width, piece.height};
        for (BeamPiece& piece : wider.section) piece.width *= 7.0;
        stiffer.young *= 5.0;
        stiffer.density /= 3.0;
        const auto ratio = [&](const ModalBeamSpec& other) {
            return Vector(
                (ModalBeam(other).frequencies().tail(28).array() / beam.frequencies().tail(28).array()));
        };
        EXPECT_LT((ratio(larger) * 9.0 - Vector::Ones(28)).cwiseAbs().maxCoeff(), 1e-14);
        EXPECT_LT((ratio(wider) - Vector::Ones(28)).cwiseAbs().maxCoeff(), 1e-14);
        EXPECT_LT((ratio(stiffer) / std::sqrt(15.0) - Vector::Ones(28)).cwiseAbs().maxCoeff(), 1e-14);
        const Vector expected = beam.shape(0.4) / std::sqrt(7.0);
        EXPECT_LT((ModalBeam(wider).shape(0.4) - expected).cwiseAbs().maxCoeff(), 1e-12);
    }
}

TEST(ModalBeam, a_mode_is_positive_close_to_the_left_end)
{
    for (const Support support : supports) {
        const Vector phi = ModalBeam(stepped_beam(support, 100)).shape(1e-3);
        EXPECT_GT(phi.minCoeff(), 0.0);
    }
}

TEST(ModalBeam, the_theory_holds_for_half_waves_longer_than_the_beam_is_high)
{
    const auto slender = [](Support support, double length) {
        return ModalBeamSpec{.support = support, .modes = 1, .section = {{length, 0.02, 0.01}}};
    };
    // A half-wave of a pinned beam is a whole part of its length; free ends take half of one more.
    EXPECT_EQ(modes_within_theory(slender(Support::pinned_pinned, 0.995)), 99);
    EXPECT_EQ(modes_within_theory(slender(Support::pinned_pinned, 1.005)), 100);
    EXPECT_EQ(modes_within_theory(slender(Support::clamped_free, 1.0)), 100);
    EXPECT_EQ(modes_within_theory(slender(Support::free_free, 1.0)), 101);
    EXPECT_EQ(modes_within_theory(slender(Support::pinned_pinned, 0.009)), 0);

    const ModalBeamSpec spec = stepped_beam(Support::clamped_free, 200);
    const Index within = modes_within_theory(spec);
    const ModalBeam beam(spec);
    EXPECT_LT(wave_number(spec, spec.section[1], beam.frequencies()(within - 1)), pi / 0.015);
    EXPECT_GE(wave_number(spec, spec.section[1], beam.frequencies()(within)), pi / 0.015);
}

TEST(ModalBeam, values_too_extreme_for_numbers_are_not_resolved)
{
    const auto is_resolved = [](double young, double density, std::vector<BeamPiece> section) {
        const ModalBeam beam({.modes = 3, .young = young, .density = density, .section = std::move(section)});
        return beam.is_resolved();
    };
    const BeamPiece common{1.0, 0.02, 0.01};
    EXPECT_TRUE(is_resolved(2.1e11, 7850.0, {common}));
    EXPECT_TRUE(is_resolved(1e30, 1e-30, {common}));
    EXPECT_TRUE(is_resolved(2.1e11, 7850.0, {common, {1e-9, 0.02, 0.02}, common}));
    EXPECT_FALSE(is_resolved(1e200, 1e-200, {common}));
    EXPECT_FALSE(is_resolved(2.1e11, 7850.0, {{1e200, 0.02, 0.01}}));
    EXPECT_FALSE(is_resolved(2.1e11, 7850.0, {{1e-200, 0.02, 0.01}}));
    EXPECT_FALSE(is_resolved(2.1e11, 1e308, {{100.0, 1.0, 1.0}}));
    EXPECT_FALSE(is_resolved(2.1e11, 7850.0, {common, {1.0, 0.02, 1e250}}));
    EXPECT_FALSE(is_resolved(2.1e11, 7850.0, {common, {1.0, 1e-250, 0.01}}));
    EXPECT_FALSE(is_resolved(2.1e11, 7850.0, {common, {1.0, 0.02, 1e-9}}));
    EXPECT_FALSE(is_resolved(2.1e11, 7850.0, {common, {1e-320, 0.02, 0.02}}));
    EXPECT_FALSE(is_resolved(std::numeric_limits<double>::infinity(), 7850.0, {common}));
}

TEST(ModalBeam, a_beam_has_sizes_and_a_place_is_on_it)
{
    EXPECT_THROW(ModalBeam({.modes = 0}), std::logic_error);
    EXPECT_THROW(ModalBeam({.section = {}}), std::logic_error);
    EXPECT_THROW(ModalBeam({.section = {{0.0, 0.02, 0.01}}}), std::logic_error);
    EXPECT_THROW(ModalBeam({.young = std::nan("")}), std::logic_error);
    const ModalBeam beam({.modes = 2});
    EXPECT_THROW(beam.shape(-0.1), std::logic_error);
    EXPECT_THROW(beam.shape(1.1), std::logic_error);
}

}  // namespace
}  // namespace rebond::test
