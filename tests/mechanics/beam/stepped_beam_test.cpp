#include "rebond/mechanics/beam/stepped_beam.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

namespace rebond {
namespace {

using std::numbers::pi;
constexpr std::array all_supports{Support::pinned_pinned, Support::clamped_free, Support::free_free};

std::vector<BeamPiece> random_section(std::mt19937& random, int pieces)
{
    std::uniform_real_distribution<double> exponent(-1.0, 1.0);
    std::vector<BeamPiece> section(static_cast<std::size_t>(pieces));
    for (BeamPiece& piece : section)
        piece = {std::pow(10.0, exponent(random)), 0.02 * std::pow(10.0, exponent(random)),
                 0.01 * std::pow(10.0, exponent(random))};
    return section;
}

TEST(SteppedBeam, a_pinned_beam_has_a_mode_at_every_multiple_of_pi)
{
    const SteppedBeam beam(Support::pinned_pinned, {{2.0, 0.02, 0.01}});
    for (double kappa = 0.01; kappa < 400.0; kappa += 0.1)
        EXPECT_EQ(beam.modes_below(kappa), static_cast<Index>(kappa / pi)) << kappa;
}

// The roots of cos κ cosh κ = ∓1 below the changes of its sign.
TEST(SteppedBeam, cantilevers_and_free_beams_have_the_modes_of_their_equations)
{
    const SteppedBeam cantilever(Support::clamped_free, {{2.0, 0.02, 0.01}});
    const SteppedBeam loose(Support::free_free, {{2.0, 0.02, 0.01}});
    Index of_cantilever = 0, of_loose = 2;
    for (double kappa = 0.5; kappa < 400.0; kappa += 0.1) {
        const auto f = [](double x, double sign) { return std::cos(x) + sign / std::cosh(x) > 0.0; };
        of_cantilever += f(kappa, 1.0) != f(kappa - 0.1, 1.0) ? 1 : 0;
        of_loose += f(kappa, -1.0) != f(kappa - 0.1, -1.0) ? 1 : 0;
        EXPECT_EQ(cantilever.modes_below(kappa), of_cantilever) << kappa;
        EXPECT_EQ(loose.modes_below(kappa), of_loose) << kappa;
    }
}

TEST(SteppedBeam, the_number_of_modes_never_falls_and_rises_at_their_phases_only)
{
    std::mt19937 random(3);
    for (int trial = 0; trial < 60; ++trial) {
        const SteppedBeam beam(all_supports[static_cast<std::size_t>(trial % 3)],
                               random_section(random, 1 + trial / 3));
        ASSERT_TRUE(beam.is_tractable());
        const auto kappa = beam.phases(50);
        ASSERT_TRUE(kappa.has_value());
        for (Index i = beam.rigid_modes(); i < 50; ++i) {
            const double before = i > 0 ? (*kappa)(i - 1) : 0.0, here = (*kappa)(i);
            ASSERT_GT(here, before);
            // Rounding blurs a step by a few parts in 10¹⁵.
            if (here - before > 1e-12 * here) {
                EXPECT_EQ(beam.modes_below(here * (1.0 - 2e-14)), i);
                for (const double s : {0.1, 0.5, 0.9})
                    EXPECT_EQ(beam.modes_below(before + s * (here - before)), i);
                EXPECT_EQ(beam.modes_below(before + 2e-14 * here), i);
            }
        }
    }
}

// Seen from the other end, a beam on two like supports is the same.
TEST(SteppedBeam, turning_a_beam_round_changes_no_frequency)
{
    std::mt19937 random(4);
    for (const Support support : {Support::pinned_pinned, Support::free_free})
        for (const int pieces : {2, 3, 20}) {
            const auto section = random_section(random, pieces);
            const SteppedBeam beam(support, section), turned(support, {section.rbegin(), section.rend()});
            const Vector there = beam.phases(60).value(), back = turned.phases(60).value();
            for (Index i = beam.rigid_modes(); i < 60; ++i)
                EXPECT_NEAR(back(i) / there(i), 1.0, 5e-15);  // rounding
        }
}

TEST(SteppedBeam, like_neighbours_are_one_piece)
{
    const SteppedBeam beam(Support::pinned_pinned,
                           {{0.5, 0.02, 0.01}, {0.25, 0.02, 0.01}, {1.0, 0.02, 0.02}, {0.25, 0.02, 0.01}});
    ASSERT_EQ(beam.pieces.size(), 3U);
    EXPECT_EQ(beam.pieces[0].length, 0.75);
    EXPECT_EQ(beam.pieces[1].start, 0.75);
    EXPECT_EQ(beam.length, 2.0);
    EXPECT_EQ(beam.highest, 0.02);
    EXPECT_DOUBLE_EQ(beam.volume, 0.02 * (0.01 + 0.02));
    EXPECT_DOUBLE_EQ(beam.pieces[1].volume, 2.0 / 3.0);
}

TEST(SteppedBeam, a_beam_has_pieces_and_a_piece_has_sizes)
{
    EXPECT_THROW(SteppedBeam(Support::free_free, {}), std::logic_error);
    EXPECT_THROW(SteppedBeam(Support::free_free, {{1.0, -0.02, 0.01}}), std::logic_error);
    EXPECT_FALSE(SteppedBeam(Support::free_free, {{1.0, 0.02, INFINITY}}).is_tractable());
    EXPECT_FALSE(SteppedBeam(Support::free_free, {{1.0, 0.02, 0.01}, {1.0, 0.02, 1e5}}).is_tractable());
}

}  // namespace
}  // namespace rebond
