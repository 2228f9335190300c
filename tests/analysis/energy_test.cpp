#include "rebond/analysis/energy.hpp"

#include "point_mass.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace rebond {
namespace {

// A mass of 2 kg without gravity: E = v².
class EnergyOfAPointMass : public testing::Test {
protected:
    void step(double t, double velocity)
    {
        state_.t = t;
        state_.v(0) = velocity;
        book_.step(StateInstant(state_, *dynamics_));
    }

    PointMass model_{2.0};
    std::unique_ptr<Dynamics> dynamics_ = model_.dynamics();
    State state_{.t = 0.0, .q = Vector::Zero(1), .v = Vector::Zero(1)};
    EnergyBook book_;
};

TEST_F(EnergyOfAPointMass, HasNoStatisticsBeforeAnImpactAndIsNotAskedFor)
{
    for (int k = 0; k < 5; ++k) step(k, -3.0);
    EXPECT_EQ(model_.energy_calls, 1);  // the initial one
    const EnergyFindings found = book_.findings(9.0);
    EXPECT_EQ(found.initial, 9.0);
    EXPECT_EQ(found.final, 9.0);
    EXPECT_EQ(found.balance_error, 0.0);
    EXPECT_EQ(found.lost_in_impacts, 0.0);
    for (const auto& value : {found.max, found.min, found.mean, found.relative_deviation, found.relative_std})
        EXPECT_FALSE(value);
}

TEST_F(EnergyOfAPointMass, IsCountedOnceForEachStepAfterTheFirstImpact)
{
    step(0.0, -4.0);
    step(1.0, -4.0);
    book_.impact({.time = 1.5, .end = 1.5, .velocity_before = -4.0, .energy_loss = 7.0});
    step(2.0, 3.0);  // E = 9
    book_.impact({.time = 2.5, .end = 2.5, .energy_loss = 5.0});
    book_.impact({.time = 2.6, .end = 2.6, .energy_loss = 0.5});
    step(3.0, 1.0);  // E = 1
    step(4.0, 2.0);  // E = 4
    const EnergyFindings found = book_.findings(4.0);
    EXPECT_EQ(found.initial, 16.0);
    EXPECT_EQ(found.max, 9.0);
    EXPECT_EQ(found.min, 1.0);
    EXPECT_NEAR(*found.mean, 14.0 / 3.0, 1e-15);                                // rounding
    EXPECT_NEAR(*found.relative_deviation, (14.0 / 3.0 - 16.0) / 16.0, 1e-15);  // rounding
    // Squared deviations of 9, 1, 4 from 14/3 add up to 98 − 196/3 = 98/3.
    EXPECT_NEAR(*found.relative_std, std::sqrt(98.0 / 9.0) / 16.0, 1e-15);  // rounding
    EXPECT_EQ(found.lost_in_impacts, 12.5);
    EXPECT_EQ(found.balance_error, 0.5);  // 4 − 16 + 12.5
}

TEST_F(EnergyOfAPointMass, HasNoRelativeDeviationFromZero)
{
    step(0.0, 0.0);
    book_.impact({});
    step(1.0, 2.0);
    const EnergyFindings found = book_.findings(4.0);
    EXPECT_EQ(found.mean, 4.0);
    EXPECT_FALSE(found.relative_deviation);
    EXPECT_FALSE(found.relative_std);
}

// A drift of 10⁻⁸ on a large energy: sums of squares would lose the deviation altogether.
TEST_F(EnergyOfAPointMass, DeviatesAsTwoPassesSay)
{
    step(0.0, 1000.0);
    book_.impact({});
    std::vector<double> energies;
    for (int k = 0; k < 100000; ++k) {
        const double velocity = 1000.0 + 1e-5 * std::sin(0.1 * k);
        step(k + 1.0, velocity);
        energies.push_back(velocity * velocity);
    }
    long double mean = 0.0;
    for (const double E : energies) mean += E;
    mean /= static_cast<long double>(energies.size());
    long double squares = 0.0;
    for (const double E : energies) squares += (E - mean) * (E - mean);
    const double deviation =
        static_cast<double>(std::sqrt(squares / static_cast<long double>(energies.size())));

    const EnergyFindings found = book_.findings(1e6);
    EXPECT_NEAR(*found.mean, static_cast<double>(mean), 1e-8);        // rounding of 10⁶, 10⁵ times
    EXPECT_NEAR(*found.relative_std / (deviation / 1e6), 1.0, 1e-6);  // rounding
}

}  // namespace
}  // namespace rebond
