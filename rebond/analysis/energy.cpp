#include "rebond/analysis/energy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {

void EnergyBook::step(const Instant& now)
{
    if (!initial_) initial_ = now.energy().total();
    if (!has_impact_ && !(contact_begin_ && now.t() > *contact_begin_)) return;

    const double E = now.energy().total();
    max_ = count_ == 0 ? E : std::max(max_, E);
    min_ = count_ == 0 ? E : std::min(min_, E);
    ++count_;
    const double deviation = E - mean_;
    mean_ += deviation / static_cast<double>(count_);
    squares_ += deviation * (E - mean_);
}

void EnergyBook::contact_begins(double t)
{
    if (!contact_begin_) contact_begin_ = t;
}

void EnergyBook::impact(const Impact& impact)
{
    has_impact_ = true;
    lost_ += impact.energy_loss;
}

EnergyFindings EnergyBook::findings(double final_energy, bool is_conservative) const
{
    EnergyFindings found;
    found.initial = initial_.value_or(final_energy);
    found.final = final_energy;
    found.lost_in_impacts = lost_;
    if (is_conservative) found.balance_error = found.final - found.initial + lost_;
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

std::vector<std::string> energy_warnings(const EnergyFindings& energy)
{
    constexpr double noticed = 1e-3;  // of the initial energy [-]
    const double scale = std::abs(energy.initial);
    std::vector<std::string> warnings;
    if (energy.balance_error && std::abs(*energy.balance_error) > noticed * scale)
        warnings.push_back(
            fmt::format("the energy books do not close: {:.3g} J ({:.2g} % of the initial energy) "
                        "came from the scheme and not from the impacts",
                        *energy.balance_error, 100.0 * *energy.balance_error / energy.initial));
    if (energy.lost_in_impacts < -noticed * scale)
        warnings.push_back(
            fmt::format("the scheme gained {:.3g} J in its impacts, as it can with restitution above 0",
                        -energy.lost_in_impacts));
    return warnings;
}

}  // namespace rebond
