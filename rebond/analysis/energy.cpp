#include "rebond/analysis/energy.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {

void EnergyBook::step(const Instant& now)
{
    if (!initial_) initial_ = now.energy().total();
    if (!impacted_) return;

    const double E = now.energy().total();
    max_ = count_ == 0 ? E : std::max(max_, E);
    min_ = count_ == 0 ? E : std::min(min_, E);
    ++count_;
    const double deviation = E - mean_;
    mean_ += deviation / static_cast<double>(count_);
    squares_ += deviation * (E - mean_);
}

void EnergyBook::impact(const Impact& impact)
{
    impacted_ = true;
    lost_ += impact.energy_loss;
}

EnergyFindings EnergyBook::findings(double final_energy) const
{
    EnergyFindings found;
    found.initial = initial_.value_or(final_energy);
    found.final = final_energy;
    found.lost_in_impacts = lost_;
    found.balance_error = found.final - found.initial + lost_;
    if (count_ == 0) return found;

    found.max = max_;
    found.min = min_;
    found.mean = mean_;
    if (found.initial != 0.0) {
        found.relative_deviation = (mean_ - found.initial) / found.initial;
        found.relative_std = std::sqrt(squares_ / static_cast<double>(count_)) / found.initial;
    }
    return found;
}

}  // namespace rebond
